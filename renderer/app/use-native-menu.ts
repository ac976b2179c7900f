import { useEffect } from 'react';
import type { NativeMenus } from '../../shared/windows/native-menu.ts';
import { bridge } from '../bridge.ts';
import { isInModal } from '../commands/dispatch.ts';
import { nativeMenus } from '../commands/menu-bar.ts';
import { actIn, offeredNow } from '../commands/offered.ts';
import { commands, type CommandId } from '../commands/registry.ts';
import { subscribeToCommands } from '../commands/use-known.ts';
import { useMenuPress } from '../stores/windows/menu-press.ts';
import { useOpenings } from '../ui/dialogs/ask.ts';
import { isTyping } from '../ui/shortcuts/key-listener.ts';
import { useWords } from '../words/words.ts';

/** Milliseconds between two looks at what applies. Somebody who opens a menu takes longer, and a selection by a held key changes far more often. */
const lookEvery = 300;

/** Keeps the menu bar of the system as the registry of commands says: words, keys, and what applies now. Does what its items are pressed for. */
export function useNativeMenu(): void {
  const say = useWords();
  // Another language is another menu.
  useEffect(() => keepMenus(() => nativeMenus(say, offeredInMenus())), [say]);
  useEffect(() => useMenuPress.subscribe(({ command }) => command !== null && press(command)), []);
}

function keepMenus(read: () => NativeMenus): () => void {
  let latest = '';
  let timer: ReturnType<typeof setTimeout> | null = null;
  const look = (): void => {
    timer = null;
    const menus = read();
    const text = JSON.stringify(menus);
    if (text === latest) return;
    latest = text;
    void bridge.windowsSetMenus({ menus });
  };
  const soon = (): void => void (timer ??= setTimeout(look, lookEvery));
  soon();
  const ends = [subscribeToCommands(soon), useOpenings.subscribe(soon)];
  return () => {
    if (timer !== null) clearTimeout(timer);
    for (const end of ends) end();
  };
}

/** In a dialog, only what changes nothing that it could be about. */
function offeredInMenus(): ReadonlySet<CommandId> {
  const ids = [...offeredNow().keys()];
  return new Set(isInModal(null) ? ids.filter((id) => commands[id].inDialogs) : ids);
}

function press(command: string): void {
  useMenuPress.setState({ command: null });
  const subject = [...offeredNow()].find(([id]) => id === command);
  if (command === 'undo' || command === 'redo') if (isTyping(document.activeElement)) return undoText(command);
  if (subject && offeredInMenus().has(subject[0])) actIn(subject[0], subject[1].place);
}

/** In the text field that has the focus, as its own keys do. The prompt has a history of its own. */
function undoText(what: 'undo' | 'redo'): void {
  const before = new InputEvent('beforeinput', { inputType: what === 'undo' ? 'historyUndo' : 'historyRedo', bubbles: true, cancelable: true });
  if (document.activeElement?.dispatchEvent(before)) document.execCommand(what);
}
