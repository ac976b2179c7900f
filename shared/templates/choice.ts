import { createPicks, type Picks } from './picks.ts';
import { mostPicked, type Option } from './template-node.ts';

/** The different options of a choice. Those of weight 0 are left out: they are never chosen. */
interface DistinctOptions {
  readonly options: readonly Option[];
  /** How often each can be picked together with others: once if it is plain text, otherwise as often as it is written. */
  readonly copies: readonly number[];
  /** Sums of the weights up to each option. */
  readonly weights: Float64Array;
  /** How many can be picked together. */
  readonly size: number;
}

/** A choice with its number of outcomes in one scope. */
export interface Choice {
  readonly distinct: DistinctOptions;
  readonly least: number;
  readonly most: number;
  readonly separator: string;
  readonly count: bigint;
  /** The option at an index of all outcomes, and the index among its own. For choices of exactly one. */
  one(index: bigint): { readonly option: number; readonly outcome: bigint };
  /** Null for choices of exactly one. */
  readonly several: Picks | null;
}

const distinctOf = new WeakMap<readonly Option[], DistinctOptions>();

export function distinctOptions(options: readonly Option[]): DistinctOptions {
  const known = distinctOf.get(options);
  if (known) return known;
  const merged = new Map<string, { readonly option: Option; weight: number; copies: number }>();
  for (const option of options) {
    if (option.weight <= 0) continue;
    const same = merged.get(option.source);
    if (!same) merged.set(option.source, { option, weight: option.weight, copies: 1 });
    else {
      same.weight += option.weight;
      if (option.node.kind !== 'text') same.copies += 1;
    }
  }
  const all = [...merged.values()];
  let sum = 0;
  const made: DistinctOptions = {
    options: all.map(({ option }) => option),
    copies: all.map(({ copies }) => copies),
    weights: Float64Array.from(all, ({ weight }) => (sum += weight)),
    size: all.reduce((size, { copies }) => size + copies, 0),
  };
  distinctOf.set(options, made);
  return made;
}

/** If the counts are null, every option has one outcome. If `most` is null, all options may be picked. */
export function createChoice(
  distinct: DistinctOptions,
  counts: readonly bigint[] | null,
  { least, most, separator }: { readonly least: number; readonly most: number | null; readonly separator: string },
): Choice {
  const bounds = { least: Math.min(least, distinct.size, mostPicked), most: Math.min(most ?? mostPicked, distinct.size, mostPicked) };
  const single = bounds.least === 1 && bounds.most === 1;
  const several = single ? null : createPicks(distinct.options.map((_, at) => ({ outcomes: counts?.[at] ?? 1n, copies: distinct.copies[at] ?? 1 })), bounds.least, bounds.most);
  let sum = 0n;
  const upTo = single && counts ? counts.map((count) => (sum += count)) : null;
  return {
    distinct,
    ...bounds,
    separator,
    several,
    get count() {
      return several?.count ?? upTo?.at(-1) ?? BigInt(distinct.options.length);
    },
    one(index) {
      if (!upTo) return { option: Number(index), outcome: 0n };
      const option = firstAbove(upTo, index);
      return { option, outcome: index - (upTo[option - 1] ?? 0n) };
    },
  };
}

/** Index of the first value above `value` in a sorted list; the last index if there is none. */
export function firstAbove<Value extends number | bigint>(sorted: ArrayLike<Value>, value: Value): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
