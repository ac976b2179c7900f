import { expect, it } from 'vitest';
import { cellsAt, cellsBetween, cellsOf, type MatrixCell } from '../../../../../renderer/stores/matrix/matrix-cells.ts';
import { tableOf } from '../../../../../renderer/stores/matrix/matrix-table.ts';
import { marksOf, packedMarks, type Marks } from '../../../../../shared/library/marks.ts';
import type { Task, TaskState, TaskWithImages } from '../../../../../shared/task.ts';
import { completed, keptImage, processing, said, sampleTask, waiting, withImages } from '../../sample-tasks.ts';

const table = tableOf({ model: ['one', 'two'], size: ['1x1', '2x1'], quality: ['low'] }, false);
const failed: TaskState = { status: 'failed', remoteId: 'r', said };

const task = (model: string, size: string, state: TaskState, more: Partial<Task> = {}): Task => sampleTask(state, { request: { model, prompt: 'p', size, quality: 'low' }, ...more });

const unmarked = marksOf(0);

function cellsWith(entries: readonly TaskWithImages[], marks: Readonly<Record<number, Partial<Marks>>> = {}, chosen: readonly number[] = []): readonly MatrixCell[] {
  const packed = new Map(Object.entries(marks).map(([id, some]) => [Number(id), packedMarks({ ...unmarked, ...some })]));
  return cellsOf(table, { entries, marks: packed, chosen: new Set(chosen) });
}

it('puts each task into the cell of its values, and leaves a hole where there is none', () => {
  const [first, second] = [task('one', '1x1', processing), task('two', '2x1', failed)];
  const cells = cellsWith([withImages(second), withImages(first)]);
  expect(cells.map(({ row, column, entries }) => [row, column, entries.map((entry) => entry.task.id)])).toEqual([
    [0, 0, [first.id]],
    [0, 1, []],
    [1, 0, []],
    [1, 1, [second.id]],
  ]);
  expect(cells.map(({ entry }) => entry?.task.state.status ?? null)).toEqual(['processing', null, null, 'failed']);
  expect(cells.map((cell) => [cell.inFlight, cell.failed])).toEqual([[1, 0], [0, 0], [0, 0], [0, 1]]);
});

it('shows the best picture on top, or the one that was chosen, and none from the trash', () => {
  const of = task('one', '1x1', completed(4));
  const entry = withImages(of, ...[1, 2, 3, 4].map((id) => keptImage(id, of.id, id)));
  const top = (marks: Readonly<Record<number, Partial<Marks>>>, chosen: readonly number[] = []): number | undefined => cellsWith([entry], marks, chosen)[0]?.top?.id;
  // Without marks, the first stays on top while others arrive.
  expect(top({})).toBe(1);
  expect(top({ 2: { favourite: true }, 3: { rating: 2 } })).toBe(3);
  expect(top({ 2: { flag: 'pick' }, 3: { rating: 5 } })).toBe(2);
  expect(top({ 1: { flag: 'reject' } })).toBe(2);
  expect(top({ 2: { flag: 'pick' } }, [4])).toBe(4);
  expect(top({ 1: { trashed: true } })).toBe(2);
  expect(cellsWith([entry], { 1: { trashed: true } })[0]?.pictures.map(({ id }) => id)).toEqual([2, 3, 4]);
});

it('replaces a task that failed by the attempt that followed, and keeps what made pictures', () => {
  const lost = task('one', '1x1', failed);
  const again = task('one', '1x1', processing, { retryOf: lost.id });
  expect(cellsWith([withImages(lost), withImages(again)])[0]).toMatchObject({ inFlight: 1, failed: 0, entry: { task: { id: again.id } } });
  const made = task('one', '1x1', completed(1));
  const more = task('one', '1x1', completed(1), { retryOf: made.id });
  expect(cellsWith([withImages(more, keptImage(8, more.id)), withImages(made, keptImage(7, made.id))])[0]?.pictures.map(({ id }) => id)).toEqual([7, 8]);
});

it('counts a task as in progress until its pictures are here', () => {
  const of = task('one', '1x1', completed(2));
  const entry = withImages(of, keptImage(1, of.id), { id: 2, taskId: of.id, index: 1, state: waiting });
  expect(cellsWith([entry])[0]).toMatchObject({ inFlight: 1, failed: 0, top: { id: 1 } });
});

it('takes a header for all cells of its row or column, and a range for all between', () => {
  const cells = cellsWith([]);
  const at = (some: readonly MatrixCell[]): readonly string[] => some.map(({ row, column }) => `${row}${column}`);
  expect(at(cellsAt(cells, { row: 1, column: 0 }))).toEqual(['10']);
  expect(at(cellsAt(cells, { row: -1, column: 1 }))).toEqual(['01', '11']);
  expect(at(cellsAt(cells, { row: -1, column: -1 }))).toEqual(['00', '01', '10', '11']);
  expect(at(cellsBetween(cells, { row: 1, column: 1 }, { row: 0, column: 1 }))).toEqual(['01', '11']);
  expect(at(cellsBetween(cells, { row: -1, column: 0 }, { row: -1, column: 1 }))).toEqual(['00', '01', '10', '11']);
});
