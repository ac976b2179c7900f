import { isFree } from '../../../shared/account.ts';
import { addAmounts, type Amount } from '../../../shared/money/amount.ts';
import { isNotCharged, type Task, type TaskWithImages } from '../../../shared/task.ts';
import { reportTask, type TaskReport } from './task-report.ts';

/** What a task has cost, as far as Latent knows. */
export type Money = NonNullable<TaskReport['stake']> | 'free' | 'charged';

export function moneyOf(entry: TaskWithImages): Money {
  if (isFree(entry.task.accountId)) return 'free';
  if (entry.task.settled === null && entry.images.some(({ state }) => state.status === 'kept' || state.status === 'removed')) return 'charged';
  return reportTask(entry).stake ?? 'maybe';
}

const byWeight: readonly Money[] = ['unknown', 'maybe', 'charged', 'settled-amount', 'settled', 'not-accepted', 'nothing', 'free'];

/** The most serious of several. */
export function mostAtStake(entries: readonly TaskWithImages[]): Money {
  const all = new Set(entries.map(moneyOf));
  return byWeight.find((money) => all.has(money)) ?? 'free';
}

/**
 * What a mark says about the cost of some tasks: the credits that the service stated, or our guess if it was silent about one of them. `known`: the
 * person noted what some of them cost, and the service stated the rest.
 */
export type ShownCost = { readonly kind: 'guess'; readonly money: Money } | { readonly kind: 'credits' | 'known'; readonly credits: Amount };

/** Null if the service mentions the charge in its own words, which are shown beside the mark. */
export function shownCost(entries: readonly TaskWithImages[]): ShownCost | null {
  const charged = entries.filter(({ task }) => !isFree(task.accountId));
  const settled = charged.filter(({ task }) => task.settled !== null);
  const silent = charged.filter((entry) => entry.task.settled === null && !reportTask(entry).chargeStated);
  if (silent.length > 0 || charged.length === 0) return { kind: 'guess', money: mostAtStake(silent) };
  if (settled.length === charged.length && settled.every(({ task }) => isNotCharged(task))) return { kind: 'guess', money: 'settled' };
  const credits = charged.map(({ task }) => task.settled ?? task.facts.credits).filter((told) => told !== null);
  return credits.length < charged.length ? null : { kind: settled.length > 0 ? 'known' : 'credits', credits: addAmounts(...credits) };
}

/** Whether the service may have accepted a task whose outcome Latent does not know, and nobody has settled the cost. Hiding it always asks first. */
export function isOutcomeUnknown({ state, settled }: Task): boolean {
  return (state.status === 'unknown' || state.status === 'missing') && settled === null;
}

/** For words that mention a charge unless all of these tasks are free. */
export const freeWord = (tasks: readonly Task[]): 'yes' | 'no' => (tasks.every(({ accountId }) => isFree(accountId)) ? 'yes' : 'no');
