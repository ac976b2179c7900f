import { describe, expect, test } from 'vitest';
import { queueRows } from '../../../../../renderer/rooms/tasks/list/build-rows.ts';
import { gapAt, rowLayout } from '../../../../../renderer/rooms/tasks/list/row-layout.ts';
import { sampleBatch, taskAt, tasksOf } from './sample-batches.ts';

const [first, second, last] = [taskAt(1, 'x'), taskAt(2, 'x'), taskAt(9)];
const batches = [sampleBatch('x', {}, { place: 1 })];
const rows = queueRows(tasksOf(first, second, last), batches, new Map([['x', true]]));
const layout = rowLayout(rows, false);
const list = { count: rows.length, rowAt: (index: number) => rows[index] ?? null };

test('rows stand below each other without gaps', () => {
  const places = rows.map((_, at) => layout.placeOf(at));
  for (const [at, { y, height }] of places.entries()) expect(places[at + 1]?.y ?? y + height).toBe(y + height);
  expect(layout.height).toBeGreaterThan(places.at(-1)?.y ?? 0);
});

test('tasks have two lines in a narrow list', () => {
  const narrow = rowLayout(rows, true);
  expect(narrow.placeOf(0)).toEqual(layout.placeOf(0));
  expect(narrow.placeOf(1).height).toBeGreaterThan(layout.placeOf(1).height);
});

test('the rows between two positions are those that are at least partly there', () => {
  const { y, height } = layout.placeOf(1);
  expect(layout.cellsBetween(-100, 0)).toEqual({ first: 0, end: 0 });
  expect(layout.cellsBetween(0, 1)).toEqual({ first: 0, end: 1 });
  expect(layout.cellsBetween(y + 1, y + height - 1)).toEqual({ first: 1, end: 2 });
  expect(layout.cellsBetween(y - 1, y + height + 1)).toEqual({ first: 0, end: 3 });
  expect(layout.cellsBetween(0, 1e9)).toEqual({ first: 0, end: rows.length });
});

test('an empty list has no rows', () => {
  expect(rowLayout([], false).cellsBetween(0, 500)).toEqual({ first: 0, end: 0 });
});

describe('the place where dragged rows are dropped', () => {
  const top = ['x', last.task.id];
  const bottomOf = (at: number): number => layout.placeOf(at).y + layout.placeOf(at).height;

  test('is above a batch, below its open tasks, or at the end', () => {
    expect(gapAt(list, layout, top, 0)).toEqual({ gap: 0, line: 0 });
    expect(gapAt(list, layout, top, bottomOf(2) - 3)).toEqual({ gap: 1, line: bottomOf(2) });
    expect(gapAt(list, layout, top, 9999)).toMatchObject({ gap: 2, line: bottomOf(3) });
  });

  test('stays within the batch for one of its tasks', () => {
    const inside = [first.task.id, second.task.id];
    expect(gapAt(list, layout, inside, 0)).toEqual({ gap: 0, line: layout.placeOf(1).y });
    expect(gapAt(list, layout, inside, 9999)).toMatchObject({ gap: 2, line: bottomOf(2) });
  });
});
