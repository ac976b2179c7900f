import { create } from 'zustand';
import type { BatchProgress } from '../../../shared/batch.ts';
import type { BatchId, EpochMs } from '../../../shared/task.ts';
import { useAppStore } from '../app-store.ts';

/** How many tasks of a batch had ended at a time. */
export interface Mark {
  readonly at: EpochMs;
  readonly ended: number;
}

/** Milliseconds that count as recent. */
const recent = 10 * 60_000;
/** Milliseconds. A pace that is measured over less time is not reliable. */
const shortest = 5_000;
/** Milliseconds. Marks that are closer together count as one. */
const apart = 1_000;

/** Tasks that have ended. Cancelled ones say nothing about the pace. */
export const endedIn = ({ made, empty, failed, unknown, lost }: BatchProgress): number => made + empty + failed + unknown + lost;

/** The recent marks with a new one. The first one of the recent ones stays, so that the pace is measured over all of them. */
export function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  const kept = marks.filter(({ at }) => mark.at - at <= recent);
  const last = kept.at(-1);
  if (last === undefined || kept.length === 1 || mark.at - last.at >= apart) return [...kept, mark];
  return [...kept.slice(0, -1), mark];
}

/** Milliseconds until the rest has ended at the recent pace. Null if no pace is known. */
export function timeLeft(marks: readonly Mark[], left: number, now: EpochMs): number | null {
  const first = marks.find(({ at }) => now - at <= recent);
  const last = marks.at(-1);
  if (!first || !last || last.ended <= first.ended) return null;
  // Time since the last mark counts, so the remaining time of a stalled batch grows.
  const time = Math.max(now, last.at) - first.at;
  return time < shortest ? null : (time / (last.ended - first.ended)) * left;
}

/** The recent pace of each batch since the window opened. */
export const usePace = create<ReadonlyMap<BatchId, readonly Mark[]>>(() => new Map());

useAppStore.subscribe(({ facts }, { facts: before }) => {
  if (!facts || facts.batches === before?.batches) return;
  const now = Date.now();
  const known = usePace.getState();
  const stopped = new Set(facts.accounts.flatMap(({ id, sendingStopped }) => (sendingStopped ? [id] : [])));
  const next = facts.batches.flatMap(({ id, accountId, hold, progress }): readonly (readonly [BatchId, readonly Mark[]])[] => {
    // A batch on hold has no pace, and is measured from the start after it resumes.
    if (facts.settings.queueStopped || stopped.has(accountId) || hold !== null || progress.queued + progress.running === 0) return [];
    return [[id, withMark(known.get(id) ?? [], { at: now, ended: endedIn(progress) })]];
  });
  usePace.setState(new Map(next), true);
});
