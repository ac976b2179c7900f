import { expect, it } from 'vitest';
import type { BatchWithProgress } from '../../../shared/batch.ts';
import { createBatchFeed, readBatches } from '../../../electron/handlers/batch-feed.ts';
import { newTask } from '../../../shared/task.ts';
import { createFakeClock, nextMacrotask } from '../../support/fake-clock.ts';
import { openTestDatabase, testAccount } from '../../support/open-test-database.ts';

it('asks for one batch after the other, so that a commit waits for one of them at most', async () => {
  const { repository, remove } = await openTestDatabase();
  const names = ['a', 'b', 'c'];
  const ids = names.map((_, at) => `0b6c4a52-58a1-4f0f-9a53-00000000000${at}`);
  for (const [at, id] of ids.entries()) {
    await repository.beginBatch({ id, accountId: testAccount.id, name: names[at] ?? '', createdAt: at, recipe: { from: 'list' }, hold: null, place: at });
    await repository.insertTasks([newTask(`1b6c4a52-58a1-4f0f-9a53-00000000000${at}`, testAccount.id, { model: '', prompt: 'p', size: '', quality: '' }, null, at, id)]);
    if (at < 2) await repository.finishBatch(id);
  }
  let [underWay, most] = [0, 0];
  const batches = async (asked: readonly string[]): Promise<readonly BatchWithProgress[]> => {
    underWay += asked.length;
    most = Math.max(most, underWay);
    const found = await repository.batches(asked);
    underWay -= asked.length;
    return found;
  };
  const recent = await repository.recentBatches(10);
  expect(recent).toEqual([ids[1], ids[0]]);
  expect((await readBatches({ batches }, recent)).map(({ name, progress }) => [name, progress.queued])).toEqual([['b', 1], ['a', 1]]);
  expect(most).toBe(1);
  await remove();
});

it('tells at once what a person changed, and progress after a moment, one reading after the other', async () => {
  const clock = createFakeClock();
  const told: string[][] = [];
  const reads: { readonly id: string; readonly answer: () => void }[] = [];
  const repository = {
    batches: ([id = '']: readonly string[]) => new Promise<readonly BatchWithProgress[]>((resolve) => reads.push({ id, answer: () => resolve([{ id } as BatchWithProgress]) })),
  };
  const feed = createBatchFeed({ clock, repository, publish: (found) => told.push(found.map(({ id }) => id)) });

  feed.progressed('a');
  await nextMacrotask();
  expect(reads).toEqual([]);
  feed.changed('b');
  await nextMacrotask();
  expect(reads.map(({ id }) => id)).toEqual(['a']);
  // The second reading waits for the first, so that it cannot overtake it.
  feed.changed('a');
  await nextMacrotask();
  expect(reads.map(({ id }) => id)).toEqual(['a']);
  for (let at = 0; at < 3; at += 1) {
    reads[at]?.answer();
    await nextMacrotask();
  }
  expect(told).toEqual([['a', 'b'], ['a']]);

  feed.progressed('c');
  await clock.advance(300);
  await nextMacrotask();
  expect(reads.at(-1)?.id).toBe('c');
});
