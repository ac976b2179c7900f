import { ArrowDown, ArrowUp, BookmarkPlus, Braces, Command as CommandSign, FolderInput, FolderPen, Fullscreen, ImageDown, ImagePlus, Keyboard, Library, ListPlus, MonitorUp, Pencil, Pin, Scale, Settings, SlidersHorizontal, Undo2, X } from 'lucide-react';
import type { ListedEntry } from '../../../shared/library/albums.ts';
import { removeEntry, renameEntry } from '../../parts/albums/entry-actions.ts';
import { chooseToImport } from '../../parts/import/choose-to-import.ts';
import { appFacts } from '../../stores/app-store.ts';
import { stepListed, togglePinned, toggleTakesNew } from '../../stores/library/albums-store.ts';
import { undoImport } from '../../stores/library/undoable-import.ts';
import { focusPrompt, useCompose } from '../../stores/compose/compose-store.ts';
import { openList } from '../../stores/lists/list-dialog-store.ts';
import { showLicences } from '../../stores/windows/show-licences.ts';
import { offerToSaveDraft, offerToSaveSettings, openPrompts } from '../../stores/prompts/prompts-dialog-store.ts';
import { redoLatest, undoLatest } from '../../stores/undo.ts';
import { toggleSecondWindow } from '../../stores/windows/second-window.ts';
import { goTo, goToStatistics, goToTasks, resetZoom, stepZoom } from '../../stores/windows/view-store.ts';
import { toggleFullScreen, useWindows } from '../../stores/windows/windows-store.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { addKeys } from '../../ui/fields/combobox.tsx';
import { alt, mod, modShift, plain, shift, type Command } from '../command.ts';

/** For an album or a saved search. In the sidebar's list, the focused entry answers to the keys. */
const onListed = (act: (entry: ListedEntry) => unknown) =>
  ({ when: ({ listed }) => listed !== null, run: ({ listed }) => listed && act(listed) }) satisfies Command;

/** How many pictures the import added that can be undone. */
const lastImport = () => appFacts().imports.latest;

