import { hashOf } from './painter/random.ts';
import type { PracticeTask } from './accepted-tasks.ts';
import { wordsIn } from './bracket-words.ts';

/** Durations in milliseconds. */
export interface PracticeTiming {
  /** A task takes a time between these two, which depends on its prompt. */
  readonly shortestMs: number;
  readonly longestMs: number;
  /** With `[slow]`. */
  readonly slowMs: number;
  /** How long a picture's address works. */
  readonly addressLifeMs: number;
  /** The value of Retry-After, rounded up to seconds. */
  readonly retryAfterMs: number;
  /** How long an `Idempotency-Key` is remembered. */
  readonly keyLifeMs: number;
}

export const defaultTiming: PracticeTiming = {
  shortestMs: 4_000,
  longestMs: 9_000,
  slowMs: 30_000,
  addressLifeMs: 600_000,
  retryAfterMs: 5_000,
  keyLifeMs: 86_400_000,
};

/** Where a task stands. `progress` is 0 to 99 while it is not finished. */
export type Stage =
  | { readonly kind: 'processing'; readonly progress: number }
  | { readonly kind: 'completed'; readonly pictures: number; readonly completedAt: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'moderated' }
  | { readonly kind: 'forgotten' };

/** How long the task takes from its creation, in milliseconds. */
export function durationOf(prompt: string, timing: PracticeTiming): number {
  if (wordsIn(prompt).has('slow')) return timing.slowMs;
  return timing.shortestMs + (timing.longestMs - timing.shortestMs) * (hashOf(prompt) / 2 ** 32);
}

/** The number of pictures of the completed task; 0 if it never completes. */
export function picturesOf(prompt: string): number {
  const words = wordsIn(prompt);
  if (words.has('stall') || words.has('forget') || words.has('fail') || words.has('moderated') || words.has('empty')) return 0;
  return words.has('many') ? 4 : 1;
}

/** Depends only on the time, so that a restart changes nothing. `now` is in milliseconds since the epoch. */
export function stageOf(task: PracticeTask, now: number, timing: PracticeTiming): Stage {
  const words = wordsIn(task.prompt);
  const duration = durationOf(task.prompt, timing);
  const elapsed = Math.max(0, now - task.createdAt);
  if (words.has('stall')) return { kind: 'processing', progress: Math.round(92 * (1 - Math.exp(-elapsed / duration))) };
  if (elapsed < duration) return { kind: 'processing', progress: Math.floor((99 * elapsed) / duration) };
  if (words.has('forget')) return { kind: 'forgotten' };
  if (words.has('fail')) return { kind: 'failed' };
  if (words.has('moderated')) return { kind: 'moderated' };
  return { kind: 'completed', pictures: picturesOf(task.prompt), completedAt: task.createdAt + duration };
}
