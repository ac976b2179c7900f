import { expect, it } from 'vitest';
import { placeBeside, placesIn, tableOf } from '../../../../../renderer/stores/matrix/matrix-table.ts';

const values = { model: ['one', 'two'], size: ['1x1', '2x1', '1x2'], quality: ['low'] };
const withQualities = { ...values, quality: ['low', 'high'] };

it('has models across and sizes down, and says what all have in common', () => {
  const table = tableOf(values, false);
  expect([table.across, table.down]).toEqual([['model'], ['size']]);
  expect(table.columns.map((line) => line.values)).toEqual([{ model: 'one' }, { model: 'two' }]);
  expect(table.rows.map((line) => line.values)).toEqual([{ size: '1x1' }, { size: '2x1' }, { size: '1x2' }]);
  expect(table.common).toEqual([{ field: 'quality', value: 'low' }]);
  expect(tableOf({ ...values, quality: [''] }, false).common).toEqual([]);
});

it('has a row for each quality of each size, and changes rows and columns', () => {
  const table = tableOf(withQualities, false);
  expect(table.rows.map((line) => line.values).slice(0, 3)).toEqual([{ size: '1x1', quality: 'low' }, { size: '1x1', quality: 'high' }, { size: '2x1', quality: 'low' }]);
  const swapped = tableOf(withQualities, true);
  expect([swapped.across, swapped.down, swapped.columns.length, swapped.rows.length]).toEqual([['size', 'quality'], ['model'], 6, 2]);
});

it('is a single row if only one axis has several values', () => {
  for (const swapped of [false, true]) {
    const table = tableOf({ model: ['one'], size: ['1x1', '2x1'], quality: [''] }, swapped);
    expect([table.across, table.down, table.columns.length, table.rows]).toEqual([['size'], [], 2, [{ values: {} }]]);
  }
});

it('has prompts down if there is no other second axis', () => {
  const table = tableOf({ model: ['one', 'two'], size: ['1x1'], quality: ['low'] }, false, ['a fox', 'a hare']);
  expect([table.across, table.down, table.rows]).toEqual([['model'], ['prompt'], [{ values: { prompt: 'a fox' } }, { values: { prompt: 'a hare' } }]]);
  expect(placesIn(table)({ prompt: 'a hare', model: 'two', size: '1x1', quality: 'low' })).toEqual({ row: 1, column: 1 });
});

it('finds the cell of a request, whatever else the request has', () => {
  const placeOf = placesIn(tableOf(withQualities, false));
  expect(placeOf({ prompt: 'p', model: 'two', size: '2x1', quality: 'high' })).toEqual({ row: 3, column: 1 });
  expect(placeOf({ prompt: 'p', model: 'three', size: '2x1', quality: 'high' })).toBeNull();
  const single = placesIn(tableOf({ model: ['one'], size: ['1x1', '2x1'], quality: ['low'] }, false));
  expect(single({ prompt: 'p', model: 'one', size: '2x1', quality: 'low' })).toEqual({ row: 0, column: 1 });
});

it('leads from cell to cell and to the headers, and stops at the edges', () => {
  const table = tableOf(values, false);
  expect(placeBeside({ row: 0, column: 0 }, 'ArrowUp', table)).toEqual({ row: -1, column: 0 });
  expect(placeBeside({ row: -1, column: 0 }, 'ArrowLeft', table)).toEqual({ row: -1, column: -1 });
  expect(placeBeside({ row: 2, column: 1 }, 'ArrowDown', table)).toEqual({ row: 2, column: 1 });
  expect(placeBeside({ row: 2, column: 0 }, 'End', table)).toEqual({ row: 2, column: 1 });
  expect(placeBeside({ row: 2, column: -1 }, 'Home', table)).toEqual({ row: 2, column: 0 });
  // A single row has no header.
  const single = tableOf({ model: ['one', 'two'], size: ['1x1'], quality: ['low'] }, false);
  expect(placeBeside({ row: 0, column: 0 }, 'ArrowLeft', single)).toEqual({ row: 0, column: 0 });
});
