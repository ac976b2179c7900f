import type { Account } from '../../shared/account.ts';
import type { GenerationRequest, Task } from '../../shared/task.ts';
import { mostPrices } from '../../shared/view-memory.ts';
import { remember, viewMemory } from './view-memory.ts';

/** What the price depends on, as far as Latent knows. */
type Priced = Pick<Task, 'accountId'> & { readonly request: Pick<GenerationRequest, 'model' | 'size' | 'quality'> };

const keyOf = ({ accountId, request: { model, size, quality } }: Priced): string => JSON.stringify([accountId, model, size, quality]);

/** Remembers the prices of finished tasks. A task without pictures does not show what a picture costs. */
export function learnPrices(tasks: readonly Task[]): void {
  const told = new Map<string, number>();
  for (const task of tasks) {
    const { state, facts } = task;
    if (state.status === 'completed' && state.imageCount > 0 && facts.credits !== null && facts.credits >= 0) told.set(keyOf(task), facts.credits);
  }
  const known = viewMemory().prices;
  const news = [...told].filter(([key, credits]) => !known.some((price) => price.key === key && price.credits === credits)).map(([key, credits]) => ({ key, credits }));
  if (news.length > 0) remember({ prices: [...news, ...known.filter(({ key }) => !told.has(key))].slice(0, mostPrices) });
}

/** The total price of requests in credits, at the latest known prices. Null if the price of one is unknown, or nothing is charged. */
export function lastPrice(requests: readonly (Priced & { readonly count?: number })[], accounts: readonly Account[]): number | null {
  const { prices } = viewMemory();
  let sum = 0;
  for (const request of requests) {
    const known = prices.find(({ key }) => key === keyOf(request));
    if (!known || accounts.find(({ id }) => id === request.accountId)?.kind === 'practice') return null;
    sum += known.credits * (request.count ?? 1);
  }
  return sum;
}
