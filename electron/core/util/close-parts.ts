import { settledWithin } from './settled-within.ts';
import type { Clock } from './clock.ts';

/**
 * Ends parts of the app side by side, by their names. Resolves with those that have not ended after so many milliseconds: something that they
 * wait for may never answer, such as the disk of a share that is gone. One that fails has ended; `failed` hears of it. Never rejects.
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
