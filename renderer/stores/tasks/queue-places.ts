/** Where something is moved to in its order. */
export type Step = 'first' | 'up' | 'down' | 'last';

/** The key that follows the moved ones. Null: they go to the end. */
export type Target = string | null;

/**
 * Computes where the moved keys go. They keep their order and end up side by side.
 * @param order the keys in their order, with the moved ones
 * @returns undefined if nothing would change
 */
export function targetOf(order: readonly string[], moved: ReadonlySet<string>, step: Step): Target | undefined {
  const isMoved = (key: string): boolean => moved.has(key);
  const gaps: Readonly<Record<Step, number>> = {
    first: 0,
    up: stayingBefore(order.findIndex(isMoved), order, moved) - 1,
    down: stayingBefore(order.findLastIndex(isMoved), order, moved) + 1,
    last: order.length,
  };
  return targetInGap(order, moved, gaps[step]);
}

/** The same for a place between two rows: `gap` counts the keys of `order` above it. */
export const targetAt = (order: readonly string[], moved: ReadonlySet<string>, gap: number): Target | undefined => targetInGap(order, moved, stayingBefore(gap, order, moved));

const stayingBefore = (end: number, order: readonly string[], moved: ReadonlySet<string>): number => order.slice(0, end).filter((key) => !moved.has(key)).length;

/** @param gap how many of the keys that stay are above it */
function targetInGap(order: readonly string[], moved: ReadonlySet<string>, gap: number): Target | undefined {
  const staying = order.filter((key) => !moved.has(key));
  const at = Math.min(Math.max(gap, 0), staying.length);
  const next = [...staying.slice(0, at), ...order.filter((key) => moved.has(key)), ...staying.slice(at)];
  return next.some((key, index) => key !== order[index]) ? (staying[at] ?? null) : undefined;
}

/** What has a place in the queue. Lower places are sent first. */
export interface Placed {
  readonly key: string;
  readonly place: number;
  readonly isBatch: boolean;
}

/** Distance between neighbours. Main uses the same. */
const apart = 1024;

/**
 * New places that put the moved keys before `target`, or at the end. If there is no room between its neighbours, the keys after them get
 * new places too.
 * @param order ascending by place
 */
export function placesAfter(order: readonly Placed[], moved: ReadonlySet<string>, target: Target): readonly Placed[] {
  const staying = order.filter(({ key }) => !moved.has(key));
  const own = order.filter(({ key }) => moved.has(key));
  const gap = target === null ? staying.length : staying.findIndex(({ key }) => key === target);
  const [above, below] = [staying[gap - 1]?.place, staying[gap]?.place];
  const from = above ?? (below ?? 0) - apart * (own.length + 1);
  const step = below === undefined ? apart : (below - from) / (own.length + 1);
  const placed = own.map((entry, at) => ({ ...entry, place: from + step * (at + 1) }));
  const ascends = [from, ...placed.map(({ place }) => place), below ?? Infinity].every((place, at, all) => at === 0 || place > (all[at - 1] ?? 0));
  if (ascends) return placed;
  return [...own, ...staying.slice(gap)].map((entry, at) => ({ ...entry, place: from + apart * (at + 1) }));
}
