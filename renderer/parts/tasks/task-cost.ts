import { isFree } from '../../../shared/account.ts';
import { addAmounts, type Amount } from '../../../shared/money/amount.ts';
import type { Task, TaskWithImages } from '../../../shared/task.ts';
import { reportTask, type TaskReport } from './task-report.ts';

/** What a task has cost, as far as Latent knows. */
export type Money = NonNullable<TaskReport['stake']> | 'free' | 'charged';

export function moneyOf(entry: TaskWithImages): Money {
  if (isFree(entry.task.accountId)) return 'free';
  if (entry.images.some(({ state }) => state.status === 'kept' || state.status === 'removed')) return 'charged';
  return reportTask(entry).stake ?? 'maybe';
}

const byWeight: readonly Money[] = ['unknown', 'maybe', 'charged', 'settled', 'not-accepted', 'nothing', 'free'];

/** The most serious of several. */
export function mostAtStake(entries: readonly TaskWithImages[]): Money {
  const all = new Set(entries.map(moneyOf));
  return byWeight.find((money) => all.has(money)) ?? 'free';
}

/** What a mark says about the cost of some tasks: the credits that the service stated, or our guess if it was silent about one of them. */
export type ShownCost = { readonly kind: 'guess'; readonly money: Money } | { readonly kind: 'credits'; readonly credits: Amount };

/** Null if the service mentions the charge in its own words, which are shown beside the mark. */
export function shownCost(entries: readonly TaskWithImages[]): ShownCost | null {
  const charged = entries.filter(({ task }) => !isFree(task.accountId));
  const silent = charged.filter((entry) => !reportTask(entry).chargeStated);
  if (silent.length > 0 || charged.length === 0) return { kind: 'guess', money: mostAtStake(silent) };
  const credits = charged.map(({ task }) => task.facts.credits).filter((told) => told !== null);
  return credits.length < charged.length ? null : { kind: 'credits', credits: addAmounts(...credits) };
}

/** Whether the service may have accepted a task whose outcome Latent does not know. Hiding it always asks first. */
export function isOutcomeUnknown({ state, settled }: Task): boolean {
  return (state.status === 'unknown' && settled === null) || state.status === 'missing';
}

/** For words that mention a charge unless all of these tasks are free. */
export const freeWord = (tasks: readonly Task[]): 'yes' | 'no' => (tasks.every(({ accountId }) => isFree(accountId)) ? 'yes' : 'no');
