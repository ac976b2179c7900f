import { isFree, unitOf, type Account } from '../../../shared/account.ts';
import { byUnit, sumCosts, type UnitCosts } from '../../../shared/money/task-cost.ts';
import type { Task, TaskWithImages } from '../../../shared/task.ts';
import { reportTask, type TaskReport } from './task-report.ts';

/** What a task has cost, as far as Latent knows. */
export type Money = Exclude<NonNullable<TaskReport['charge']>, 'settled-amount'> | 'free' | 'charged';

export function moneyOf(entry: TaskWithImages): Money {
  if (isFree(entry.task.accountId)) return 'free';
  if (entry.task.settled !== null) return 'settled';
  if (entry.images.some(({ state }) => state.status === 'kept' || state.status === 'removed')) return 'charged';
  const { charge } = reportTask(entry);
  return charge === 'settled-amount' ? 'settled' : (charge ?? 'maybe');
}

const byWeight: readonly Money[] = ['unknown', 'maybe', 'charged', 'settled', 'not-accepted', 'nothing', 'free'];

/** The most serious of several. */
export function mostSerious(entries: readonly TaskWithImages[]): Money {
  const all = new Set(entries.map(moneyOf));
  return byWeight.find((money) => all.has(money)) ?? 'free';
}

/** What a mark says about the cost of some tasks: what the service stated, or our guess if it was silent about one of them. `of`: the tasks that it is true of, whose `unitCosts` are shown. */
export type ShownCost = { readonly kind: 'guess'; readonly money: Money; readonly of: readonly TaskWithImages[] } | { readonly kind: 'credits'; readonly of: readonly TaskWithImages[] };

/** Null if the service mentions the charge in its own words, which are shown beside the mark. */
export function shownCost(entries: readonly TaskWithImages[]): ShownCost | null {
  const charged = entries.filter(({ task }) => !isFree(task.accountId));
  const silent = charged.filter((entry) => entry.task.settled !== null || !reportTask(entry).chargeStated);
  if (silent.length > 0 || charged.length === 0) {
    const money = mostSerious(silent);
    return { kind: 'guess', money, of: silent.filter((entry) => moneyOf(entry) === money) };
  }
  return charged.some(({ task }) => task.facts.credits === null) ? null : { kind: 'credits', of: charged };
}

/** What the tasks cost together, one sum for each unit. */
export function unitCosts(tasks: readonly Task[], accounts: readonly Account[]): readonly UnitCosts[] {
  return byUnit([...new Set(tasks.map(({ accountId }) => accountId))].map((accountId) => ({ accountId, ...sumCosts(tasks.filter((task) => task.accountId === accountId)) })), (accountId) => unitOf(accounts, accountId)).filter(({ tasks: count }) => count > 0);
}

/** Whether the service may have accepted a task whose outcome Latent does not know, and nobody has settled the cost. Hiding it always asks first. */
export function isOutcomeUnknown({ state, settled }: Task): boolean {
  return (state.status === 'unknown' || state.status === 'missing') && settled === null;
}

/** For words that mention a charge unless all of these tasks are free. */
export const freeWord = (tasks: readonly Task[]): 'yes' | 'no' => (tasks.every(({ accountId }) => isFree(accountId)) ? 'yes' : 'no');
