import { ArrowLeft, BrickWall, CheckCheck, CopyCheck, Lock, Play, Replace, Rows2, SkipForward } from 'lucide-react';
import { showNearCopies } from '../../parts/pictures/show-similar.ts';
import { reverseOrder, toggleAllStacks } from '../../stores/gallery/change-arrangement.ts';
import { left, useCompare } from '../../stores/compare-store.ts';
import { useCull } from '../../stores/cull/cull-store.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { stepCellSize, switchSheetLayout } from '../../stores/windows/view-store.ts';
import { stepGround, toggleKeepsZoom, toggleSlideshow } from '../../stores/windows/viewer-store.ts';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { alt, keysIn, mod, modShift, plain, shift, type Command } from '../command.ts';

type Kind = (key: string) => Chord;
const upDown = (kind: Kind) => [kind('ArrowUp'), kind('ArrowDown')];
const arrows = (kind: Kind) => [kind('ArrowLeft'), kind('ArrowRight'), ...upDown(kind)];
const ends = (kind: Kind) => [kind('Home'), kind('End')];
const far = (kind: Kind) => [...ends(kind), kind('PageUp'), kind('PageDown')];

/** Moving, selecting, and how things are shown. The pages that show them handle most of these. */
export const viewCommands = {
  move: {
    help: { gallery: 'shortcut.move', compare: 'shortcut.compare-move', matrix: 'shortcut.matrix-move', tasks: 'shortcut.tasks-move', prompts: 'shortcut.prompts-move', tags: 'shortcut.tags-move' },
    keys: {
      ...keysIn(['gallery', 'compare', 'matrix'], ...arrows(plain)),
      ...keysIn(['tasks', 'prompts'], ...upDown(plain)),
      tags: [plain('ArrowLeft'), plain('ArrowRight'), ...ends(plain)],
    },
    repeats: true,
    byKeyAlone: true,
  },
  'move-far': {
    help: { gallery: 'shortcut.move-far', tasks: 'shortcut.move-far', viewer: 'shortcut.viewer-ends', matrix: 'shortcut.matrix-ends' },
    keys: { ...keysIn(['gallery', 'tasks'], ...far(plain)), ...keysIn(['viewer', 'matrix'], ...ends(plain)) },
    repeats: true,
    byKeyAlone: true,
  },
  extend: {
    help: { gallery: 'shortcut.extend', tasks: 'shortcut.tasks-extend', matrix: 'shortcut.matrix-extend' },
    keys: {
      gallery: [...arrows(shift), ...far(shift)],
      tasks: [...upDown(shift), ...far(shift)],
      matrix: [...arrows(shift), ...ends(shift)],
    },
    repeats: true,
    byKeyAlone: true,
  },
  'move-group': { help: 'shortcut.move-group', keys: { gallery: upDown(mod) }, repeats: true, byKeyAlone: true },
  'select-group': { help: 'shortcut.select-group', keys: { gallery: [modShift('a')] } },
  'select-all': {
    help: { gallery: 'shortcut.select-all', tasks: 'shortcut.select-all', matrix: 'shortcut.matrix-select-all' },
    keys: keysIn(['gallery', 'tasks', 'matrix'], mod('a')),
  },
  'select-one': { help: 'shortcut.select-one', keys: { gallery: [plain('Escape')] } },
  search: { help: { gallery: 'shortcut.search', tasks: 'shortcut.search', settings: 'shortcut.settings-search' }, keys: { gallery: [mod('f')], tasks: [plain('/'), mod('f')], settings: [mod('f')] } },
  filters: { help: 'shortcut.filters', keys: { gallery: [modShift('f')] } },
  'go-to-date': { help: 'shortcut.go-to-date', keys: { gallery: [plain('g')] } },
  strip: { help: 'shortcut.strip', keys: { gallery: [plain('w')] } },
  larger: { help: 'shortcut.larger', keys: keysIn(['gallery', 'matrix'], plain('+'), plain('=')), repeats: true, run: () => stepCellSize(1) },
  smaller: { help: 'shortcut.smaller', keys: keysIn(['gallery', 'matrix'], plain('-')), repeats: true, run: () => stepCellSize(-1) },
  'view-menu': { help: 'shortcut.view-menu', keys: { gallery: [plain('v')] } },
  'reverse-order': { help: 'shortcut.reverse-order', keys: { gallery: [shift('v')] }, run: reverseOrder },
  'all-stacks': {
    name: 'arrange.switch-stacks',
    help: 'shortcut.all-stacks',
    keys: { gallery: [shift('s')] },
    when: () => useGallery.getState().view.arrangement.stack !== null,
    run: toggleAllStacks,
  },
  'near-copies': { icon: CopyCheck, name: 'similar.find-copies', help: 'shortcut.near-copies', keys: { gallery: [shift('d')] }, run: showNearCopies },
  'switch-layout': {
    icon: BrickWall,
    name: 'gallery.justified-rows',
    help: 'shortcut.switch-layout',
    keys: { gallery: [plain('j')] },
    run: switchSheetLayout,
  },
  'move-in-album': { help: 'shortcut.move-in-album', keys: { gallery: [...arrows(alt), ...ends(alt)] }, repeats: true, byKeyAlone: true },

  close: {
    icon: ArrowLeft,
    name: 'app.back',
    help: { tasks: 'shortcut.tasks-close', viewer: 'shortcut.viewer-close', compare: 'shortcut.compare-close', matrix: 'shortcut.matrix-close' },
    keys: { ...keysIn(['viewer', 'compare'], plain('Escape'), plain(' ')), ...keysIn(['tasks', 'matrix'], plain('Escape')) },
  },
  next: { help: 'shortcut.viewer-next', keys: { viewer: [plain('ArrowRight')] }, repeats: true },
  previous: { help: 'shortcut.viewer-previous', keys: { viewer: [plain('ArrowLeft')] }, repeats: true },
  sibling: { help: 'shortcut.viewer-sibling', keys: { viewer: upDown(plain) }, repeats: true, byKeyAlone: true },
  'zoom-picture-in': { help: 'shortcut.viewer-zoom-in', keys: keysIn(['viewer', 'compare'], plain('+'), plain('=')), repeats: true },
  'zoom-picture-out': { help: 'shortcut.viewer-zoom-out', keys: keysIn(['viewer', 'compare'], plain('-')), repeats: true },
  fit: { help: 'shortcut.viewer-fit', keys: keysIn(['viewer', 'compare'], shift('z')) },
  'actual-size': { help: 'shortcut.viewer-actual', keys: keysIn(['viewer', 'compare'], plain('z'), plain('Enter')) },
  'keep-zoom': {
    icon: Lock,
    name: 'viewer.keep-zoom',
    help: 'shortcut.viewer-keep-zoom',
    keys: { viewer: [plain('k')] },
    run: toggleKeepsZoom,
  },
  pan: { help: 'shortcut.viewer-pan', keys: keysIn(['viewer', 'compare'], ...arrows(shift)), repeats: true, byKeyAlone: true },
  slideshow: {
    icon: Play,
    name: 'viewer.slideshow',
    help: 'shortcut.viewer-slideshow',
    keys: { viewer: [plain('F5')] },
    when: () => useCull.getState().culling === null,
    run: toggleSlideshow,
  },
  ground: { help: 'shortcut.viewer-ground', keys: { viewer: [plain('l')] }, run: stepGround },

  'cull-next': { help: 'shortcut.cull-next', keys: { cull: [plain(' ')] }, repeats: true },
  'cull-skips': { icon: SkipForward, name: 'cull.skips', help: 'shortcut.cull-skips', keys: { cull: [shift('h')] } },
  'cull-end': { icon: ArrowLeft, name: 'cull.end', help: 'shortcut.cull-end', keys: { cull: [plain('Escape')] } },

  'knock-out': { help: 'shortcut.compare-knock-out', keys: { compare: [plain('Delete'), plain('Backspace')] } },
  decide: {
    icon: CheckCheck,
    name: (say) => say('compare.decide', { picked: left(useCompare.getState()).length, rejected: useCompare.getState().out.length }),
    help: 'shortcut.compare-decide',
    keys: { compare: [mod('Enter')] },
  },
  overlay: { help: 'shortcut.compare-overlay', keys: { compare: [plain('q')] } },
  difference: { help: 'shortcut.compare-difference', keys: { compare: [shift('q')] } },
  divide: { help: 'shortcut.compare-divide', keys: { overlay: [plain('ArrowLeft'), plain('ArrowRight'), ...ends(plain)] }, repeats: true, byKeyAlone: true },
  amplify: { help: 'shortcut.compare-amplify', keys: { difference: arrows(plain) }, repeats: true, byKeyAlone: true },

  'step-prompt': { help: 'shortcut.matrix-prompt', keys: { matrix: [plain('PageUp'), plain('PageDown')] }, repeats: true, byKeyAlone: true },
  'compare-column': { icon: Rows2, name: 'matrix.do.compare-column', help: 'shortcut.matrix-compare-column', keys: { matrix: [shift('c')] } },
  'swap-axes': { icon: Replace, name: 'matrix.swap', help: 'shortcut.matrix-swap', keys: { matrix: [shift('x')] } },

  'show-tagged': { help: 'shortcut.tags-open', keys: { tags: [plain('Enter')] } },
  'select-tag': { help: 'shortcut.tags-select', keys: { tags: [plain(' ')] } },
  'rename-tag': { help: 'shortcut.tags-rename', keys: { tags: [plain('F2')] } },
  'remove-tag': { help: 'shortcut.tags-remove', keys: { tags: [plain('Delete'), plain('Backspace')] } },
  'use-prompt': { help: 'shortcut.prompts-use', keys: { prompts: [plain('Enter')] } },
  'insert-prompt': { help: 'shortcut.prompts-insert', keys: { prompts: [shift('Enter')] } },
  'edit-prompt': { help: 'shortcut.prompts-edit', keys: { prompts: [plain('F2')] } },
  'remove-prompt': { help: 'shortcut.prompts-remove', keys: { prompts: [plain('Delete'), plain('Backspace')] } },
  'prompts-tab': { help: 'shortcut.prompts-tab', keys: { prompts: [mod('p')] } },
} satisfies Readonly<Record<string, Command>>;
