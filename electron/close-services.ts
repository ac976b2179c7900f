import { closeParts } from './core/close-parts.ts';
import type { Clock } from './core/ports.ts';

/** What ends together, in the order in which one needs the other, and the milliseconds that closing gives to it. */
const stages = [
  // What is under way. Backups are with it, so that none begins while the history waits to be closed: it would be kept from emptying its log.
  { patience: 4_000, parts: ['thumbnails', 'import', 'export', 'hand-added', 'missing-search', 'trash', 'engine', 'backups'] },
  // A marking of hundreds of thousands is not left half done: it waits for nothing but the history.
  { patience: 60_000, parts: ['marks'] },
  // What the others have asked for or written. The copy of the marks gives up by itself a second before.
  { patience: 6_000, parts: ['practice', 'marks-copy'] },
  // No commit is cut short.
  { patience: 10_000, parts: ['views', 'history'] },
] as const;

type Part = (typeof stages)[number]['parts'][number];

/** Ends every part in its stage. Resolves with those that did not end in their time: something that they wait for may never answer. */
export async function closeServices(
  clock: Pick<Clock, 'after'>,
  close: Readonly<Record<Part, () => Promise<unknown>>>,
  failed: (part: string, error: unknown) => void,
): Promise<readonly string[]> {
  const open: string[] = [];
  for (const { patience, parts } of stages) {
    const closing = Object.fromEntries(parts.map((part) => [part, close[part]]));
    open.push(...(await closeParts(clock, patience, closing, failed)));
  }
  return open;
}
