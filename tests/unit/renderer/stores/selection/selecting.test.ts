import { describe, expect, test } from 'vitest';
import type { Ranges } from '../../../../../renderer/stores/selection/position-ranges.ts';
import { nothingSelected, selecting, selectedIn, type Selectable, type SelectionEvent } from '../../../../../renderer/stores/selection/selecting.ts';

const after = (rows: Selectable, events: readonly SelectionEvent[]): Ranges => selectedIn(events.reduce((before, event) => selecting(before, event, rows), nothingSelected), rows.between);
const one = (at: number): SelectionEvent => ({ kind: 'one', at });
const range = (at: number): SelectionEvent => ({ kind: 'range', at });
const toggle = (at: number): SelectionEvent => ({ kind: 'toggle', at });

describe('in a list', () => {
  const rows: Selectable = { length: 20, counted: false };
  test.each<[string, readonly SelectionEvent[], Ranges]>([
    ['a range covers all rows between', [one(3), range(6)], [[3, 7]]],
    ['a row joins, and leaves again', [one(3), toggle(5), toggle(3)], [[5, 6]]],
    ['a row joins everything from another one on', [one(5), { kind: 'last', choice: 'range' }, toggle(2)], [[2, 3], [5, Infinity]]],
    ['a row leaves everything', [{ kind: 'all' }, toggle(2)], [[0, 2], [3, Infinity]]],
  ])('%s', (_, events, wanted) => expect(after(rows, events)).toEqual(wanted));
});

describe('in a table of three columns, whose first row and column are headers', () => {
  const lineOf = (from: number, to: number): number[] => (from === 0 || to === 0 ? [1, 2] : [1, 2].filter((at) => at >= Math.min(from, to) && at <= Math.max(from, to)));
  const between = (from: number, to: number): Ranges =>
    lineOf(Math.floor(from / 3), Math.floor(to / 3)).flatMap((row) => lineOf(from % 3, to % 3).map((column) => [row * 3 + column, row * 3 + column + 1] as const));
  const rows: Selectable = { length: 9, counted: true, between };
  const cells = (ranges: Ranges): readonly number[] => ranges.flatMap(([first, end]) => Array.from({ length: end - first }, (_, at) => first + at));
  test.each<[string, readonly SelectionEvent[], readonly number[]]>([
    ['a range covers a rectangle', [one(4), range(7)], [4, 7]],
    ['a range covers a rectangle of two columns', [one(4), range(8)], [4, 5, 7, 8]],
    ['a header stands for its line', [one(3)], [4, 5]],
    ['a line joins', [one(4), toggle(2)], [4, 5, 8]],
    ['a line leaves if all of it is selected', [one(3), toggle(6), toggle(3)], [7, 8]],
    ['a cell leaves the line of a header', [one(3), toggle(5)], [4]],
  ])('%s', (_, events, wanted) => expect(cells(after(rows, events))).toEqual(wanted));
});
