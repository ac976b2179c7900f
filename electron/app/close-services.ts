import { closeParts } from '../core/util/close-parts.ts';
import type { Clock } from '../core/util/clock.ts';

/** The parts of one stage close at the same time; each stage needs the later ones. `patience`: milliseconds. */
const stages = [
  [
    // Backups close first, because a backup that starts later would keep the history from emptying its log.
    { patience: 4_000, parts: ['thumbnails', 'import', 'export', 'rescan', 'missing-search', 'trash', 'backups'] },
    // A POST under way may already be charged, so its id is waited for; the client gives up after two minutes.
    { patience: 125_000, parts: ['engine'] },
  ],
  // Marking a large selection must not stop halfway.
  [{ patience: 60_000, parts: ['marks'] }],
  // The copy of the marks gives up by itself a second earlier.
  [{ patience: 6_000, parts: ['practice', 'marks-copy'] }],
  // Commits are never cut short.
  [{ patience: 10_000, parts: ['views', 'database'] }],
] as const;

type Part = (typeof stages)[number][number]['parts'][number];

/** Closes every part in its stage. Resolves to the parts that did not close in time: what they wait for may never answer. */
export async function closeServices(
  clock: Pick<Clock, 'after'>,
  close: Readonly<Record<Part, () => Promise<unknown>>>,
  failed: (part: string, error: unknown) => void,
): Promise<readonly string[]> {
  const open: string[] = [];
  for (const stage of stages) {
    const groups = stage.map(({ patience, parts }) => closeParts(clock, patience, Object.fromEntries(parts.map((part) => [part, close[part]])), failed));
    open.push(...(await Promise.all(groups)).flat());
  }
  return open;
}
