import { expect, test } from 'vitest';
import { noKey } from '../../../../electron/database/views/arranged/stack-membership.ts';
import { continued, onlyIds, type WholeView } from '../../../../electron/database/views/live-view.ts';

/** A view whose first rows were shown before others came or went. */

const rows = (...ids: readonly number[]): Int32Array => Int32Array.from(ids);
const stacked = (ids: readonly number[], keys: readonly number[]): WholeView => ({ ...onlyIds(rows(...ids)), stacks: { keys: rows(...keys), counts: rows(...keys.map((key) => (key === noKey ? 0 : 2))) } });

test.each([
  ['go on with what follows them', [1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]],
  ['keep one that is gone', [1, 2, 3], [1, 3, 4], [1, 2, 3, 4]],
  ['do not come twice if one has moved behind the others', [1, 2, 3], [1, 3, 4, 2, 5], [1, 2, 3, 4, 5]],
  ['leave out what came before them', [1, 2], [9, 1, 2, 3], [1, 2, 3]],
  ['are followed by all others if none of them is left', [1, 2], [3, 4], [1, 2, 3, 4]],
])('the first rows %s', (_, first, all, expected) => {
  expect([...continued(onlyIds(rows(...first)), onlyIds(rows(...all))).ids]).toEqual(expected);
});

test('a stack that is shown does not come again with another top', () => {
  const { ids, stacks } = continued(stacked([1, 2, 3], [7, noKey, 8]), stacked([2, 4, 5, 6], [noKey, 7, noKey, 9]));
  expect([[...ids], [...(stacks?.keys ?? [])], [...(stacks?.counts ?? [])]]).toEqual([[1, 2, 3, 5, 6], [7, noKey, 8, noKey, 9], [2, 0, 2, 0, 2]]);
});

test('the times of all rows follow, by which months and days are found', () => {
  const at = (...ids: readonly number[]): WholeView => ({ ids: rows(...ids), times: rows(...ids.map((id) => 1_000_000_000 - id * 86_400)) });
  const days = (view: WholeView): WholeView => ({ ...view, groups: { by: 'day', starts: rows(), keys: rows() } });
  const merged = continued(days(at(1, 2)), days(at(2, 3, 4)));
  expect([[...merged.times], [...(merged.groups?.starts ?? [])]]).toEqual([[...at(1, 2, 3, 4).times], [0, 1, 2, 3]]);
});
