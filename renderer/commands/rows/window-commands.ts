import { BookmarkPlus, Braces, FolderInput, FolderPen, Fullscreen, Keyboard, Library, ListPlus, MonitorUp, Settings } from 'lucide-react';
import { chooseToImport } from '../../parts/import/choose-to-import.ts';
import { focusPrompt, useCompose } from '../../stores/compose/compose-store.ts';
import { openList } from '../../stores/lists/list-dialog-store.ts';
import { offerToSaveDraft, openPrompts } from '../../stores/prompts/prompts-dialog-store.ts';
import { redoLatest, undoLatest } from '../../stores/undo.ts';
import { toggleSecondWindow } from '../../stores/windows/second-window.ts';
import { goTo, resetZoom, stepZoom } from '../../stores/windows/view-store.ts';
import { toggleFullScreen, useWindows } from '../../stores/windows/windows-store.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { addKeys } from '../../ui/fields/combobox.tsx';
import { alt, mod, modShift, plain, shift, type Command } from '../command.ts';

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
  'go-gallery': { help: 'shortcut.go-gallery', keys: { everywhere: [mod('1')] } },
  'go-history': { help: 'shortcut.go-history', keys: { everywhere: [mod('2')] }, run: () => goTo('history') },
  'go-favourites': { help: 'shortcut.go-favourites', keys: { everywhere: [mod('3')] } },
  'go-trash': { help: 'shortcut.go-trash', keys: { everywhere: [mod('4')] } },
  'go-queue': { help: 'shortcut.go-queue', keys: { everywhere: [mod('5')] }, run: () => goTo('queue') },
  'go-spending': { help: 'shortcut.go-spending', keys: { everywhere: [mod('6')] }, run: () => goTo('spending') },
  'go-settings': { icon: Settings, name: 'app.settings', help: 'shortcut.go-settings', keys: { everywhere: [mod(',')] }, run: () => goTo('settings') },
  sidebar: { help: 'shortcut.sidebar', keys: { everywhere: [mod('b')] } },
  'move-in-list': { help: 'shortcut.move-in-list', keys: { everywhere: [alt('ArrowUp'), alt('ArrowDown')] } },
  'rename-listed': { help: 'shortcut.rename-listed', keys: { everywhere: [plain('F2')] } },
  'zoom-in': { help: 'shortcut.zoom-in', keys: { everywhere: [mod('+'), mod('=')] }, repeats: true, inDialogs: true, run: () => stepZoom(1) },
  'zoom-out': { help: 'shortcut.zoom-out', keys: { everywhere: [mod('-')] }, repeats: true, inDialogs: true, run: () => stepZoom(-1) },
  'zoom-reset': { help: 'shortcut.zoom-reset', keys: { everywhere: [mod('0')] }, inDialogs: true, run: resetZoom },
  import: { icon: FolderInput, name: 'import.folder', help: 'shortcut.import', keys: { everywhere: [mod('o')] }, run: () => void chooseToImport('folder') },
  wildcards: { icon: FolderPen, name: 'wildcards.open', help: 'shortcut.wildcards', keys: { everywhere: [mod('j')] }, run: () => void ask('wildcards') },
  prompts: { icon: Library, name: 'prompts.open', help: 'shortcut.prompts', keys: { everywhere: [mod('p')] }, run: openPrompts },
  tags: { help: 'shortcut.tags', keys: { everywhere: [modShift('t')] }, run: () => void ask('tags') },
  list: { icon: ListPlus, name: 'list.open', help: 'shortcut.list', keys: { everywhere: [modShift('l')] }, run: () => openList() },
  undo: { help: 'shortcut.undo', keys: { everywhere: [mod('z')] }, repeats: true, run: () => void undoLatest() },
  redo: { help: 'shortcut.redo', keys: { everywhere: [modShift('z')] }, repeats: true, run: () => void redoLatest() },
  'focus-prompt': { help: 'shortcut.focus-prompt', keys: { everywhere: [plain('/'), mod('l')] }, run: focusPrompt },

  /** Only the form itself handles it, so that no other place buys by this key. */
  submit: { help: 'shortcut.submit', keys: { compose: [mod('Enter')] } },
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
  snippet: { help: 'shortcut.snippet', keys: { compose: [plain('/')] } },
  'recall-prompt': { help: 'shortcut.recall-prompt', keys: { compose: [plain('ArrowUp')] } },
  'leave-prompt': { help: 'shortcut.leave-prompt', keys: { compose: [plain('Escape')] } },
} satisfies Readonly<Record<string, Command>>;
