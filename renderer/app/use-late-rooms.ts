import { useEffect, useSyncExternalStore } from 'react';
import type * as LateRooms from './late-rooms.ts';
import { isAnyLateDialogOpen, lateDialogs, onLateDialogs } from './late-dialogs.ts';
import { isLoadingLateRooms, loadLateRooms, useLateCode } from './load-late-rooms.ts';

/** Milliseconds after the first screen, so that its pictures are loaded and decoded first. */
const firstScreen = 300;
/** Milliseconds after which rooms and dialogs are loaded even if the window is never idle. A question about money may be among them. */
const idleAtLatest = 1_000;

/**
 * Rooms and dialogs that the first screen does not show. Null until they are loaded: when the window is idle, or at once if one `isWanted` or a
 * dialog is opened. Then they render at once, where `React.lazy` would show its fallback first. What is typed for a dialog meanwhile is not lost.
 */
export function useLateRooms(isWanted: boolean): typeof LateRooms | null {
  const isDialogOpen = useSyncExternalStore(onLateDialogs, isAnyLateDialogOpen);
  useEffect(() => {
    if (isWanted || isDialogOpen) return void loadLateRooms();
    const timer = setTimeout(() => requestIdleCallback(() => void loadLateRooms(), { timeout: idleAtLatest }), firstScreen);
    return () => clearTimeout(timer);
  }, [isWanted, isDialogOpen]);
  const rooms = useLateCode((late) => late.rooms);
  const isLoaded = rooms !== null;
  useEffect(() => {
    if (isLoaded) return;
    window.addEventListener('keydown', holdTyped, true);
    return () => window.removeEventListener('keydown', holdTyped, true);
  }, [isLoaded]);
  useEffect(() => {
    document.addEventListener('focusin', insertTyped);
    return () => document.removeEventListener('focusin', insertTyped);
  }, []);
  return rooms;
}

/** What was typed for a dialog while it was being loaded. */
let typed = '';

function holdTyped(event: KeyboardEvent): void {
  if (!awaitsDialog() || event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  typed += event.key;
}

/** Types it into the dialog's first field. */
function insertTyped({ target }: FocusEvent): void {
  if (typed === '' || !(target instanceof HTMLElement) || target.closest('[data-modal]') === null) return;
  const text = typed;
  typed = '';
  // The dialog is still being rendered when it takes the focus.
  queueMicrotask(() => document.execCommand('insertText', false, text));
}

/** Whether a dialog is opening: its code is being loaded, or it is rendered a frame later. Letters that are typed for it must not act on the room below. */
export function awaitsDialog(): boolean {
  const isLoadable = useLateCode.getState().rooms !== null || isLoadingLateRooms();
  return isLoadable && lateDialogs.some(({ byKey, isOpen }) => byKey && isOpen()) && document.querySelector('[data-modal]') === null;
}
