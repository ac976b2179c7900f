import { DatabaseSync } from 'node:sqlite';
import { lostReference } from '../../../../../shared/request/reference-checks.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskPageQuery } from '../../../../../electron/core/engine/task-store.ts';
import type { Task, TaskId, TaskStatus } from '../../../../../shared/task.ts';
import { openTestDatabase, type TestDatabase } from '../../../../support/open-test-database.ts';
import { createDice } from '../../../../support/dice.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start, taskStates } from '../../samples.ts';

let database: TestDatabase;
const everything: TaskPageQuery = { statuses: [], before: null, limit: 50 };

const newestFirst = (a: Task, b: Task): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

/** Walks from page to page as the export does. */
async function walk(query: Partial<TaskPageQuery>): Promise<readonly TaskId[]> {
  const ids: TaskId[] = [];
  let before: TaskPageQuery['before'] = null;
  for (;;) {
    const { tasks, more } = await database.repository.page({ ...everything, ...query, before });
    ids.push(...tasks.map(({ task }) => task.id));
    const last = tasks.at(-1)?.task;
    if (!more || last === undefined) return ids;
    before = { createdAt: last.createdAt, id: last.id };
  }
}

it('a task whose references cannot be read has some nevertheless, so that it is not sent without them', async () => {
  const own = await openTestDatabase();
  const request = { model: 'm', prompt: 'a fox', size: '', quality: '', references: [{ kind: 'file', sha256: 'ab'.repeat(32), type: 'png', bytes: 3, name: 'fox.png' }] } as const;
  const task = makeTask({ request, state: { status: 'queued', waitingFor: 'turn' } });
  await own.repository.insertTasks([task]);
  expect((await own.repository.task(task.id))?.task.request).toEqual(request);
  for (const damaged of ['{"references":[{"kind":"film"}]}', '{"references":[']) {
    const direct = new DatabaseSync(own.file);
    direct.prepare('UPDATE tasks SET extras = ?').run(damaged);
    direct.close();
    expect((await own.repository.task(task.id))?.task.request.references).toEqual([lostReference]);
  }
  await own.remove();
});

describe('pages', () => {
  const tasks: readonly Task[] = (() => {
    const dice = createDice(7);
    // Eleven different times for 300 tasks: pages must neither skip nor repeat where many are equal.
    return Array.from({ length: 300 }, (_, index) => makeTask({ createdAt: start + dice.below(11), state: taskStates[index % taskStates.length] ?? { status: 'submitting' } }));
  })();
  const matching = (statuses: readonly TaskStatus[]): readonly TaskId[] =>
    tasks.filter((task) => statuses.length === 0 || statuses.includes(task.state.status)).toSorted(newestFirst).map((task) => task.id);

  beforeAll(async () => {
    database = await openTestDatabase();
    await database.repository.insertTasks(tasks);
  });
  afterAll(() => database.remove());

  it.each([1, 7, 50, 299, 300, 301])('of %i contain every task once, newest first', async (limit) => {
    expect(await walk({ limit })).toEqual(matching([]));
  });

  it.each<readonly [readonly TaskStatus[]]>([[['failed']], [['queued', 'processing', 'queued']], [['withdrawn', 'completed', 'unknown', 'rejected']]])(
    'with the statuses %j only',
    async (statuses) => {
      expect(await walk({ statuses, limit: 7 })).toEqual(matching(statuses));
    },
  );

  it('do not shift when newer tasks come in between', async () => {
    const first = await database.repository.page({ ...everything, limit: 100 });
    await database.repository.insertTasks([makeTask({ createdAt: start + 100, request: { model: 'm', prompt: 'new', size: '', quality: '' } })]);
    const last = first.tasks.at(-1)?.task;
    const second = await database.repository.page({ ...everything, limit: 300, before: last ? { createdAt: last.createdAt, id: last.id } : null });
    expect([...first.tasks, ...second.tasks].map(({ task }) => task.id)).toEqual(matching([]));
  });

  it('contain the images of their tasks, in order and without addresses', async () => {
    const task = makeTask({ createdAt: start + 1000, state: { status: 'completed', remoteId: 'with-images', imageCount: 2 } });
    await database.repository.insertTasks([task]);
    const [first] = await database.repository.saveCompletion(task, makeSources(2), makeAnswer());
    await database.repository.saveImage(first?.id ?? 0, { status: 'kept', file: makeFile() });
    const [entry] = (await database.repository.page({ ...everything, limit: 1 })).tasks;
    expect(entry?.task).toEqual(task);
    expect(entry?.images.map((image) => [image.index, image.state.status])).toEqual([
      [0, 'kept'],
      [1, 'waiting'],
    ]);
    expect(JSON.stringify(entry)).not.toContain('pictures.example');
  });
});
