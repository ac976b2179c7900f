import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openJobQueue } from '../../../../../electron/hosts/command/queue/job-queue.ts';
import { openQueueDatabase } from '../../../../../electron/hosts/command/queue/queue-database.ts';
import { handOverToQueue, idsOfRequest } from '../../../../../electron/hosts/command/queue/queue-tasks.ts';
import { ensureAccount } from '../../../../../electron/hosts/command/queue/shared-account.ts';
import { askPermission } from '../../../../../electron/hosts/command/worker/permission.ts';
import { commandWordsFor } from '../../../../../shared/words/command-words.ts';
import { createDice } from '../../../../support/dice.ts';
import { startPostgres } from '../../../../support/postgres.ts';
import { createWorkerRig, secondsUntilOthersHaveIt, workerCounts, workerPoints, workerRound, workerTroubles } from '../../../../support/worker-rounds.ts';

const isLong = process.env['LATENT_LONG'] === '1';

test('workers that are killed at every step, cut off, or lose their server send each task once, within the budget, and all pictures are there', { timeout: 7_200_000 }, async () => {
  const rig = await createWorkerRig();
  onTestFinished(() => rig.close());
  const faults: string[] = [];
  const seed = Number(process.env['LATENT_SEED'] ?? Date.now() % 1_000_000);
  const dice = createDice(seed);
  // The long form has each step with each trouble.
  const plan = isLong ? [null, ...workerPoints].flatMap((point) => workerTroubles.map((trouble) => ({ point, trouble }))) : [1, 2].map(() => ({ point: dice.pick(workerPoints), trouble: dice.pick(workerTroubles) }));
  for (const [at, { point, trouble }] of plan.entries()) {
    await workerRound(rig, { point, trouble, hasBudget: at % 3 === 1, dice, counts: workerCounts, fault: (what) => faults.push(`seed ${seed}, round ${at} (${String(point)}, ${trouble}): ${what}`) });
    if (faults.length > 0) break;
  }
  console.log(JSON.stringify(workerCounts));
  expect(faults).toEqual([]);
  // Two killed workers leave up to eight of a round's twelve tasks unknown. Only many rounds tell how many are usual.
  expect(workerCounts.done).toBeGreaterThan(isLong ? workerCounts.tasks / 2 : 0);
});

test('another worker has at once what one was taking when it was killed', { timeout: 240_000 }, async () => {
  const rig = await createWorkerRig();
  onTestFinished(() => rig.close());
  // 64 s when the job that a worker had fetched was its own until pg-boss gave it up.
  expect(await secondsUntilOthersHaveIt(rig, 'taken')).toBeLessThan(45);
});

test('a permission outlives a sudden end of the server, although the server does not wait for its disk by itself', async () => {
  // Otherwise the log would be on the disk a moment later.
  const server = await startPostgres(['synchronous_commit=off', 'wal_writer_delay=10s']);
  onTestFinished(() => server.stop());
  const database = await openQueueDatabase(commandWordsFor('en'), server.url);
  onTestFinished(() => database.close());
  const jobs = await openJobQueue(database, false, () => undefined);
  onTestFinished(() => jobs.close());
  const run = { process: randomUUID(), profile: randomUUID(), account: 'practice' };
  await ensureAccount(database, run.account);
  for (let round = 0; round < 3; round += 1) {
    const [id = ''] = idsOfRequest(randomUUID(), 1);
    await handOverToQueue(database, jobs, run.account, [{ id, request: { model: 'm', prompt: 'p', size: '', quality: '' }, estimate: '0' }]);
    expect(await askPermission(database, id, run)).toBe('granted');
    await server.restart('killed');
    expect(await askPermission(database, id, { ...run, process: randomUUID() })).toBe('elsewhere');
  }
});
