import { isFree } from '../../../shared/account.ts';
import { assertNever } from '../../../shared/result.ts';
import type { Task, TaskWithImages } from '../../../shared/task.ts';
import { reportTask } from './task-report.ts';

/**
 * What a task has cost, as far as this side can tell. `nothing`: it was not sent. `not-accepted`: the service refused it. `maybe`: the service
 * has it or had it. `unknown`: nobody knows whether the service took it or what became of it, so it is never hidden without a question.
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

/** Of several: what weighs most. */
export function mostAtStake(entries: readonly TaskWithImages[]): Money {
  const all = new Set(entries.map(moneyOf));
  return byWeight.find((money) => all.has(money)) ?? 'free';
}

/** What a mark says of the money of some tasks: our guess where the service is silent about one, else the credits that it told. */
export type MoneyTold = { readonly kind: 'guess'; readonly money: Money } | { readonly kind: 'credits'; readonly credits: number };

/** Null: the service speaks of the charge in words, which stand beside the mark. */
export function moneyTold(entries: readonly TaskWithImages[]): MoneyTold | null {
  const charged = entries.filter(({ task }) => !isFree(task.accountId));
  const silent = charged.filter((entry) => !reportTask(entry).chargeTold);
  if (silent.length > 0 || charged.length === 0) return { kind: 'guess', money: mostAtStake(silent) };
  const credits = charged.map(({ task }) => task.facts.credits).filter((told) => told !== null);
  return credits.length < charged.length ? null : { kind: 'credits', credits: credits.reduce((sum, told) => sum + told, 0) };
}

/** Whether the service may have taken a task without this side knowing what became of it. */
export function isOutcomeUnknown({ state }: Task): boolean {
  return state.status === 'unknown' || state.status === 'missing';
}

/** For words that speak of a charge unless all of these tasks are free. */
export const freeWord = (tasks: readonly Task[]): 'yes' | 'no' => (tasks.every(({ accountId }) => isFree(accountId)) ? 'yes' : 'no');
