import type { EpochMs } from '../../../shared/task.ts';

export interface Clock {
  /** Milliseconds that never go back and do not follow the wall clock. Their origin means nothing. */
  monotonic(): number;
  /** Wall-clock time, for showing and storing only. */
  now(): EpochMs;
  /** Calls `run` once after `delay` milliseconds. Returns a function that cancels it. */
  after(delay: number, run: () => void): () => void;
}
