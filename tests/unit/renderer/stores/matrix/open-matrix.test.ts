import { beforeEach, expect, test, vi } from 'vitest';
import type { Matrix } from '../../../../../shared/library/batch-matrix.ts';
import { marksShown, noMarks, packedMarks } from '../../../../../shared/library/marks.ts';
import type { Task, TaskState, TaskWithImages } from '../../../../../shared/task.ts';
import { FakeMain } from '../../fake-main.ts';
import { completed, keptImage, processing, said, sampleTask, withImages } from '../../sample-tasks.ts';

const batchId = '22222222-2222-4222-8222-222222222222';
const failed: TaskState = { status: 'failed', remoteId: 'r', said };
const task = (prompt: string, model: string, state: TaskState, more: Partial<Task> = {}): Task => sampleTask(state, { batchId, request: { model, prompt, size: '1x1', quality: 'low' }, ...more });

const matrixOf = (prompts: readonly string[], rows: readonly number[], ends: readonly number[], asked = 0): Matrix => ({
  batchId,
  name: 'Foxes',
  values: { model: ['one', 'two'], size: ['1x1'], quality: ['low'] },
  prompts,
  rows: Int32Array.from(rows),
  ends: Int32Array.from(ends),
  asked,
});

let main: FakeMain;

async function load() {
  const { openMatrix, closeMatrix, stepPrompt } = await import('../../../../../renderer/stores/matrix/open-matrix.ts');
  const store = await import('../../../../../renderer/stores/matrix/matrix-store.ts');
  const { useView, openViewer, closeViewer } = await import('../../../../../renderer/stores/windows/view-store.ts');
  const cells = () => store.shownMatrix(store.useMatrix.getState())?.cells ?? [];
  /** What each cell shows: its picture, or the status of its task. */
  const shown = (): readonly unknown[] => cells().map(({ top, entry }) => top?.id ?? entry?.task.state.status ?? null);
  return { ...store, openMatrix, closeMatrix, stepPrompt, useView, openViewer, closeViewer, cells, shown };
}

function hold(...entries: readonly TaskWithImages[]): void {
  main.matrixEntries = new Map(entries.map((entry, at) => [at + 1, entry]));
}

beforeEach(() => {
  vi.resetModules();
  main = new FakeMain();
  main.install();
});

test('a task that ends fills its cell, and what arrives during the reading is not lost', async () => {
  const [one, two] = [task('p', 'one', processing), task('p', 'two', processing)];
  hold(withImages(one), withImages(two));
  main.matrix = matrixOf(['p'], [1, 2], [2]);
  let read = (): void => undefined;
  main.matrixRead = new Promise<void>((resolve) => (read = resolve));
  const { openMatrix, shown, useMatrix } = await load();
  openMatrix(batchId);
  await vi.waitFor(() => expect(main.inputsOf('matrixTasks')).toEqual([{ rows: [1, 2] }]));
  main.send(6, { kind: 'task', task: withImages({ ...one, state: completed(1) }) }, { kind: 'image-kept', image: keptImage(7, one.id), savedAt: 1 });
  read();
  await vi.waitFor(() => expect(useMatrix.getState().loaded).toBe(true));
  expect(shown()).toEqual([7, 'processing']);
  main.send(7, { kind: 'task', task: withImages({ ...two, state: failed }) });
  expect(shown()).toEqual([7, 'failed']);
});

test('a new attempt takes the place of a task that failed', async () => {
  const lost = task('p', 'one', failed);
  hold(withImages(lost));
  main.matrix = matrixOf(['p'], [1], [1]);
  const { openMatrix, shown, useMatrix } = await load();
  openMatrix(batchId);
  await vi.waitFor(() => expect(useMatrix.getState().loaded).toBe(true));
  const again = task('p', 'one', processing, { batchId: null, retryOf: lost.id });
  hold(withImages(lost), withImages(again));
  main.matrix = matrixOf(['p'], [1, 2], [2]);
  main.send(6, { kind: 'task', task: withImages(again) });
  await vi.waitFor(() => expect(shown()).toEqual(['processing', null]));
});

test('it opens at the cell of a task, goes through the prompts, and follows nothing once it is closed', async () => {
  const [first, second] = [task('p', 'one', failed), task('q', 'two', failed)];
  hold(withImages(first), withImages(second));
  main.matrix = matrixOf(['p', 'q'], [1, 2], [1, 2], 1);
  const { openMatrix, closeMatrix, stepPrompt, useMatrix, useView } = await load();
  const listeners = main.listenerCount;
  openMatrix(batchId, { task: second });
  await vi.waitFor(() => expect(useMatrix.getState()).toMatchObject({ loaded: true, page: 1, cursor: { row: 0, column: 1 } }));
  expect([...useMatrix.getState().entries.keys()]).toEqual([second.id]);
  stepPrompt(-1);
  await vi.waitFor(() => expect([...useMatrix.getState().entries.keys()]).toEqual([first.id]));
  stepPrompt(-1);
  expect(useMatrix.getState()).toMatchObject({ page: 0, cursor: { row: 0, column: 1 } });
  expect(main.listenerCount).toBe(listeners + 1);
  closeMatrix();
  expect([main.listenerCount, useMatrix.getState().matrix, useView.getState().matrixOpen]).toEqual([listeners, null, false]);
});

