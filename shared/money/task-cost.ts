import { isFree } from '../account.ts';
import type { Range, SelectionTarget, ViewRevision } from '../library/view.ts';
import type { AccountId, Task } from '../task.ts';
import { addAmounts, noAmount, type Amount } from './amount.ts';
import type { SpendingSums } from './spending.ts';

/**
 * What a task costs, in its account's unit, and who says so. `person`: settled. `estimate`: by the price table when it was sent. `refusal`: the
 * service did not accept it. `nobody`: it was sent, and its price is unknown.
 */
export type TaskCost = { readonly by: 'person' | 'service' | 'estimate' | 'refusal'; readonly amount: Amount } | { readonly by: 'nobody' };

type Sent = Pick<Task, 'accountId' | 'imported' | 'state' | 'submittedAt' | 'acceptedAt' | 'estimate' | 'settled' | 'facts'>;

/**
 * The cost of a task. Null: it cannot cost anything, because it was not sent, is imported, or is of the practice service. The table `spending`
 * (electron/database/tables/tasks/counted-cost.ts) counts by the same rule.
 */
export function costOf({ accountId, imported, state, submittedAt, acceptedAt, estimate, settled, facts }: Sent): TaskCost | null {
  if (isFree(accountId) || imported !== null || state.status === 'queued' || state.status === 'withdrawn' || (submittedAt ?? acceptedAt) === null) return null;
  if (state.status === 'rejected') return { by: 'refusal', amount: noAmount };
  if (settled !== null) return { by: 'person', amount: settled };
  if (facts.credits !== null) return { by: 'service', amount: facts.credits };
  return estimate === null ? { by: 'nobody' } : { by: 'estimate', amount: estimate };
}

/** What several tasks of one unit cost together. `rest`: the part of `spent` that is only estimated. */
export type CostSums = Pick<SpendingSums, 'tasks' | 'spent' | 'rest' | 'unpriced'>;

/** What the tasks of an account cost together. */
export interface AccountCosts extends CostSums {
  readonly accountId: AccountId;
}

/** Costs of tasks whose accounts have the same unit. Those of different units are never added. */
export interface UnitCosts extends CostSums {
  readonly unit: string;
}

/** Which tasks: of a whole view of pictures or tasks, of selected pictures, or of selected rows of the history. The task of several pictures counts once. */
export type CostQuery =
  | ({ readonly of: 'view' } & ViewRevision)
  | { readonly of: 'pictures'; readonly target: SelectionTarget }
  | ({ readonly of: 'tasks'; readonly ranges: readonly Range[] } & ViewRevision);

/** The sums of each unit, by its first account. */
export function byUnit(costs: readonly AccountCosts[], unitOf: (accountId: AccountId) => string): readonly UnitCosts[] {
  const units = new Map<string, UnitCosts>();
  for (const { accountId, tasks, spent, rest, unpriced } of costs) {
    const unit = unitOf(accountId);
    const sums = units.get(unit) ?? { unit, tasks: 0, spent: noAmount, rest: noAmount, unpriced: 0 };
    units.set(unit, { unit, tasks: sums.tasks + tasks, spent: addAmounts(sums.spent, spent), rest: addAmounts(sums.rest, rest), unpriced: sums.unpriced + unpriced });
  }
  return [...units.values()];
}

/** Of tasks whose accounts have the same unit. Those that cannot cost anything are left out. */
export function sumCosts(tasks: readonly Sent[]): CostSums {
  const costs = tasks.flatMap((task) => costOf(task) ?? []);
  const amounts = (whose: (cost: TaskCost) => boolean): Amount => addAmounts(...costs.flatMap((cost) => ('amount' in cost && whose(cost) ? [cost.amount] : [])));
  return { tasks: costs.length, spent: amounts(() => true), rest: amounts(({ by }) => by === 'estimate'), unpriced: costs.filter(({ by }) => by === 'nobody').length };
}
