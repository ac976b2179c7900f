import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHead } from '../../../electron/handlers/app-handlers.ts';
import { isAtHead, isInFlight, type ImageState, type TaskId, type TaskWithImages } from '../../../shared/task.ts';
import { openTestDatabase, type TestDatabase } from '../../support/open-test-database.ts';
import { createDice } from '../../support/dice.ts';
import { imageStates, makeAnswer, makeSources, makeTask, start, taskStates } from './samples.ts';

/** What unfinishedTasks promises, in the words of its port. */
const isUnfinished = (entry: TaskWithImages): boolean =>
  isInFlight(entry.task) || (entry.task.state.status === 'completed' && entry.images.some((image) => image.state.status === 'waiting'));

const ids = (entries: readonly TaskWithImages[]): readonly TaskId[] => entries.map(({ task }) => task.id);

const oldestFirst = (a: TaskWithImages, b: TaskWithImages): number =>
  a.task.createdAt - b.task.createdAt || (a.task.id < b.task.id ? -1 : 1);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

async function everyTask(): Promise<readonly TaskWithImages[]> {
  const { tasks, more } = await database.repository.page({ statuses: [], before: null, limit: 5000 });
  expect(more).toBe(false);
  return tasks.toSorted(oldestFirst);
}

async function expectSameAsPredicates(): Promise<void> {
  const all = await everyTask();
  expect(ids(await readHead(database.repository))).toEqual(ids(all.filter(isAtHead).toReversed()));
  expect(ids(await database.repository.unfinishedTasks())).toEqual(ids(all.filter(isUnfinished)));
}

describe('headTasks and unfinishedTasks', () => {
  it('say what isAtHead and isUnfinished say, for every state, put away or not, with every mix of images', async () => {
    const dice = createDice(4);
    const mixes: readonly (readonly ImageState[])[] = [
      [],
      ...imageStates.map((state) => [state]),
      ...imageStates.flatMap((first, index) => imageStates.slice(index).map((second) => [first, second])),
    ];
    for (const state of taskStates) {
      for (const dismissedAt of [null, start + 1]) {
        // Only a completed task has images; others are tried with a few, as a task that was completed before might.
        const tried = state.status === 'completed' ? mixes : mixes.slice(0, 4);
        await Promise.all(
          tried.map(async (mix) => {
            const task = makeTask({ state, dismissedAt, createdAt: start + dice.below(40) });
            await database.repository.insertTasks([task]);
            const images = await database.repository.saveCompletion(task, makeSources(mix.length), makeAnswer());
            await Promise.all(images.map((image, index) => database.repository.saveImage(image.id, mix[index] ?? image.state)));
          }),
        );
      }
    }
    const all = await everyTask();
    expect(all.length).toBeGreaterThan(300);
    expect(all.filter(isAtHead).length).toBeGreaterThan(100);
    expect(all.filter((entry) => !isAtHead(entry)).length).toBeGreaterThan(50);
    expect(all.filter(isUnfinished).length).toBeGreaterThan(50);
    await expectSameAsPredicates();
  });

  it('still do after 300 changes of tasks and images', async () => {
    const { pick, chance } = createDice(29);
    for (let round = 0; round < 5; round += 1) {
      const all = await everyTask();
      for (let change = 0; change < 60; change += 1) {
        const { task, images } = pick(all);
        if (images.length > 0 && chance(0.5)) await database.repository.saveImage(pick(images).id, pick(imageStates));
        else await database.repository.saveTask({ ...task, state: pick(taskStates), dismissedAt: chance(0.5) ? null : start });
      }
      await expectSameAsPredicates();
    }
    expect(await database.repository.integrity()).toEqual([]);
  });

  it('no statement reads all of the ten thousand tasks that may wait', async () => {
    const sent = Array.from({ length: 1_200 }, (_, index) => makeTask({ createdAt: start + 100 + Math.floor(index / 700) }));
    await database.repository.insertTasks(sent);
    const pages: number[] = [];
    const head = await readHead({
      async headTasks(page) {
        const found = await database.repository.headTasks(page);
        pages.push(found.tasks.length);
        return found;
      },
    });
    expect(ids(head)).toEqual(ids((await everyTask()).filter(isAtHead).toReversed()));
    expect(Math.max(...pages)).toBeLessThanOrEqual(500);
  });
});