test('prompts on one page are rows, and the next prompt is the next row', async () => {
  const tasks = ['p', 'q'].flatMap((prompt) => ['one', 'two'].map((model) => task(prompt, model, failed)));
  hold(...tasks.map((entry) => withImages(entry)));
  main.matrix = matrixOf(['p', 'q'], [1, 2, 3, 4], [4]);
  const { openMatrix, stepPrompt, promptAtCursor, swapAxes, cells, useMatrix } = await load();
  openMatrix(batchId, tasks[1] && { task: tasks[1] });
  await vi.waitFor(() => expect(useMatrix.getState()).toMatchObject({ loaded: true, page: 0, cursor: { row: 0, column: 1 } }));
  expect(cells().map(({ entry }) => entry?.task.id)).toEqual(tasks.map(({ id }) => id));
  const shownPrompt = (): string | null => promptAtCursor(useMatrix.getState());
  expect(shownPrompt()).toBe('p');
  stepPrompt(1);
  expect([useMatrix.getState().cursor, shownPrompt()]).toEqual([{ row: 1, column: 1 }, 'q']);
  stepPrompt(1);
  swapAxes();
  expect([useMatrix.getState().cursor, shownPrompt()]).toEqual([{ row: 1, column: 1 }, 'q']);
  stepPrompt(-1);
  expect([useMatrix.getState().cursor, shownPrompt()]).toEqual([{ row: 1, column: 0 }, 'p']);
  // Not onto the header, whose marks are those of all prompts.
  stepPrompt(-1);
  expect(useMatrix.getState().cursor).toEqual({ row: 1, column: 0 });
});

test('the cursor follows the viewer, and a picture that was looked at is on top of its cell', async () => {
  const [one, two] = [task('p', 'one', completed(1)), task('p', 'two', completed(2))];
  hold(withImages(one, keptImage(1, one.id)), withImages(two, keptImage(2, two.id), keptImage(3, two.id, 1)));
  main.matrix = matrixOf(['p'], [1, 2], [2]);
  const { openMatrix, shown, useMatrix, openViewer, closeViewer, matrixPictures, nextPictureOfCell } = await load();
  openMatrix(batchId);
  await vi.waitFor(() => expect(useMatrix.getState().loaded).toBe(true));
  expect([shown(), matrixPictures(useMatrix.getState())]).toEqual([[1, 2], [1, 2, 3]]);
  openViewer(3);
  closeViewer();
  expect([shown(), useMatrix.getState().cursor]).toEqual([[1, 3], { row: 0, column: 1 }]);
  nextPictureOfCell();
  expect(shown()).toEqual([1, 2]);
});

test('headers, ranges and single cells are selected', async () => {
  const [one, two] = [task('p', 'one', completed(1)), task('p', 'two', completed(1))];
  hold(withImages(one, keptImage(1, one.id)), withImages(two, keptImage(2, two.id)));
  main.matrix = matrixOf(['p'], [1, 2], [2]);
  const { openMatrix, useMatrix, actedCells, goToCell, stepCell, selectNoCells, topPictures } = await load();
  openMatrix(batchId);
  await vi.waitFor(() => expect(useMatrix.getState().loaded).toBe(true));
  const acted = (): readonly number[] => topPictures(actedCells(useMatrix.getState()));
  expect(acted()).toEqual([1]);
  stepCell('ArrowRight', true);
  expect(acted()).toEqual([1, 2]);
  expect([selectNoCells(), acted(), selectNoCells()]).toEqual([true, [2], false]);
  stepCell('ArrowUp', false);
  expect([useMatrix.getState().cursor, acted()]).toEqual([{ row: -1, column: 1 }, [2]]);
  goToCell({ row: 0, column: 0 }, 'toggle');
  expect(acted()).toEqual([1, 2]);
  goToCell({ row: 0, column: 1 }, 'toggle');
  expect(acted()).toEqual([1]);
});

test('a batch without a grid says so', async () => {
  const { openMatrix, useMatrix } = await load();
  openMatrix(batchId);
  await vi.waitFor(() => expect(useMatrix.getState().failure).toBe('gone'));
});

test.each([['named', [7]], ['too many to name', null]] as const)('a mark that comes before the grid is loaded is not lost: %s', async (_, imageIds) => {
  const one = task('p', 'one', completed(1));
  hold(withImages(one, keptImage(7, one.id)));
  main.matrix = matrixOf(['p'], [1], [1]);
  let read = (): void => undefined;
  main.matrixRead = new Promise<void>((resolve) => (read = resolve));
  const { openMatrix, useMatrix } = await load();
  openMatrix(batchId);
  await vi.waitFor(() => expect(main.inputsOf('matrixTasks')).toHaveLength(1));
  main.ratings = new Map([[7, 3]]);
  main.send(6, { kind: 'marks', round: 1, imageIds, moved: false });
  read();
  await vi.waitFor(() => expect(useMatrix.getState()).toMatchObject({ loaded: true, marks: new Map([[7, packedMarks(marksShown({ ...noMarks, rating: 3 }))]]) }));
});
