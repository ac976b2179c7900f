import { useEffect, useEffectEvent } from 'react';
import { isChord, matches, readings, type KeyPress } from './chords.ts';
import { shortcutTable, type Chord, type ShortcutArea, type ShortcutId } from './shortcut-table.ts';

/** A key press that is a chord of the table. `key` is the chord's, whatever the key writes on this keyboard. */
export interface ShortcutPress extends Pick<KeyboardEvent, 'target' | 'repeat' | 'shiftKey'> {
  readonly key: string;
}

type Handler = (press: ShortcutPress) => void;

/** Bound handlers. If there are several for one shortcut, the last one bound acts. */
const bound = new Map<ShortcutId, Handler[]>();

/** Acts on a shortcut of the table while the component is mounted and `enabled`. */
export function useShortcut(id: ShortcutId, handler: Handler, enabled = true): void {
  const latest = useEffectEvent(handler);
  useEffect(() => {
    if (!enabled) return;
    const act: Handler = (press) => latest(press);
    bound.set(id, [...(bound.get(id) ?? []), act]);
    return () => {
      bound.set(id, (bound.get(id) ?? []).filter((other) => other !== act));
    };
  }, [id, enabled]);
}

/** For elements that answer to a shortcut only while they have the focus. */
export function isShortcut(id: ShortcutId, press: KeyPress): boolean {
  return shortcutTable[id].chords.some((chord) => matches(chord, press, mac));
}

/** Shortcuts that also work in dialogs, because they change nothing that a dialog could be about. */
const inDialogs: ReadonlySet<ShortcutId> = new Set(['zoom-in', 'zoom-out', 'zoom-reset']);

/** The one key listener of the window, which the app mounts. `activeAreas`: where keys act now; those of the first area go first. */
export function useShortcutListener(activeAreas: () => readonly ShortcutArea[]): void {
  useEffect(() => {
    areasNow = activeAreas;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (waiting === null && !isRoomThere()) void withKeysHeld(() => Promise.resolve());
      if (waiting === null || isTyping(event.target)) return dispatch(event, activeAreas());
      event.preventDefault();
      waiting.push(() => dispatch(event, activeAreas()));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [activeAreas]);
}

/** Where keys act now, as the app reports it. */
let areasNow: () => readonly ShortcutArea[] = () => [];

/** What keys do that were pressed while a room is being opened, in their order. Null: keys act at once. */
let waiting: (() => void)[] | null = null;

/** Milliseconds that keys wait at most for the code of a room. */
const loadsWithin = 10_000;

/** False while the code of the room where keys act is being loaded. Every room binds some keys as soon as it is rendered. */
function isRoomThere(): boolean {
  const rooms: readonly ShortcutArea[] = areasNow().filter((area) => area !== 'everywhere');
  return rooms.length === 0 || [...bound].some(([id, handlers]) => handlers.length > 0 && rooms.includes(shortcutTable[id].area));
}

/** Runs something that opens a room after an answer from main. Keys that are pressed meanwhile act in that room, not in the one that is still shown. */
export async function withKeysHeld(open: () => Promise<unknown>): Promise<void> {
  if (waiting !== null) return;
  waiting = [];
  try {
    await open();
    const until = performance.now() + loadsWithin;
    do await nextFrame();
    while (!isRoomThere() && performance.now() < until);
    // Each key may show something else, to which the next one applies.
    for (let act = waiting.shift(); act !== undefined; act = waiting.shift()) {
      act();
      await nextFrame();
    }
  } finally {
    waiting = null;
  }
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

function dispatch(event: KeyboardEvent, areas: readonly ShortcutArea[]): void {
  const modal = isInModal(event.target);
  const typing = isTyping(event.target);
  // The room's own keys go before those that work everywhere: `/` searches in the history.
  const inOrder = [...bound].sort(([a], [b]) => areas.indexOf(shortcutTable[a].area) - areas.indexOf(shortcutTable[b].area));
  for (const reading of readings(event)) {
    for (const [id, handlers] of inOrder) {
      const handler = handlers.at(-1);
      const { area, chords }: { area: ShortcutArea; chords: readonly Chord[] } = shortcutTable[id];
      if (!handler || !areas.includes(area) || (modal && !inDialogs.has(id))) continue;
      const chord = chords.find((candidate) => isChord(candidate, reading, mac));
      if (!chord || (typing && writes(chord)) || copiesText(chord)) continue;
      if (!chord.mod && isControl(event.target) && (chord.key === 'Enter' || chord.key === ' ')) continue;
      event.preventDefault();
      handler({ key: chord.key, target: event.target, repeat: event.repeat, shiftKey: event.shiftKey });
      return;
    }
  }
}

/** Command takes the place of Control. */
let mac = false;

/** Sets the platform, which main reports. */
export function setPlatform(platform: string): void {
  mac = platform === 'darwin';
}

export const isMac = (): boolean => mac;

/** Keys that a text field needs: all that write or move, the clipboard's, undo, and select all. */
function writes(chord: Chord): boolean {
  return !chord.mod || ['a', 'c', 'z', 'ArrowUp', 'ArrowDown'].includes(chord.key);
}

/** If text is selected, the copy key means that text. */
function copiesText(chord: Chord): boolean {
  return chord.mod === true && chord.key === 'c' && !chord.shift && window.getSelection()?.isCollapsed === false;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['button', 'checkbox', 'radio', 'range'].includes(target.type);
}

/** Buttons and links keep Enter and Space for themselves. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a[href], [role="slider"], [role="menuitem"]') !== null;
}

/**
 * Dialogs and menus handle their own keys until they close; one that is fading out may still have the focus. A menu gets the focus a frame
 * after it opens, and keys pressed before then must not act on what is below it.
 */
function isInModal(target: EventTarget | null): boolean {
  if (document.querySelector('[data-modal][data-open], [role="menu"][data-open]') !== null) return true;
  return target instanceof HTMLElement && target.closest('[role="dialog"]:not([data-shortcuts], [data-closed]), [role="alertdialog"]:not([data-closed]), [role="menu"]:not([data-closed])') !== null;
}
