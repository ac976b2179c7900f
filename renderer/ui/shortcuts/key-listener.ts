import { useEffect } from 'react';
import { actAsPressed } from '../press-time.ts';
import { matches, type Chord, type KeyPress } from './chords.ts';

/** What keys do. The window has one. */
export interface KeyHandler {
  /** Does what a key is for. Prevents its default if it does anything. */
  readonly press: (event: KeyboardEvent) => void;
  /** False while the code of the page where keys act is being loaded. */
  readonly isRoomThere: () => boolean;
}

let handler: KeyHandler = { press: () => undefined, isRoomThere: () => true };

/** The one key listener of the window, which the app mounts. */
export function useKeyListener(keyHandler: KeyHandler): void {
  useEffect(() => {
    handler = keyHandler;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (waiting === null && !handler.isRoomThere()) void withKeysHeld(() => Promise.resolve());
      if (waiting === null || isTyping(event.target)) return handler.press(event);
      event.preventDefault();
      waiting.push(() => actAsPressed(event, () => handler.press(event)));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [keyHandler]);
}

/** What keys do that were pressed while a page is being opened, in their order. Null: keys act at once. */
let waiting: (() => void)[] | null = null;

/** Milliseconds that keys wait at most for the code of a page. */
const loadsWithin = 10_000;

/** Runs something that opens a page after an answer from main. Keys that are pressed meanwhile act on that page, not on the one that is still shown. */
export async function withKeysHeld(open: () => Promise<unknown>): Promise<void> {
  if (waiting !== null) return;
  waiting = [];
  try {
    await open();
    const until = performance.now() + loadsWithin;
    do await nextFrame();
    while (!handler.isRoomThere() && performance.now() < until);
    // Each key may show something else, to which the next one applies.
    for (let act = waiting.shift(); act !== undefined; act = waiting.shift()) {
      act();
      await nextFrame();
    }
  } finally {
    waiting = null;
  }
}

/** Resolves once what has changed is drawn. */
export const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Command takes the place of Control. */
let mac = false;

/** Sets the platform, which main reports. */
export function setPlatform(platform: string): void {
  mac = platform === 'darwin';
}

export const isMac = (): boolean => mac;

/** For widgets that answer to a key of their own while they have the focus. */
export const isOneOf = (chords: readonly Chord[], press: KeyPress): boolean => chords.some((chord) => matches(chord, press, mac));

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['button', 'checkbox', 'radio', 'range'].includes(target.type);
}
