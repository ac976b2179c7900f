import { isFree } from '../account.ts';
import type { Task } from '../task.ts';
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
 * (electron/database/schema/spending-statements.ts) counts by the same rule.
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

/** Of tasks whose accounts have the same unit. Those that cannot cost anything are left out. */
export function sumCosts(tasks: readonly Sent[]): CostSums {
  const costs = tasks.flatMap((task) => costOf(task) ?? []);
  const amounts = (whose: (cost: TaskCost) => boolean): Amount => addAmounts(...costs.flatMap((cost) => ('amount' in cost && whose(cost) ? [cost.amount] : [])));
  return { tasks: costs.length, spent: amounts(() => true), rest: amounts(({ by }) => by === 'estimate'), unpriced: costs.filter(({ by }) => by === 'nobody').length };
}
