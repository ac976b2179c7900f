/** Commits of one batch share one sync of the disk. A larger batch would make an accepted id wait behind it. */
const batchSize = 100;

/** Applies an action that commits to many items. Resolves to those that it succeeded for, in their order, and the first failure. */
export async function applyInBatches<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<{ readonly done: readonly T[]; readonly failure: unknown }> {
  const done: T[] = [];
  let failure: unknown;
  for (let at = 0; at < items.length; at += batchSize) {
    const batch = items.slice(at, at + batchSize);
    const outcomes = await Promise.allSettled(batch.map(act));
    done.push(...batch.filter((_item, index) => outcomes[index]?.status === 'fulfilled'));
    failure ??= outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
  }
  return { done, failure };
}
