import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import type { Recipe } from '../../../../shared/batch.ts';
import { mostMatrixRows, rowsOfPage, type Matrix } from '../../../../shared/library/batch-matrix.ts';
import { marksOf } from '../../../../shared/library/marks.ts';
import type { Task } from '../../../../shared/task.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, testAccount, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask } from '../samples.ts';

const [boats, plain, list] = [randomUUID(), randomUUID(), randomUUID()];
const recipe: Recipe = { from: 'template', template: 'a {red|blue} boat', models: ['two', 'one'], sizes: ['1x1', '2x1', '9x9'], qualities: ['low'] };

const task = (prompt: string, model: string, size: string, more: Partial<Task> = {}): Task => makeTask({ request: { model, prompt, size, quality: 'low' }, batchId: boats, ...more });

/** All combinations of the first prompt, and one of the second. */
const tasks: readonly Task[] = [
  task('a red boat', 'two', '1x1'),
  task('a red boat', 'two', '2x1'),
  task('a red boat', 'one', '1x1'),
  // Edited before it was sent.
  task('a red boat', 'three', '2x1'),
  task('a blue boat', 'one', '2x1', { state: { status: 'completed', remoteId: 'r', imageCount: 1 } }),
];
const single = makeTask({ batchId: plain });
const [first, , , , last] = tasks;
const again = task('a red boat', 'two', '1x1', { batchId: null, retryOf: first?.id ?? null });
const attempts: readonly Task[] = [
  again,
  task('a red boat', 'two', '1x1', { batchId: null, retryOf: again.id }),
  // Neither its prompt nor its model is in the grid.
  task('a green boat', 'two', '1x1', { batchId: null, retryOf: first?.id ?? null }),
  task('a red boat', 'four', '1x1', { batchId: null, retryOf: first?.id ?? null }),
];

const long = `a long boat ${'on the sea '.repeat(40)}`;
/** Two prompts with two models each, and one size. */
const listed = ['a red boat', long].flatMap((prompt) => ['two', 'one'].map((model) => task(prompt, model, '1x1', { batchId: list })));

let database: TestDatabase;
let views: LibraryViews;

beforeAll(async () => {
  database = await openTestDatabase();
  const { repository } = database;
  const batch = { accountId: testAccount.id, createdAt: 1, hold: null, place: 0 };
  await repository.beginBatch({ ...batch, id: boats, name: 'Boats', recipe });
  await repository.beginBatch({ ...batch, id: plain, name: 'One', recipe: { from: 'prompt', models: ['one'], sizes: ['1x1'], qualities: ['low'] } });
  await repository.insertTasks(tasks);
  await repository.insertTasks([single]);
  await repository.beginBatch({ ...batch, id: list, name: 'List', recipe: { from: 'list', models: ['two', 'one'], sizes: ['1x1'], qualities: ['low'] } });
  await repository.insertTasks(listed);
  await repository.finishBatch(list);
  await repository.finishBatch(boats);
  await repository.finishBatch(plain);
  await repository.insertTasks(attempts);
  // As if many other tasks had been sent before the new attempts.
  const db = openConnection(database.file);
  db.exec(`UPDATE tasks SET id = id + 1000000 WHERE retry_of IS NOT NULL`);
  db.close();
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
});

afterAll(async () => {
  await views.close();
  await database.remove();
});

async function boatMatrix(taskId?: string): Promise<Matrix> {
  const matrix = await views.matrix(boats, taskId);
  if (matrix === null) throw new Error('no grid');
  return matrix;
}

describe('the grid of a batch', () => {
  it('has the values of its tasks, in the order of the recipe', async () => {
    const { name, values, prompts, asked } = await boatMatrix();
    expect({ name, values, prompts, asked }).toEqual({
      name: 'Boats',
      values: { model: ['two', 'one', 'three'], size: ['1x1', '2x1'], quality: ['low'] },
      prompts: ['a red boat', 'a blue boat'],
      asked: 0,
    });
  });

  it('has the tasks of each prompt, with new attempts at them that fit', async () => {
    const matrix = await boatMatrix(last?.id);
    expect(matrix.asked).toBe(1);
    const idsOf = async (prompt: number): Promise<readonly string[]> => (await views.matrixTasks([...rowsOfPage(matrix, prompt)])).tasks.map((entry) => entry.task.id);
    expect(await idsOf(0)).toEqual([...tasks.slice(0, 4), ...attempts.slice(0, 2)].map(({ id }) => id));
    expect(await idsOf(1)).toEqual([last?.id]);
  });

  it('has the marks of pictures, and leaves out rows that are gone', async () => {
    const { repository } = database;
    if (last === undefined) throw new Error('no task');
    const [image] = await repository.saveCompletion(last, makeSources(1), makeAnswer());
    const id = image?.id ?? 0;
    await repository.saveImage(id, { status: 'kept', file: makeFile() });
    await repository.markImages(Int32Array.of(id), { kind: 'rating', rating: 4 });
    const matrix = await boatMatrix();
    const { tasks: read, imageIds, marks } = await views.matrixTasks([...rowsOfPage(matrix, 1), 999_999]);
    expect(read.length).toBe(1);
    expect([[...imageIds], marksOf(marks[0] ?? 0).rating]).toEqual([[id], 4]);
  });

  it('has all prompts on one page if only one axis has several values', async () => {
    const matrix = await views.matrix(list, listed.at(-1)?.id);
    if (matrix === null) throw new Error('no grid');
    expect({ prompts: matrix.prompts, ends: [...matrix.ends], asked: matrix.asked }).toEqual({ prompts: ['a red boat', long], ends: [4], asked: 0 });
    expect((await views.matrixTasks([...rowsOfPage(matrix, 0)])).tasks.map((entry) => entry.task.id)).toEqual(listed.map(({ id }) => id));
  });

  it('keeps all prompts on one page when new attempts come to as many tasks as it can have', async () => {
    const full = randomUUID();
    const { repository } = database;
    await repository.beginBatch({ accountId: testAccount.id, createdAt: 1, hold: null, place: 0, id: full, name: 'Full', recipe: { from: 'list', models: ['two', 'one'], sizes: ['1x1'], qualities: ['low'] } });
    const all = Array.from({ length: mostMatrixRows }, (_, at) => task(`boat ${at >> 1}`, at % 2 === 0 ? 'two' : 'one', '1x1', { batchId: full }));
    await repository.insertTasks(all);
    await repository.finishBatch(full);
    await repository.insertTasks([task('boat 0', 'two', '1x1', { batchId: null, retryOf: all[0]?.id ?? null })]);
    expect([...((await views.matrix(full))?.ends ?? [])]).toEqual([mostMatrixRows + 1]);
  });

  it('exists only for batches with several values', async () => {
    expect(await views.matrices([plain, boats, randomUUID()])).toEqual([boats]);
    expect(await views.matrix(plain)).toBeNull();
    expect(await views.matrix(randomUUID())).toBeNull();
  });
});
