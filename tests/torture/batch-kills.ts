import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addAmounts, timesAmount } from '../../shared/money/amount.ts';
import { databaseWorkerFile } from '../support/built-threads.ts';
import { testAccount } from '../support/open-test-database.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import type { Answer } from '../support/scripted-service-script.ts';
import type { Dice } from '../support/dice.ts';
import { startEngine, type Engine } from './engine.ts';
import { price, type KillPoint } from './engine-messages.ts';
import type { Family } from './tally.ts';

const key = 'torture-key-0123456789';
const points: readonly KillPoint[] = ['before-intent', 'after-intent', 'after-submitting', 'post-sent', 'before-id', 'after-id'];
/** Milliseconds after which a process that did not pass its point is killed anyway. */
const patience = 1_500;
/** How often a batch is released that its refusals hold again. */
const mostReleases = 30;
/** Milliseconds in which everything must come to rest, with a clock that runs fast. */
const restMs = 30_000;

/**
 * Batches under a budget, killed while they are written or sent, up to three times each. A batch exists whole or not at all. The service never gets more
 * than the budget has room for, nor a prompt twice. With a higher budget, the rest is sent.
 */
export const batchKills: Family = async ({ rounds, dice, tally, log }) => {
  const service = await startScriptedService({ key });
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-torture-batch-kills-'));
  let engine: Engine | null = null;
  const launch = (): Promise<Engine> => startEngine({ folder, serviceUrl: service.url, key, workerFile: databaseWorkerFile });

  try {
    for (let round = 0; round < rounds; round += 1) {
      engine ??= await launch();
      const { tasks, prompts, refused } = await prepare(service, round, dice);
      const batchId = randomUUID();
      const room = dice.below(tasks.length + 1);
      const before = await engine.spent();
      await engine.limit(addAmounts(before, timesAmount(price, room)), null);
      // Every third kill comes at any time.
      const point = round % 3 === 2 ? null : dice.pick(points);
      const name = `batch-kills ${round} (${point ?? 'any time'}, ${tasks.length} tasks, room for ${room})`;
      if (point !== null) await engine.arm(point, 1 + dice.below(point.endsWith('-intent') ? 3 : 8), 'SIGKILL');
      engine.submitBatch(batchId, tasks).catch(() => undefined);
      for (let kills = 1 + dice.below(3); kills > 0; kills -= 1) {
        if (await Promise.race([engine.gone.then(() => true), sleep(point === null ? dice.below(400) : patience, false)])) tally.add('stopsAtNamedPoints');
        await engine.stop('SIGKILL');
        tally.add('kills');
        engine = await launch();
      }
      const posts = async (): Promise<readonly number[]> => (await service.served(prompts)).map((served) => served.posts);
      const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

      for (const id of await engine.settle(restMs)) tally.fail('unsettled', `${name} ${id}`);
      const found = (await engine.inventory(tasks.map(({ id }) => id))).tasks;
      tally.add('tasks', found.length);
      if (found.length > 0 && found.length < tasks.length) tally.fail('halfQueued', `${name}: ${found.length} tasks`);
      const withBudget = sum(await posts());
      if (withBudget > room + refused) tally.fail('overBudget', `${name}: ${withBudget} POSTs, ${refused} of which may be refused`);
      if (found.some(({ task }) => task.state.status === 'queued')) tally.add('budgetsReached');

      // A refusal of the first task after a start holds the rest, until the person releases it.
      let last = found;
      for (let releases = 0; last.some(({ task }) => task.state.status === 'queued') && releases < mostReleases; releases += 1) {
        await engine.limit(addAmounts(before, timesAmount(price, tasks.length)), batchId);
        await engine.settle(restMs);
        last = (await engine.inventory(tasks.map(({ id }) => id))).tasks;
      }
      for (const { task } of last) if (task.state.status === 'queued') tally.fail('unsettled', `${name} ${task.id} with a higher budget`);
      const all = await posts();
      tally.add('posts', sum(all));
      if (all.some((number) => number > 1)) tally.fail('duplicatePosts', `${name}: ${all.join()}`);
      // A task that was about to be sent when the process died is unknown, whether or not it was sent.
      const unsent = last.filter(({ task }, at) => all[at] === 0 && task.state.status !== 'unknown');
      for (const { task } of unsent) tally.fail('hiddenTasks', `${name}: ${JSON.stringify(task.state)} was never sent`);
      log(`${name}: ${withBudget} and ${sum(all)} POSTs, ${last.map(({ task }) => task.state.status).join(' ')}`);
    }
    for (const fault of (await engine?.check()) ?? []) tally.fail('unsoundDatabases', `batch-kills at its end: ${fault}`);
  } finally {
    await engine?.stop('SIGKILL');
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

async function prepare(service: ScriptedService, round: number, dice: Dice) {
  const prompts = Array.from({ length: 5 + dice.below(60) }, (_, number) => `batch-kills ${round}.${number}`);
  let refused = 0;
  for (const prompt of prompts) {
    const answer = answerTo(dice);
    if (answer.status === 400) refused += 1;
    await service.script(prompt, { submit: [answer], processing: 0 });
  }
  const tasks = prompts.map((prompt) => ({ id: randomUUID(), accountId: testAccount.id, request: { model: 'm', prompt, size: '64x64', quality: 'low' }, retryOf: null }));
  return { prompts, tasks, refused };
}

/** The answer is late enough for a kill to come before it. */
function answerTo(dice: Dice): Answer {
  const delayMs = 2 + dice.below(30);
  const body = { json: { id: '$ID', status: 'processing' } };
  const throwOf = dice.below(15);
  if (throwOf === 0) return { delayMs, then: { do: 'reset', after: 'before-answer' } };
  if (throwOf === 1) return { delayMs, body, status: 500 };
  if (throwOf === 2) return { delayMs, body: { json: { error: { message: 'Blocked.' } } }, status: 400 };
  return { delayMs, body };
}
