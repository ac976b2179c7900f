import { describe, expect, it, onTestFinished } from 'vitest';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import type { TaskSort, ViewQuery } from '../../../../shared/library/view.ts';
import { taskSorts } from '../../../../shared/library/view.ts';
import type { Task } from '../../../../shared/task.ts';
import { noFacts, saidNothing } from '../../../../shared/task.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase } from '../../../support/open-test-database.ts';
import { makeTask, start } from '../samples.ts';
import { type Known, database, day, known, query, tasks, useSearchedLibrary, views } from './searched-library.ts';

useSearchedLibrary();

describe('the history', () => {
  const historyIds = async (search: string, sort?: ViewQuery['sort']): Promise<readonly string[]> => {
    const opened = await views.openHistory(query(search, sort));
    const facts = opened && (await views.ready(opened.token));
    const rows = facts && (await views.tasks({ token: opened.token, revision: 0 }, [0, facts.total]));
    expect(opened?.first.map(({ task }) => task.id)).toEqual(rows?.slice(0, opened?.first.length).map(({ task }) => task.id));
    const some = await views.taskRows({ token: opened?.token ?? 0, revision: 0 }, [[0, 3], [5, 7]]);
    expect((some && (await views.tasksOfRows(some)))?.map(({ task }) => task.id)).toEqual([...(rows ?? []).slice(0, 3), ...(rows ?? []).slice(5, 7)].map(({ task }) => task.id));
    return (rows ?? []).map(({ task }) => task.id).filter((id) => tasks.some((task) => task.id === id));
  };
  const picturesOf = (task: Task): readonly Known[] => known.filter((picture) => picture.task.id === task.id);
  const expected = (matches: (task: Task) => boolean): readonly string[] => tasks.filter(matches).toSorted((a, b) => b.createdAt - a.createdAt).map(({ id }) => id);

  it.each<readonly [string, (task: Task) => boolean]>([
    ['', () => true],
    ['fox ', ({ request }) => /\bfox\b/.test(request.prompt)],
    ['moderation ', ({ state }) => state.status === 'failed'],
    ['status:failed cat ', ({ state, request }) => state.status === 'failed' && /\bcat\b/.test(request.prompt)],
    ['is:failed ', ({ state }) => state.status === 'failed'],
    ['-is:kept ', (task) => picturesOf(task).length === 0],
    ['is:favourite ', (task) => picturesOf(task).some(({ favourite }) => favourite)],
    ['tag:beach ', (task) => picturesOf(task).some(({ tags }) => tags.includes('Beach'))],
    ['id:task_00 ', ({ state }) => 'remoteId' in state && state.remoteId.startsWith('task_00')],
  ])('finds %j', async (search, matches) => {
    expect(await historyIds(search)).toEqual(expected(matches));
  });

  it('knows the position of a task', async () => {
    const opened = await views.openHistory(query('fox '));
    const ids = await historyIds('fox ');
    const again = await views.openHistory(query('fox '));
    expect(again?.token).not.toBe(opened?.token);
    expect(await views.locateTasks({ token: again?.token ?? 0, revision: 0 }, [ids[9] ?? ''])).toEqual(Int32Array.of(9));
    expect(await views.locateTasks({ token: again?.token ?? 0, revision: 0 }, ['no-such-task', ids[9] ?? '', ids[2] ?? ''])).toEqual(Int32Array.of(-1, 9, 2));
  });

  it('lists tasks with an unknown outcome first, in every order and search, until they are settled', async () => {
    const unknown = { status: 'unknown', reason: 'connection-lost', said: saidNothing } as const;
    const request = { model: 'painter-1', prompt: 'a fox that nobody knows of', size: '', quality: '' };
    const undecided = makeTask({ request, state: unknown, createdAt: start - 500 * day });
    const settled = makeTask({ request, state: unknown, createdAt: start - 501 * day, dismissedAt: start });
    await database.repository.insertTasks([undecided, settled]);
    for (const search of ['', 'fox ', 'nobo', 'status:unknown ']) {
      for (const by of taskSorts) {
        for (const descending of [false, true]) {
          const opened = await views.openHistory(query(search, { by, descending }));
          const rows = opened && (await views.tasks({ token: opened.token, revision: 0 }, [0, 5]));
          expect([opened?.first[0]?.task.id, rows?.[0]?.task.id], `${search} by ${by}`).toEqual([undecided.id, undecided.id]);
        }
      }
      // Once among all, not twice.
      const opened = await views.openHistory(query(search));
      const facts = opened && (await views.ready(opened.token));
      const ids = (opened && (await views.tasks({ token: opened.token, revision: 0 }, [0, facts?.total ?? 0])))?.map(({ task }) => task.id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe(facts?.total);
      expect(ids.at(-1), 'the settled one is where its age puts it').toBe(settled.id);
    }
    await database.repository.saveTask({ ...undecided, dismissedAt: start + 1 });
    const opened = await views.openHistory(query(''));
    const facts = opened && (await views.ready(opened.token));
    expect(opened?.first[0]?.task.id).not.toBe(undecided.id);
    expect(await views.locateTasks({ token: opened?.token ?? 0, revision: 0 }, [undecided.id])).toEqual(Int32Array.of((facts?.total ?? 0) - 2));
  });

  it('sorts by prompt regardless of case, and equal prompts newest first', async () => {
    const sorted = await openTestDatabase();
    const texts = ['banana', 'Apple', 'cherry', 'apple', `${'x'.repeat(90)}b`, `${'x'.repeat(90)}a`, 'éclair', '猫'];
    const made = texts.map((prompt, at) => makeTask({ createdAt: start + at, request: { model: '', prompt, size: '', quality: '' } }));
    await sorted.repository.insertTasks(made);
    const reader = await openViews({ file: sorted.file, workerFile: databaseWorkerFile });
    onTestFinished(async () => {
      await reader.close();
      await sorted.remove();
    });
    const sortedPrompts = async (descending: boolean): Promise<readonly string[]> =>
      ((await reader.openHistory(query('', { by: 'prompt', descending })))?.first ?? []).map(({ task }) => task.request.prompt);
    const [b, a] = [texts[4] ?? '', texts[5] ?? ''];
    expect(await sortedPrompts(false)).toEqual(['apple', 'Apple', 'banana', 'cherry', a, b, 'éclair', '猫']);
    expect(await sortedPrompts(true)).toEqual(['猫', 'éclair', b, a, 'cherry', 'banana', 'apple', 'Apple']);
  });

  it('sorts by a value; tasks without it come last in both directions, and equal ones newest first', async () => {
    const sorted = await openTestDatabase();
    const sample = (createdAt: number, changes: Partial<Task>): Task =>
      makeTask({ createdAt, submittedAt: createdAt, state: { status: 'completed', remoteId: `r${createdAt}`, imageCount: 0 }, ...changes });
    const made = [
      sample(start + 1, { endedAt: start + 1 + 4000, facts: { ...noFacts, credits: '2' } }),
      sample(start + 2, { endedAt: start + 2 + 900_000, facts: { ...noFacts, credits: '0' } }),
      sample(start + 3, { endedAt: null, facts: { ...noFacts, credits: '7' } }),
      sample(start + 4, { endedAt: start + 4 + 4000, facts: { ...noFacts, credits: '2' } }),
    ];
    await sorted.repository.insertTasks(made);
    const reader = await openViews({ file: sorted.file, workerFile: databaseWorkerFile });
    onTestFinished(async () => {
      await reader.close();
      await sorted.remove();
    });
    const order = async (by: TaskSort, descending: boolean): Promise<readonly number[]> =>
      (await reader.openHistory(query('', { by, descending })))?.first.map(({ task }) => task.createdAt - start) ?? [];
    expect(await order('took', false)).toEqual([4, 1, 2, 3]);
    expect(await order('took', true)).toEqual([2, 4, 1, 3]);
    expect(await order('cost', false)).toEqual([2, 4, 1, 3]);
    expect(await order('cost', true)).toEqual([3, 4, 1, 2]);
    expect(await order('account', true)).toEqual([4, 3, 2, 1]);
    expect(await order('created', false)).toEqual([1, 2, 3, 4]);
    // What is kept of an order is not taken for what came since.
    expect(await order('cost', true)).toEqual([3, 4, 1, 2]);
    await sorted.repository.saveTask(sample(start + 5, { ...(made[1] ?? makeTask()), facts: { ...noFacts, credits: '2.5' } }));
    expect(await order('cost', true)).toEqual([3, 2, 4, 1]);
  });
});
