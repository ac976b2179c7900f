import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSystemClock } from '../../electron/core/util/system-clock.ts';
import { remoteIdOf, type TaskId } from '../../shared/task.ts';
import { testAccount } from '../support/open-test-database.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { startEngineHere } from './engine-here.ts';
import type { Family } from './tally.ts';

const answersPerRound = 5;
const submitDeadlineMs = 300;
const around = 50;
/** Milliseconds until an id that came late must be in the history. */
const patience = 30_000;

/**
 * Answers within 50 ms of the submit deadline, before or after. Each id must be in the history, and each POST must stay the only one. Three outcomes in a row that
 * are unknown at the deadline stop the account, so the person says at once that sending goes on.
 */
export const lateAnswers: Family = async ({ rounds, dice, tally, log }) => {
  const service = await startScriptedService({ key: 'torture-key-0123456789' });
  const wereUnknown = new Set<TaskId>();
  const here = await startEngineHere({
    service,
    clock: createSystemClock(),
    submitDeadlineMs,
    events: {
      taskChanged({ task }) {
        if (task.state.status === 'unknown') wereUnknown.add(task.id);
      },
    },
  });
  const remoteIdIn = async (id: TaskId): Promise<string | null> => {
    const entry = await here.database.task(id);
    return entry === null ? null : remoteIdOf(entry.task);
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      wereUnknown.clear();
      const tried = Array.from({ length: answersPerRound }, (_, number) => ({ id: randomUUID(), prompt: `late-answers ${round}.${number}` }));
      for (const { prompt } of tried) {
        const delayMs = submitDeadlineMs - around + dice.below(2 * around + 1);
        await service.script(prompt, { processing: 0, submit: [{ delayMs, body: { json: { id: '$ID', status: 'processing' } } }] });
      }
      await here.engine.submit(
        tried.map(({ id, prompt }) => ({ id, accountId: testAccount.id, request: { model: 'm', prompt, size: '', quality: '' }, retryOf: null })),
      );
      const end = performance.now() + patience;
      while (performance.now() < end && (await Promise.all(tried.map(({ id }) => remoteIdIn(id)))).includes(null)) {
        here.engine.goOnSending(testAccount.id);
        await sleep(20);
      }
      const served = await service.served(tried.map(({ prompt }) => prompt));
      for (const [number, { id }] of tried.entries()) {
        const { posts = 0, ids = [] } = served[number] ?? {};
        const remoteId = await remoteIdIn(id);
        if (posts !== 1) tally.fail('duplicatePosts', `late-answers ${round}.${number}: ${posts}`);
        if (remoteId === null || !ids.includes(remoteId)) tally.fail('lateIdsLost', `late-answers ${round}.${number}: ${ids.join()} is ${remoteId}`);
      }
      tally.add('lateAnswers', answersPerRound);
      tally.add('posts', answersPerRound);
      log(`late-answers ${round}: ${wereUnknown.size} of ${answersPerRound} were unknown at the deadline`);
    }
  } finally {
    await here.close();
    await service.stop();
  }
};
