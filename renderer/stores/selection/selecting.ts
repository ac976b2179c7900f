import type { Splice } from '../../../shared/library/view.ts';
import { nextAfter, positionAfter, rangesAfter } from '../windowed/moved-rows.ts';
import { includes, nothing, span, toggled, within, type Ranges } from './position-ranges.ts';

/** What is selected in a list, by position. */
export interface Selecting {
  /** The row that keys act on. -1: none. */
  readonly index: number;
  /** The row from which Shift extends the selection. */
  readonly pivot: number;
  /** All rows that are selected together. Empty: only the row that keys act on. */
  readonly marked: Ranges;
  /** Whether to select the last row once main has counted the list, alone or as the end of a range. Null: no. */
  readonly awaitsLast: 'one' | 'range' | null;
}

/** The rows that can be selected. While main still counts, there may be more than `length`. */
export interface Selectable {
  readonly length: number;
  readonly counted: boolean;
  /** What a range from one row to another covers, if not all rows from the first to the last of them. From a row to itself: what the row stands for. */
  readonly between?: (from: number, to: number) => Ranges;
}

/** What a person does with a click or a key. */
export type SelectionEvent =
  /** Selects the row alone, a range up to it, or the row as well (or no longer). `focus`: it got the focus, so several selected rows stay if it is one of them. */
  | { readonly kind: 'one' | 'range' | 'toggle' | 'focus'; readonly at: number }
  /** Selects everything that matches, even if the end is not known yet. */
  | { readonly kind: 'all' }
  /** Selects these rows and nothing else. `at` is the one that keys act on; null: that stays the same. */
  | { readonly kind: 'together'; readonly ranges: Ranges; readonly at: number | null }
  /** Leaves only the row that keys act on. */
  | { readonly kind: 'alone' }
  /** Selects the last row, alone or with all rows up to it. */
  | { readonly kind: 'last'; readonly choice: 'one' | 'range' }
  /** The person moved on to something else before the last row was known. */
  | { readonly kind: 'forget-last' };

export const nothingSelected: Selecting = { index: -1, pivot: 0, marked: nothing, awaitsLast: null };

/** The selection after an event. */
export function selecting(before: Selecting, event: SelectionEvent, rows: Selectable): Selecting {
  if (event.kind === 'forget-last') return before.awaitsLast === null ? before : { ...before, awaitsLast: null };
  if (event.kind === 'alone') return { ...before, marked: nothing, awaitsLast: null };
  if (rows.length === 0) return before;
  switch (event.kind) {
    case 'all':
      return counted({ ...before, index: Math.max(before.index, 0), marked: [[0, Infinity]], awaitsLast: null }, rows);
    case 'together':
      return { ...before, ...(event.at !== null && { index: event.at, pivot: event.at }), marked: event.ranges, awaitsLast: null };
    case 'last':
      return counted({ ...before, marked: event.choice === 'one' ? nothing : [[before.pivot, Infinity]], awaitsLast: event.choice }, rows);
    default:
      return chosen(before, event.kind, Math.min(Math.max(event.at, 0), rows.length - 1), rows);
  }
}

function chosen(before: Selecting, choice: 'one' | 'range' | 'toggle' | 'focus', at: number, { between = run }: Selectable): Selecting {
  const alone: Selecting = { index: at, pivot: at, marked: nothing, awaitsLast: null };
  switch (choice) {
    case 'one':
      return alone;
    case 'range':
      return before.index < 0 ? alone : { ...alone, pivot: before.pivot, marked: between(before.pivot, at) };
    case 'toggle':
      return { ...alone, marked: orNothing(toggled(selectedIn(before, between), between(at, at))) };
    case 'focus':
      return includes(before.marked, at) ? { ...before, index: at, awaitsLast: null } : alone;
  }
}

const run = (from: number, to: number): Ranges => [span(from, to)];

/** The selection once the end of the list is known: nothing beyond it is selected, and the last row is if it was asked for. */
export function counted(before: Selecting, rows: Selectable): Selecting {
  if (!rows.counted) return before;
  if (before.awaitsLast !== null && rows.length > 0) return chosen(before, before.awaitsLast, rows.length - 1, rows);
  return (before.marked.at(-1)?.[1] ?? 0) > rows.length ? { ...before, marked: orNothing(within(before.marked, rows.length)) } : before;
}

/** `nothing` itself, so that it can be compared with. */
const orNothing = (ranges: Ranges): Ranges => (ranges.length === 0 ? nothing : ranges);

/**
 * The selection after the list has changed. If the row that keys act on is gone, the next one takes its place, or the one after all that
 * were selected with it.
 * @param located where that row is now, if its position was not known or it was removed and came back elsewhere; or else -1
 */
export function selectionAfter(before: Selecting, splices: readonly Splice[], located: number, length: number): Selecting {
  if (splices.length === 0) return before;
  const marked = orNothing(rangesAfter(splices, before.marked));
  const stays = before.index < 0 ? -1 : positionAfter(splices, before.index);
  const at = (stays ?? -1) < 0 && located >= 0 ? located : stays;
  const next = at ?? Math.min(nextAfter(splices, marked === nothing ? (before.marked[0]?.[0] ?? before.index) : before.index), length - 1);
  return { ...before, index: next, pivot: at === null ? Math.max(next, 0) : Math.min(nextAfter(splices, before.pivot), Math.max(length - 1, 0)), marked };
}

/** Everything that is selected, also if it is only the row that keys act on. */
export function selectedIn({ index, marked }: Pick<Selecting, 'index' | 'marked'>, between = run): Ranges {
  return marked.length === 0 && index >= 0 ? between(index, index) : marked;
}
