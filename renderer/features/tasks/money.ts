import { assertNever } from '../../../shared/result.ts';
import type { Task, TaskWithImages } from '../../../shared/task.ts';

/**
 * What a task has cost, as far as this side can tell. `maybe`: the service has it or had it. `unknown`: nobody knows whether the service
 * took it or what became of it, so it is never hidden without a question. `said`: it ended without a picture, and the service itself speaks of
 * the money, so Latent does not guess.
 */
export type Money = 'nothing' | 'maybe' | 'unknown' | 'charged' | 'said';

export function moneyOf({ task, images }: TaskWithImages): Money {
  const { state } = task;
  switch (state.status) {
    case 'queued':
    case 'withdrawn':
    case 'rejected':
      return 'nothing';
    case 'submitting':
    case 'processing':
    case 'paused':
      return 'maybe';
    case 'failed':
      return task.facts.credits !== null || speaksOfMoney(state.said.message ?? '') ? 'said' : 'maybe';
    case 'unknown':
    case 'missing':
      return 'unknown';
    case 'completed':
      if (images.some((image) => image.state.status === 'kept' || image.state.status === 'removed')) return 'charged';
      return images.length === 0 && task.facts.credits !== null ? 'said' : 'maybe';
    default:
      return assertNever(state);
  }
}

const byWeight: readonly Money[] = ['unknown', 'maybe', 'said', 'charged', 'nothing'];

/** Of several: what weighs most. */
export function mostAtStake(entries: readonly TaskWithImages[]): Money {
  const all = new Set(entries.map(moneyOf));
  return byWeight.find((money) => all.has(money)) ?? 'nothing';
}

/** Whether the service may have taken and charged a task without this side knowing what became of it. */
export function isOutcomeUnknown(task: Task): boolean {
  return moneyOf({ task, images: [] }) === 'unknown';
}

/** Whether a sentence of the service is about money: then it stands alone, whole, without a guess of ours. */
export function speaksOfMoney(message: string): boolean {
  return /\b(?:credits?|(?:un|re)?charg(?:e|ed|es|ing)|refund(?:s|ed|able)?|bill(?:ed|ing)?|balance|paid|payments?|costs?)\b/i.test(message);
}
