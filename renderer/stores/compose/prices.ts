import { isFree } from '../../../shared/account.ts';
import type { GenerationRequest, Task } from '../../../shared/task.ts';
import { longestPriceKey, mostPrices, type KnownPrice } from '../../../shared/view-memory.ts';
import { remember, viewMemory } from '../view-memory.ts';

/** What a price depends on, as far as Latent knows. */
type Priced = Pick<Task, 'accountId'> & { readonly request: Pick<GenerationRequest, 'model' | 'size' | 'quality'> };

const keyOf = ({ accountId, request: { model, size, quality } }: Priced): string => JSON.stringify([accountId, model, size, quality]);

/** Remembers prices from finished tasks. For equal requests, the newest task counts. A task without pictures does not show what a picture costs. */
export function learnPrices(tasks: readonly Task[]): void {
  const before = viewMemory().prices;
  const prices = new Map(before.map((price) => [price.key, price]));
  for (const task of tasks) {
    const price = priceOf(task);
    const known = price && prices.get(price.key);
    // Main also reports old tasks, for example when they are hidden.
    if (price && (!known || known.at < price.at)) prices.set(price.key, price);
  }
  const newest = [...prices.values()].toSorted((a, b) => b.at - a.at).slice(0, mostPrices);
  if (newest.length !== before.length || newest.some((price) => !before.includes(price))) remember({ prices: newest });
}

function priceOf(task: Task): KnownPrice | null {
  const { state, facts, accountId, submittedAt, createdAt } = task;
  if (state.status !== 'completed' || state.imageCount === 0 || facts.credits === null || facts.credits < 0 || isFree(accountId)) return null;
  const key = keyOf(task);
  return key.length > longestPriceKey ? null : { key, credits: facts.credits, at: submittedAt ?? createdAt };
}

/** The total price of requests in credits, at the latest known prices. Null if the price of one is unknown, or nothing is charged. */
export function lastPrice(requests: readonly (Priced & { readonly count?: number })[]): number | null {
  const { prices } = viewMemory();
  let sum = 0;
  for (const request of requests) {
    const known = prices.find(({ key }) => key === keyOf(request));
    if (!known || isFree(request.accountId)) return null;
    sum += known.credits * (request.count ?? 1);
  }
  return sum;
}
