import { setTimeout as pause } from 'node:timers/promises';
import { afterJump, beforeJump, placeOfPicture, thumb } from './in-page.ts';
import type { DebuggedPage } from './page.ts';

/** What a person does with the window, as input events that take the same way as those of a mouse and a keyboard. */

export interface Place {
  /** CSS pixels of the window. */
  readonly x: number;
  readonly y: number;
}

const pixelsPerTurn = 120;
/** Milliseconds between two turns of the wheel, two steps of a drag, two strokes of a key that is held, two letters. */
const betweenTurns = 16;
const betweenStrokes = 120;
const betweenLetters = 80;
/** Until the scroll bar stands where it belongs (renderer/ui/scrolling/use-list-scroll.ts) and is painted there. */
const rest = 400;

/** Codes of the keys that are not letters. */
const codes = { Escape: 27, PageUp: 33, PageDown: 34, End: 35, Home: 36 } as const;

/** Turns the wheel over a place, so many notches down. */
export async function wheel(page: DebuggedPage, place: Place, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    // Not awaited: the answer comes when the page has dealt with it, and a wheel does not wait for that.
    void page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...place, deltaX: 0, deltaY: pixelsPerTurn }).catch(() => undefined);
    await pause(betweenTurns);
  }
}

export async function press(page: DebuggedPage, key: keyof typeof codes): Promise<void> {
  for (const type of ['rawKeyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: codes[key] });
}

/** Presses a key so many times, as often as one that is held repeats itself. */
export async function hold(page: DebuggedPage, key: keyof typeof codes, strokes: number): Promise<void> {
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    await press(page, key);
    await pause(betweenStrokes);
  }
}

/** Types letter by letter, as fast as a practised hand. */
export async function typeLetters(page: DebuggedPage, text: string): Promise<void> {
  for (const letter of text) {
    for (const kind of ['keyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type: kind, key: letter, ...(kind === 'keyDown' ? { text: letter } : {}) });
    await pause(betweenLetters);
  }
}

/** Selects a picture in sight, so that keys lead away from it; answers where it is. */
export async function selectPicture(page: DebuggedPage): Promise<Place> {
  const place = (await page.evaluate(placeOfPicture)) as Place;
  for (const kind of ['mousePressed', 'mouseReleased']) await page.send('Input.dispatchMouseEvent', { type: kind, ...place, button: 'left', clickCount: 1 });
  return place;
}

/** The thumb of the sheet's scroll bar, held by the mouse. */
export interface HeldThumb {
  /** Pulls it to a share of its way, in so many steps. */
  pull(share: number, steps: number): Promise<void>;
  letGo(): Promise<void>;
}

/** Takes the thumb where it is when everything is at rest. */
export async function takeThumb(page: DebuggedPage): Promise<HeldThumb> {
  await pause(rest);
  const { x, y, top, bottom } = (await page.evaluate(thumb)) as Place & { readonly top: number; readonly bottom: number };
  let at = y;
  const send = (kind: string): Promise<unknown> => page.send('Input.dispatchMouseEvent', { type: kind, x, y: at, button: 'left', buttons: kind === 'mouseReleased' ? 0 : 1, clickCount: 1 });
  await send('mousePressed');
  return {
    async pull(share, steps) {
      const from = at;
      const target = top + share * (bottom - top);
      for (let step = 1; step <= steps; step += 1) {
        at = from + ((target - from) * step) / steps;
        await send('mouseMoved');
        if (steps > 1) await pause(betweenTurns);
      }
    },
    letGo: async () => void (await send('mouseReleased')),
  };
}

/** Milliseconds from a move to the thumbnails of the place that it leads to, painted. */
export async function jump(page: DebuggedPage, move: () => Promise<unknown>): Promise<number> {
  // In turn: an input event overtakes what the debugger asks of a busy page.
  await page.evaluate(beforeJump);
  await move();
  return Number(await page.evaluate(afterJump));
}