/** What works everywhere, and what belongs to the compose bar. */
export const windowCommands = {
  'full-screen': {
    icon: Fullscreen,
    name: (say) => say(useWindows.getState().fullScreen ? 'viewer.leave-full-screen' : 'viewer.full-screen'),
    help: 'shortcut.full-screen',
    keys: { everywhere: [plain('F11'), shift('f')] },
    run: toggleFullScreen,
  },
  'second-window': {
    icon: MonitorUp,
    name: (say) => say(useWindows.getState().second ? 'viewer.close-second' : 'viewer.second'),
    help: 'shortcut.second-window',
    keys: { everywhere: [modShift('w')] },
    run: toggleSecondWindow,
  },
  'show-shortcuts': { icon: Keyboard, name: 'app.shortcuts', help: 'shortcut.show', keys: { everywhere: [plain('?')] }, run: () => void ask('shortcuts') },
  palette: { icon: CommandSign, name: 'palette.open', keys: { everywhere: [mod('k')] }, run: () => void ask('palette', { search: '' }) },
  licences: { icon: Scale, name: 'licences.open', run: () => void showLicences() },
  'go-gallery': { help: 'shortcut.go-gallery', keys: { everywhere: [mod('1')] } },
  'go-history': { help: 'shortcut.go-history', keys: { everywhere: [mod('2')] }, run: () => goToTasks('history') },
  'go-favourites': { help: 'shortcut.go-favourites', keys: { everywhere: [mod('3')] } },
  'go-trash': { help: 'shortcut.go-trash', keys: { everywhere: [mod('4')] } },
  'go-waiting': { help: 'shortcut.go-waiting', keys: { everywhere: [mod('5')] }, run: () => goToTasks('waiting') },
  'go-spending': { help: 'shortcut.go-spending', keys: { everywhere: [mod('6')] }, run: () => goTo('spending') },
  'go-statistics': { help: 'shortcut.go-statistics', keys: { everywhere: [mod('7')] }, run: () => goToStatistics('pictures') },
  'go-settings': { icon: Settings, name: 'app.settings', help: 'shortcut.go-settings', keys: { everywhere: [mod(',')] }, run: () => goTo('settings') },
  sidebar: { help: 'shortcut.sidebar', keys: { everywhere: [mod('b')] } },
  'takes-new': {
    ...onListed((entry) => entry.kind === 'album' && toggleTakesNew(entry.album)),
    icon: ImageDown,
    name: (say, { listed }) => say(listed?.kind === 'album' && listed.album.takesNew ? 'albums.takes-not' : 'albums.takes'),
    shown: ({ listed }) => listed?.kind === 'album',
  },
  'rename-listed': { ...onListed(renameEntry), icon: Pencil, name: 'albums.rename', help: 'shortcut.rename-listed', keys: { everywhere: [plain('F2')] } },
  'pin-listed': { ...onListed(togglePinned), icon: Pin, name: (say, { listed }) => say(listed?.pinned === true ? 'albums.unpin' : 'albums.pin') },
  'list-up': { ...onListed((entry) => stepListed(entry, -1)), icon: ArrowUp, name: 'albums.up', help: 'shortcut.list-up', keys: { everywhere: [alt('ArrowUp')] } },
  'list-down': { ...onListed((entry) => stepListed(entry, 1)), icon: ArrowDown, name: 'albums.down', help: 'shortcut.list-down', keys: { everywhere: [alt('ArrowDown')] } },
  'remove-listed': { ...onListed(removeEntry), icon: X, name: (say, { listed }) => say(listed?.kind === 'album' ? 'albums.delete' : 'gallery.delete-search') },
  'zoom-in': { help: 'shortcut.zoom-in', keys: { everywhere: [mod('+'), mod('=')] }, repeats: true, inDialogs: true, run: () => stepZoom(1) },
  'zoom-out': { help: 'shortcut.zoom-out', keys: { everywhere: [mod('-')] }, repeats: true, inDialogs: true, run: () => stepZoom(-1) },
  'zoom-reset': { help: 'shortcut.zoom-reset', keys: { everywhere: [mod('0')] }, inDialogs: true, run: resetZoom },
  import: { icon: FolderInput, name: 'import.folder', label: 'shortcut.import', help: 'shortcut.import', keys: { everywhere: [mod('o')] }, run: () => void chooseToImport('folder') },
  'import-pictures': { icon: ImagePlus, name: 'import.pictures', run: () => void chooseToImport('pictures') },
  'undo-import': {
    icon: Undo2,
    name: (say) => say('import.undo-last', { count: lastImport()?.counts.added ?? 0 }),
    shown: () => (lastImport()?.token ?? null) !== null,
    run: () => {
      const token = lastImport()?.token ?? null;
      if (token !== null) void undoImport(token);
    },
  },
  wildcards: { icon: FolderPen, name: 'wildcards.open', help: 'shortcut.wildcards', keys: { everywhere: [mod('j')] }, run: () => void ask('wildcards') },
  prompts: { icon: Library, name: 'prompts.open', help: 'shortcut.prompts', keys: { everywhere: [mod('p')] }, run: openPrompts },
  tags: { help: 'shortcut.tags', keys: { everywhere: [modShift('t')] }, run: () => void ask('tags') },
  list: { icon: ListPlus, name: 'list.open', help: 'shortcut.list', keys: { everywhere: [modShift('l')] }, run: () => openList() },
  undo: { help: 'shortcut.undo', keys: { everywhere: [mod('z')] }, repeats: true, run: () => void undoLatest() },
  redo: { help: 'shortcut.redo', keys: { everywhere: [modShift('z')] }, repeats: true, run: () => void redoLatest() },
  'focus-prompt': { help: 'shortcut.focus-prompt', keys: { everywhere: [plain('/'), mod('l')] }, run: focusPrompt },

  /** Only the form itself handles it, so that no other place buys by this key. */
  submit: { help: 'shortcut.submit', keys: { compose: [mod('Enter')] }, byKeyAlone: true },
  /** The fields answer to it. */
  'add-value': { help: 'shortcut.add-value', keys: { compose: addKeys } },
  many: { help: 'shortcut.many', keys: { compose: [modShift('m')] } },
  fields: { icon: Braces, name: 'fields.open', help: 'shortcut.fields', keys: { compose: [modShift('e')] }, run: () => void ask('fields', { accountId: null }) },
  'add-reference': { help: 'shortcut.add-reference', keys: { compose: [modShift('o')] } },
  'swap-size': { help: 'shortcut.swap-size', keys: { compose: [modShift('x')] } },
  'save-prompt': {
    icon: BookmarkPlus,
    name: 'prompts.save-this',
    help: 'shortcut.save-prompt',
    keys: { compose: [mod('d')] },
    disabled: () => useCompose.getState().prompt.trim() === '',
    run: offerToSaveDraft,
  },
  'save-settings': { icon: SlidersHorizontal, name: 'prompts.save-settings', run: offerToSaveSettings },
  snippet: { help: 'shortcut.snippet', keys: { compose: [plain('/')] } },
  'recall-prompt': { help: 'shortcut.recall-prompt', keys: { compose: [plain('ArrowUp')] } },
  'leave-prompt': { help: 'shortcut.leave-prompt', keys: { compose: [plain('Escape')] } },
} satisfies Readonly<Record<string, Command>>;
