import { closeParts } from './core/close-parts.ts';
import type { Clock } from './core/ports.ts';

/** Milliseconds that closing gives to what is under way, and to the copy of the marks, which gives up by itself a second before. */
const workPatience = 4_000;
const copyPatience = 6_000;
/** The same for what waits only for the history: a marking of hundreds of thousands is not left half done, and a commit not cut short. */
const markPatience = 60_000;
const historyPatience = 10_000;

type Parts = Parameters<typeof closeParts>[2];

export interface ClosingParts {
  readonly atWork: Parts;
  readonly marking: Parts;
  /** What the others have asked for or written. */
  readonly behind: Parts;
  readonly history: Parts;
}

/** Ends everything in the order in which one needs the other. Resolves with the parts that did not end, because something that they wait for does not answer. */
export async function closeServices(clock: Pick<Clock, 'after'>, parts: ClosingParts, failed: (part: string, error: unknown) => void): Promise<readonly string[]> {
  return [
    ...(await closeParts(clock, workPatience, parts.atWork, failed)),
    ...(await closeParts(clock, markPatience, parts.marking, failed)),
    ...(await closeParts(clock, copyPatience, parts.behind, failed)),
    ...(await closeParts(clock, historyPatience, parts.history, failed)),
  ];
}
