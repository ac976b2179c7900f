import { expect, it } from 'vitest';
import type { BatchWithProgress } from '../../../shared/batch.ts';
import { readBatches } from '../../../electron/ipc/batch-feed.ts';
import { newTask } from '../../../shared/task.ts';
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
