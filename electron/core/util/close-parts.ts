import { settledWithin } from './settled-within.ts';
import type { Clock } from './clock.ts';

/**
 * Closes parts of the app at the same time, by name. Resolves with those that are not closed after so many milliseconds, because something they
 * wait for, such as a network disk, may never answer. A part that fails counts as closed and is reported to `failed`. Never rejects.
 */
export async function closeParts(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  parts: Readonly<Record<string, () => Promise<unknown>>>,
  failed: (part: string, error: unknown) => void,
): Promise<readonly string[]> {
  const open = new Set(Object.keys(parts));
  const ending = Object.entries(parts).map(async ([name, close]) => {
    await close().catch((error: unknown) => failed(name, error));
    open.delete(name);
  });
  await settledWithin(clock, milliseconds, Promise.all(ending));
  return [...open];
}
