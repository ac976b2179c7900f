import type { Ranges } from './ranges.ts';
import { countOf, includes, nothing, span, toggled, within, withRange } from './ranges.ts';
import type { Slot } from './slots.ts';

/** Cells that are selected together: slots by their keys, for they come and go, and stretches of the view by position. */
export interface Marked {
  readonly slotKeys: ReadonlySet<string>;
  readonly ranges: Ranges;
}

export const nothingMarked: Marked = { slotKeys: new Set(), ranges: nothing };

/** With the cells from one index of the gallery to another, both included, in whichever order. */
export function withCells({ slotKeys, ranges }: Marked, slots: readonly Slot[], from: number, to: number): Marked {
  const [first, end] = span(from, to);
  return {
    slotKeys: new Set([...slotKeys, ...slots.slice(first, end).map(({ key }) => key)]),
    ranges: withRange(ranges, [Math.max(first - slots.length, 0), Math.max(end - slots.length, 0)]),
  };
}

export function toggledCell({ slotKeys, ranges }: Marked, slots: readonly Slot[], index: number): Marked {
  const slot = slots[index];
  if (!slot) return { slotKeys, ranges: toggled(ranges, index - slots.length) };
  const keys = new Set(slotKeys);
  if (!keys.delete(slot.key)) keys.add(slot.key);
  return { slotKeys: keys, ranges };
}

export function includesCell({ slotKeys, ranges }: Marked, slots: readonly Slot[], index: number): boolean {
  const slot = slots[index];
  return slot ? slotKeys.has(slot.key) : includes(ranges, index - slots.length);
}

/** Index of the first of them in the gallery, or null. */
export function firstCell({ slotKeys, ranges }: Marked, slots: readonly Slot[]): number | null {
  const slot = slots.findIndex(({ key }) => slotKeys.has(key));
  if (slot >= 0) return slot;
  return ranges[0] ? slots.length + ranges[0][0] : null;
}

/** Index of the one that is nearest to an index of the gallery, or null. */
export function nearestCell({ slotKeys, ranges }: Marked, slots: readonly Slot[], index: number): number | null {
  const inSlots = slots.flatMap(({ key }, at) => (slotKeys.has(key) ? [at] : []));
  const inView = ranges.map(([first, end]) => Math.min(Math.max(index, slots.length + first), slots.length + end - 1));
  return [...inSlots, ...inView].reduce<number | null>((best, at) => (best === null || Math.abs(at - index) < Math.abs(best - index) ? at : best), null);
}

/**
 * How many pictures: tiles of tasks are none. Infinity: that is not known yet.
 * @param end of the view
 */
export function markedCount({ slotKeys, ranges }: Marked, slots: readonly Slot[], end: number): number {
  return countOf(within(ranges, end)) + slots.filter((slot) => slot.kind === 'image' && slotKeys.has(slot.key)).length;
}
