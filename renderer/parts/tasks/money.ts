import { isFree } from '../../../shared/account.ts';
import { assertNever } from '../../../shared/result.ts';
import type { Task, TaskWithImages } from '../../../shared/task.ts';
import { reportTask } from './task-report.ts';

/**
 * What a task has cost, as far as Latent knows. `nothing`: it was not sent. `not-accepted`: the service refused it. `maybe`: the service
 * accepted it. `unknown`: nobody knows whether the service accepted it or what became of it, so hiding it always asks first.
 */
export type Money = 'free' | 'nothing' | 'not-accepted' | 'maybe' | 'unknown' | 'charged';

export function moneyOf({ task, images }: TaskWithImages): Money {
  const { state } = task;
  if (isFree(task.accountId)) return 'free';
  switch (state.status) {
    case 'queued':
    case 'withdrawn':
      return 'nothing';
    case 'rejected':
      return 'not-accepted';
    case 'submitting':
    case 'processing':
    case 'paused':
    case 'failed':
      return 'maybe';
    case 'unknown':
    case 'missing':
      return 'unknown';
    case 'completed':
      return images.some((image) => image.state.status === 'kept' || image.state.status === 'removed') ? 'charged' : 'maybe';
    default:
      return assertNever(state);
  }
}

const byWeight: readonly Money[] = ['unknown', 'maybe', 'charged', 'not-accepted', 'nothing', 'free'];

/** The gravest of several. */
export function mostAtStake(entries: readonly TaskWithImages[]): Money {
  const all = new Set(entries.map(moneyOf));
  return byWeight.find((money) => all.has(money)) ?? 'free';
}

/** What a mark says about the cost of some tasks: the credits that the service stated, or our guess if it was silent about one of them. */
export type MoneyTold = { readonly kind: 'guess'; readonly money: Money } | { readonly kind: 'credits'; readonly credits: number };

/** Null if the service mentions the charge in its own words, which are shown beside the mark. */
export function moneyTold(entries: readonly TaskWithImages[]): MoneyTold | null {
  const charged = entries.filter(({ task }) => !isFree(task.accountId));
  const silent = charged.filter((entry) => !reportTask(entry).chargeTold);
  if (silent.length > 0 || charged.length === 0) return { kind: 'guess', money: mostAtStake(silent) };
  const credits = charged.map(({ task }) => task.facts.credits).filter((told) => told !== null);
  return credits.length < charged.length ? null : { kind: 'credits', credits: credits.reduce((sum, told) => sum + told, 0) };
}

/** Whether the service may have accepted a task whose outcome Latent does not know. */
export function isOutcomeUnknown({ state }: Task): boolean {
  return state.status === 'unknown' || state.status === 'missing';
}

/** For words that mention a charge unless all of these tasks are free. */
export const freeWord = (tasks: readonly Task[]): 'yes' | 'no' => (tasks.every(({ accountId }) => isFree(accountId)) ? 'yes' : 'no');
