import type { WordKey } from '../../../shared/words/index.ts';

/** `mod` is Command on a Mac and Control elsewhere. `key` is KeyboardEvent.key, single letters in lower case. */
export interface Chord {
  readonly key: string;
  readonly mod?: true;
  readonly shift?: true;
  readonly alt?: true;
}

/** Where a shortcut works. `everywhere`: in all areas, except for keys that a text field needs. */
export type ShortcutArea = 'everywhere' | 'compose' | 'gallery' | 'viewer' | 'cull' | 'compare' | 'history' | 'queue' | 'prompts' | 'tags';

interface ShortcutRow {
  readonly area: ShortcutArea;
  readonly chords: readonly Chord[];
  readonly words: WordKey;
}

const mod = (key: string): Chord => ({ key, mod: true });
const plain = (key: string): Chord => ({ key });
const shift = (key: string): Chord => ({ key, shift: true });
const alt = (key: string): Chord => ({ key, alt: true });

/**
 * Every shortcut of the app. The `?` dialog is drawn from this table, and handlers are bound to its ids. The rows of the history look up
 * the keys that they handle while they have the focus.
 */
export const shortcutTable = {
  'show-shortcuts': { area: 'everywhere', chords: [plain('?')], words: 'shortcut.show' },
  'go-gallery': { area: 'everywhere', chords: [mod('1')], words: 'shortcut.go-gallery' },
  'go-history': { area: 'everywhere', chords: [mod('2')], words: 'shortcut.go-history' },
  'go-favourites': { area: 'everywhere', chords: [mod('3')], words: 'shortcut.go-favourites' },
  'go-trash': { area: 'everywhere', chords: [mod('4')], words: 'shortcut.go-trash' },
  'go-queue': { area: 'everywhere', chords: [mod('5')], words: 'shortcut.go-queue' },
  'go-spending': { area: 'everywhere', chords: [mod('6')], words: 'shortcut.go-spending' },
  'go-settings': { area: 'everywhere', chords: [mod(',')], words: 'shortcut.go-settings' },
  sidebar: { area: 'everywhere', chords: [mod('b')], words: 'shortcut.sidebar' },
  'move-in-list': { area: 'everywhere', chords: [alt('ArrowUp'), alt('ArrowDown')], words: 'shortcut.move-in-list' },
  'rename-listed': { area: 'everywhere', chords: [plain('F2')], words: 'shortcut.rename-listed' },
  'zoom-in': { area: 'everywhere', chords: [mod('+'), mod('=')], words: 'shortcut.zoom-in' },
  'zoom-out': { area: 'everywhere', chords: [mod('-')], words: 'shortcut.zoom-out' },
  'zoom-reset': { area: 'everywhere', chords: [mod('0')], words: 'shortcut.zoom-reset' },
  import: { area: 'everywhere', chords: [mod('o')], words: 'shortcut.import' },
  wildcards: { area: 'everywhere', chords: [mod('j')], words: 'shortcut.wildcards' },
  prompts: { area: 'everywhere', chords: [mod('p')], words: 'shortcut.prompts' },
  tags: { area: 'everywhere', chords: [{ key: 't', mod: true, shift: true }], words: 'shortcut.tags' },
  list: { area: 'everywhere', chords: [{ key: 'l', mod: true, shift: true }], words: 'shortcut.list' },
  undo: { area: 'everywhere', chords: [mod('z')], words: 'shortcut.undo' },
  redo: { area: 'everywhere', chords: [{ key: 'z', mod: true, shift: true }], words: 'shortcut.redo' },
  'focus-prompt': { area: 'everywhere', chords: [plain('/'), mod('l')], words: 'shortcut.focus-prompt' },

  submit: { area: 'compose', chords: [mod('Enter')], words: 'shortcut.submit' },
  'add-value': { area: 'compose', chords: [plain(',')], words: 'shortcut.add-value' },
  many: { area: 'compose', chords: [{ key: 'm', mod: true, shift: true }], words: 'shortcut.many' },
  fields: { area: 'compose', chords: [{ key: 'e', mod: true, shift: true }], words: 'shortcut.fields' },
  'add-reference': { area: 'compose', chords: [{ key: 'o', mod: true, shift: true }], words: 'shortcut.add-reference' },
  'swap-size': { area: 'compose', chords: [{ key: 'x', mod: true, shift: true }], words: 'shortcut.swap-size' },
  'save-prompt': { area: 'compose', chords: [mod('d')], words: 'shortcut.save-prompt' },
  snippet: { area: 'compose', chords: [plain('/')], words: 'shortcut.snippet' },
  'recall-prompt': { area: 'compose', chords: [plain('ArrowUp')], words: 'shortcut.recall-prompt' },
  'leave-prompt': { area: 'compose', chords: [plain('Escape')], words: 'shortcut.leave-prompt' },

  move: { area: 'gallery', chords: [plain('ArrowLeft'), plain('ArrowRight'), plain('ArrowUp'), plain('ArrowDown')], words: 'shortcut.move' },
  'move-far': { area: 'gallery', chords: [plain('Home'), plain('End'), plain('PageUp'), plain('PageDown')], words: 'shortcut.move-far' },
  extend: {
    area: 'gallery',
    chords: [shift('ArrowLeft'), shift('ArrowRight'), shift('ArrowUp'), shift('ArrowDown'), shift('Home'), shift('End'), shift('PageUp'), shift('PageDown')],
    words: 'shortcut.extend',
  },
  'select-all': { area: 'gallery', chords: [mod('a')], words: 'shortcut.select-all' },
  'select-one': { area: 'gallery', chords: [plain('Escape')], words: 'shortcut.select-one' },
  search: { area: 'gallery', chords: [mod('f')], words: 'shortcut.search' },
  filters: { area: 'gallery', chords: [{ key: 'f', mod: true, shift: true }], words: 'shortcut.filters' },
  'go-to-date': { area: 'gallery', chords: [plain('g')], words: 'shortcut.go-to-date' },
  open: { area: 'gallery', chords: [plain('Enter'), plain(' ')], words: 'shortcut.open' },
  inspector: { area: 'gallery', chords: [plain('i')], words: 'shortcut.inspector' },
  strip: { area: 'gallery', chords: [plain('w')], words: 'shortcut.strip' },
  larger: { area: 'gallery', chords: [plain('+'), plain('=')], words: 'shortcut.larger' },
  smaller: { area: 'gallery', chords: [plain('-')], words: 'shortcut.smaller' },
  'view-menu': { area: 'gallery', chords: [plain('v')], words: 'shortcut.view-menu' },
  'reverse-order': { area: 'gallery', chords: [shift('v')], words: 'shortcut.reverse-order' },
  'switch-layout': { area: 'gallery', chords: [plain('l')], words: 'shortcut.switch-layout' },
  'copy-picture': { area: 'gallery', chords: [mod('c')], words: 'shortcut.copy-picture' },
  'copy-prompt': { area: 'gallery', chords: [{ key: 'c', mod: true, shift: true }], words: 'shortcut.copy-prompt' },
  'copy-id': { area: 'gallery', chords: [{ key: 'i', mod: true, shift: true }], words: 'shortcut.copy-id' },
  'use-again': { area: 'gallery', chords: [plain('u')], words: 'shortcut.use-again' },
  'save-prompt-of': { area: 'gallery', chords: [plain('b')], words: 'shortcut.save-prompt-of' },
  'use-as-reference': { area: 'gallery', chords: [plain('e')], words: 'shortcut.use-as-reference' },
  reveal: { area: 'gallery', chords: [plain('r')], words: 'shortcut.reveal' },
  export: { area: 'gallery', chords: [mod('s')], words: 'shortcut.export' },
  ask: { area: 'gallery', chords: [plain('a')], words: 'shortcut.ask' },
  dismiss: { area: 'gallery', chords: [plain('Delete'), plain('Backspace')], words: 'shortcut.dismiss' },
  compare: { area: 'gallery', chords: [plain('c')], words: 'shortcut.compare' },

  favourite: { area: 'gallery', chords: [plain('f')], words: 'shortcut.favourite' },
  rate: { area: 'gallery', chords: [plain('0'), plain('1'), plain('2'), plain('3'), plain('4'), plain('5')], words: 'shortcut.rate' },
  pick: { area: 'gallery', chords: [plain('p')], words: 'shortcut.pick' },
  reject: { area: 'gallery', chords: [plain('x')], words: 'shortcut.reject' },
  unflag: { area: 'gallery', chords: [shift('u')], words: 'shortcut.unflag' },
  label: { area: 'gallery', chords: [plain('6'), plain('7'), plain('8'), plain('9')], words: 'shortcut.label' },
  tag: { area: 'gallery', chords: [plain('t')], words: 'shortcut.tag' },
  cull: { area: 'gallery', chords: [plain('d')], words: 'shortcut.cull' },
  note: { area: 'gallery', chords: [plain('n')], words: 'shortcut.note' },
  'keep-note': { area: 'gallery', chords: [mod('Enter')], words: 'shortcut.keep-note' },
  'add-to-album': { area: 'gallery', chords: [plain('m')], words: 'shortcut.add-to-album' },
  'add-to-last-album': { area: 'gallery', chords: [shift('m')], words: 'shortcut.add-to-last-album' },
  'take-out-of-album': { area: 'gallery', chords: [shift('Delete'), shift('Backspace')], words: 'shortcut.take-out-of-album' },
  'move-in-album': {
    area: 'gallery',
    chords: [alt('ArrowLeft'), alt('ArrowRight'), alt('ArrowUp'), alt('ArrowDown'), alt('Home'), alt('End')],
    words: 'shortcut.move-in-album',
  },

  'viewer-close': { area: 'viewer', chords: [plain('Escape'), plain(' ')], words: 'shortcut.viewer-close' },
  'viewer-next': { area: 'viewer', chords: [plain('ArrowRight')], words: 'shortcut.viewer-next' },
  'viewer-previous': { area: 'viewer', chords: [plain('ArrowLeft')], words: 'shortcut.viewer-previous' },
  'viewer-ends': { area: 'viewer', chords: [plain('Home'), plain('End')], words: 'shortcut.viewer-ends' },
  'viewer-sibling': { area: 'viewer', chords: [plain('ArrowUp'), plain('ArrowDown')], words: 'shortcut.viewer-sibling' },
  'viewer-zoom-in': { area: 'viewer', chords: [plain('+'), plain('=')], words: 'shortcut.viewer-zoom-in' },
  'viewer-zoom-out': { area: 'viewer', chords: [plain('-')], words: 'shortcut.viewer-zoom-out' },
  'viewer-fit': { area: 'viewer', chords: [shift('z')], words: 'shortcut.viewer-fit' },
  'viewer-actual': { area: 'viewer', chords: [plain('z'), plain('Enter')], words: 'shortcut.viewer-actual' },
  'viewer-keep-zoom': { area: 'viewer', chords: [plain('k')], words: 'shortcut.viewer-keep-zoom' },
  'viewer-pan': {
    area: 'viewer',
    chords: [shift('ArrowLeft'), shift('ArrowRight'), shift('ArrowUp'), shift('ArrowDown')],
    words: 'shortcut.viewer-pan',
  },
  'viewer-cull': { area: 'viewer', chords: [plain('d')], words: 'shortcut.cull' },
  'viewer-favourite': { area: 'viewer', chords: [plain('f')], words: 'shortcut.favourite' },
  'viewer-rate': { area: 'viewer', chords: [plain('0'), plain('1'), plain('2'), plain('3'), plain('4'), plain('5')], words: 'shortcut.rate' },
  'viewer-pick': { area: 'viewer', chords: [plain('p')], words: 'shortcut.pick' },
  'viewer-reject': { area: 'viewer', chords: [plain('x')], words: 'shortcut.reject' },
  'viewer-unflag': { area: 'viewer', chords: [shift('u')], words: 'shortcut.unflag' },
  'viewer-label': { area: 'viewer', chords: [plain('6'), plain('7'), plain('8'), plain('9')], words: 'shortcut.label' },
  'viewer-tag': { area: 'viewer', chords: [plain('t')], words: 'shortcut.tag' },
  'viewer-note': { area: 'viewer', chords: [plain('n')], words: 'shortcut.note' },
  'viewer-add-to-album': { area: 'viewer', chords: [plain('m')], words: 'shortcut.add-to-album' },
  'viewer-add-to-last-album': { area: 'viewer', chords: [shift('m')], words: 'shortcut.add-to-last-album' },
  'viewer-take-out-of-album': { area: 'viewer', chords: [shift('Delete'), shift('Backspace')], words: 'shortcut.take-out-of-album' },
  'viewer-trash': { area: 'viewer', chords: [plain('Delete'), plain('Backspace')], words: 'shortcut.viewer-trash' },
  'viewer-facts': { area: 'viewer', chords: [plain('i')], words: 'shortcut.viewer-facts' },
  'viewer-copy-picture': { area: 'viewer', chords: [mod('c')], words: 'shortcut.copy-picture' },
  'viewer-copy-prompt': { area: 'viewer', chords: [{ key: 'c', mod: true, shift: true }], words: 'shortcut.copy-prompt' },
  'viewer-copy-id': { area: 'viewer', chords: [{ key: 'i', mod: true, shift: true }], words: 'shortcut.copy-id' },
  'viewer-use-again': { area: 'viewer', chords: [plain('u')], words: 'shortcut.use-again' },
  'viewer-save-prompt-of': { area: 'viewer', chords: [plain('b')], words: 'shortcut.save-prompt-of' },
  'viewer-use-as-reference': { area: 'viewer', chords: [plain('e')], words: 'shortcut.use-as-reference' },
  'viewer-reveal': { area: 'viewer', chords: [plain('r')], words: 'shortcut.reveal' },
  'viewer-export': { area: 'viewer', chords: [mod('s')], words: 'shortcut.export' },
  'viewer-compare': { area: 'viewer', chords: [plain('c')], words: 'compare.do-next' },

  'compare-close': { area: 'compare', chords: [plain('Escape'), plain(' ')], words: 'shortcut.compare-close' },
  'compare-move': { area: 'compare', chords: [plain('ArrowLeft'), plain('ArrowRight'), plain('ArrowUp'), plain('ArrowDown')], words: 'shortcut.compare-move' },
  'compare-knock-out': { area: 'compare', chords: [plain('k'), plain('Delete'), plain('Backspace')], words: 'shortcut.compare-knock-out' },
  'compare-decide': { area: 'compare', chords: [mod('Enter')], words: 'shortcut.compare-decide' },
  'compare-add': { area: 'compare', chords: [plain('c')], words: 'shortcut.compare-add' },
  'compare-facts': { area: 'compare', chords: [plain('i')], words: 'shortcut.compare-facts' },
  'compare-overlay': { area: 'compare', chords: [plain('o')], words: 'shortcut.compare-overlay' },
  'compare-divide': { area: 'compare', chords: [plain('ArrowLeft'), plain('ArrowRight'), plain('Home'), plain('End')], words: 'shortcut.compare-divide' },
  'compare-difference': { area: 'compare', chords: [plain('d')], words: 'shortcut.compare-difference' },
  'compare-amplify': { area: 'compare', chords: [plain('ArrowUp'), plain('ArrowDown'), plain('ArrowRight'), plain('ArrowLeft')], words: 'shortcut.compare-amplify' },
  'compare-zoom-in': { area: 'compare', chords: [plain('+'), plain('=')], words: 'shortcut.viewer-zoom-in' },
  'compare-zoom-out': { area: 'compare', chords: [plain('-')], words: 'shortcut.viewer-zoom-out' },
  'compare-fit': { area: 'compare', chords: [shift('z')], words: 'shortcut.viewer-fit' },
  'compare-actual': { area: 'compare', chords: [plain('z'), plain('Enter')], words: 'shortcut.viewer-actual' },
  'compare-pan': {
    area: 'compare',
    chords: [shift('ArrowLeft'), shift('ArrowRight'), shift('ArrowUp'), shift('ArrowDown')],
    words: 'shortcut.viewer-pan',
  },
  'compare-favourite': { area: 'compare', chords: [plain('f')], words: 'shortcut.favourite' },
  'compare-rate': { area: 'compare', chords: [plain('0'), plain('1'), plain('2'), plain('3'), plain('4'), plain('5')], words: 'shortcut.rate' },
  'compare-pick': { area: 'compare', chords: [plain('p')], words: 'shortcut.pick' },
  'compare-reject': { area: 'compare', chords: [plain('x')], words: 'shortcut.reject' },
  'compare-unflag': { area: 'compare', chords: [shift('u')], words: 'shortcut.unflag' },
  'compare-label': { area: 'compare', chords: [plain('6'), plain('7'), plain('8'), plain('9')], words: 'shortcut.label' },

  'cull-pick': { area: 'cull', chords: [plain('p')], words: 'shortcut.cull-pick' },
  'cull-reject': { area: 'cull', chords: [plain('x')], words: 'shortcut.cull-reject' },
  'cull-unflag': { area: 'cull', chords: [plain('u')], words: 'shortcut.cull-unflag' },
  'cull-rate': { area: 'cull', chords: [plain('0'), plain('1'), plain('2'), plain('3'), plain('4'), plain('5')], words: 'shortcut.cull-rate' },
  'cull-label': { area: 'cull', chords: [plain('6'), plain('7'), plain('8'), plain('9')], words: 'shortcut.cull-label' },
  'cull-next': { area: 'cull', chords: [plain(' ')], words: 'shortcut.cull-next' },
  'cull-skips': { area: 'cull', chords: [plain('d')], words: 'shortcut.cull-skips' },
  'cull-end': { area: 'cull', chords: [plain('Escape')], words: 'shortcut.cull-end' },

  'history-search': { area: 'history', chords: [plain('/'), mod('f')], words: 'shortcut.search' },
  'history-move': { area: 'history', chords: [plain('ArrowUp'), plain('ArrowDown')], words: 'shortcut.history-move' },
  'history-move-far': { area: 'history', chords: [plain('Home'), plain('End'), plain('PageUp'), plain('PageDown')], words: 'shortcut.move-far' },
  'history-extend': {
    area: 'history',
    chords: [shift('ArrowUp'), shift('ArrowDown'), shift('Home'), shift('End'), shift('PageUp'), shift('PageDown')],
    words: 'shortcut.history-extend',
  },
  'history-select-all': { area: 'history', chords: [mod('a')], words: 'shortcut.select-all' },
  'history-open': { area: 'history', chords: [plain('Enter')], words: 'shortcut.history-open' },
  'history-close': { area: 'history', chords: [plain('Escape')], words: 'shortcut.history-close' },
  'history-picture': { area: 'history', chords: [plain(' ')], words: 'shortcut.open' },
  'history-ask': { area: 'history', chords: [plain('a')], words: 'shortcut.ask' },
  'history-dismiss': { area: 'history', chords: [plain('Delete'), plain('Backspace')], words: 'shortcut.history-dismiss' },
  'history-copy-prompt': { area: 'history', chords: [{ key: 'c', mod: true, shift: true }], words: 'shortcut.copy-prompt' },
  'history-copy-id': { area: 'history', chords: [{ key: 'i', mod: true, shift: true }], words: 'shortcut.copy-id' },
  'history-use-again': { area: 'history', chords: [plain('u')], words: 'shortcut.use-again' },
  'history-save-prompt-of': { area: 'history', chords: [plain('b')], words: 'shortcut.save-prompt-of' },
  'history-adopt': { area: 'history', chords: [mod('n')], words: 'shortcut.history-adopt' },

  'queue-move': { area: 'queue', chords: [plain('ArrowUp'), plain('ArrowDown')], words: 'shortcut.queue-move' },
  'queue-move-far': { area: 'queue', chords: [plain('Home'), plain('End'), plain('PageUp'), plain('PageDown')], words: 'shortcut.move-far' },
  'queue-extend': {
    area: 'queue',
    chords: [shift('ArrowUp'), shift('ArrowDown'), shift('Home'), shift('End'), shift('PageUp'), shift('PageDown')],
    words: 'shortcut.extend',
  },
  'queue-select-all': { area: 'queue', chords: [mod('a')], words: 'shortcut.queue-select-all' },
  'queue-select-none': { area: 'queue', chords: [plain('Escape')], words: 'shortcut.queue-select-none' },
  'queue-open': { area: 'queue', chords: [plain('ArrowRight')], words: 'shortcut.queue-open' },
  'queue-close': { area: 'queue', chords: [plain('ArrowLeft')], words: 'shortcut.queue-close' },
  'queue-edit': { area: 'queue', chords: [plain('Enter')], words: 'shortcut.queue-edit' },
  'queue-hold': { area: 'queue', chords: [plain(' ')], words: 'shortcut.queue-hold' },
  'queue-hold-all': { area: 'queue', chords: [plain('h')], words: 'shortcut.queue-hold-all' },
  'queue-rename': { area: 'queue', chords: [plain('F2')], words: 'shortcut.queue-rename' },
  'queue-step': { area: 'queue', chords: [alt('ArrowUp'), alt('ArrowDown')], words: 'shortcut.queue-step' },
  'queue-ends': { area: 'queue', chords: [alt('Home'), alt('End')], words: 'shortcut.queue-ends' },
  'queue-withdraw': { area: 'queue', chords: [plain('Delete'), plain('Backspace')], words: 'shortcut.queue-withdraw' },
  'queue-pictures': { area: 'queue', chords: [plain('p')], words: 'shortcut.queue-pictures' },
  'queue-history': { area: 'queue', chords: [plain('t')], words: 'shortcut.queue-history' },

  'tags-move': { area: 'tags', chords: [plain('ArrowLeft'), plain('ArrowRight'), plain('Home'), plain('End')], words: 'shortcut.tags-move' },
  'tags-open': { area: 'tags', chords: [plain('Enter')], words: 'shortcut.tags-open' },
  'tags-select': { area: 'tags', chords: [plain(' ')], words: 'shortcut.tags-select' },
  'tags-rename': { area: 'tags', chords: [plain('F2')], words: 'shortcut.tags-rename' },
  'tags-remove': { area: 'tags', chords: [plain('Delete'), plain('Backspace')], words: 'shortcut.tags-remove' },

  'prompts-move': { area: 'prompts', chords: [plain('ArrowUp'), plain('ArrowDown')], words: 'shortcut.prompts-move' },
  'prompts-use': { area: 'prompts', chords: [plain('Enter')], words: 'shortcut.prompts-use' },
  'prompts-insert': { area: 'prompts', chords: [shift('Enter')], words: 'shortcut.prompts-insert' },
  'prompts-edit': { area: 'prompts', chords: [plain('F2')], words: 'shortcut.prompts-edit' },
  'prompts-remove': { area: 'prompts', chords: [plain('Delete'), plain('Backspace')], words: 'shortcut.prompts-remove' },
  'prompts-tab': { area: 'prompts', chords: [mod('p')], words: 'shortcut.prompts-tab' },
} as const satisfies Record<string, ShortcutRow>;

export type ShortcutId = keyof typeof shortcutTable;
