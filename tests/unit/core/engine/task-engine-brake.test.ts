import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SubmitOutcome } from '../../../../electron/core/service/outcomes.ts';
import { saidNothing, type TaskId, type UnknownReason } from '../../../../shared/task.ts';
import { accepted, busy, notSent, rejected, unknown } from '../../../support/engine-fakes.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { diskFull, isState, openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';
import { numbered, requestOf, submitBatch, tally } from './batches-rig.ts';

const second = 1_000;

const isStop = (argument: unknown): boolean => (argument as { sendingStoppedAt?: number }).sendingStoppedAt !== undefined;

/** Sends a batch of so many tasks. */
const submitMany = async (rig: EngineRig, count: number): Promise<readonly TaskId[]> => (await submitBatch(rig, numbered(count))).ids;

/** The watch limit is longer than a test. */
async function open(): Promise<EngineRig> {
  const rig = await openEngineRig();
  rig.settings.watchLimitMinutes = 24 * 60;
  return rig;
}

/** Several tasks that wait until the whole queue is resumed. */
async function waiting(rig: EngineRig, submit: () => Promise<readonly TaskId[]>): Promise<readonly TaskId[]> {
  rig.settings.queueStopped = true;
  const ids = await submit();
  rig.settings.queueStopped = false;
  return ids;
}

/** Everything that may make a task go: time, the network, the key, the queue. */
async function shake(rig: EngineRig): Promise<void> {
  rig.engine.wake();
  rig.engine.accountReady(testAccount.id);
  rig.engine.queueChanged();
  rig.engine.moneyChanged(testAccount.id);
  await rig.clock.advance(3_600 * second);
}

const answers: readonly UnknownReason[] = ['server-error', 'connection-lost', 'no-answer-in-time', 'answer-without-id', 'redirected'];
const unclear = (reason: UnknownReason): SubmitOutcome => ({ ...unknown, reason, said: saidNothing } as SubmitOutcome);

const submissions: readonly (readonly [string, UnknownReason, (rig: EngineRig) => Promise<readonly TaskId[]>])[] = [
  ...answers.map((reason) => ['a batch of 100', reason, (rig: EngineRig) => submitMany(rig, 100)] as const),
  ['100 single prompts', 'server-error', (rig) => rig.submit(100)],
  ['the same prompt 100 times', 'server-error', (rig) => rig.submitTogether(100)],
  ['ten batches of ten', 'server-error', async (rig) => (await Promise.all(Array.from({ length: 10 }, () => submitMany(rig, 10)))).flat()],
  ['batches and single prompts', 'server-error', async (rig) => [...(await submitMany(rig, 30)), ...(await rig.submit(40)), ...(await submitMany(rig, 30))]],
];

describe('a service that gives no clear answer from the start', () => {
  it.each(submissions)('gets three POSTs of %s (%s)', async (_what, reason, submit) => {
    const rig = await open();
    rig.service.onPost = () => unclear(reason);
    const ids = await submit(rig);
    await shake(rig);
    expect(rig.service.posts.length).toBe(3);
    expect(rig.service.mostPosts).toBe(1);
    expect(await tally(rig, ids)).toEqual({ unknown: 3, unclear: 97 });
  });

  it('gets three POSTs of forty prompts that come one by one', async () => {
    const rig = await open();
    rig.service.onPost = () => unknown;
    const ids: TaskId[] = [];
    for (let night = 0; night < 40; night += 1) {
      ids.push(...(await rig.submit()));
      await rig.clock.advance(600 * second);
    }
    expect(rig.service.posts.length).toBe(3);
    expect(await tally(rig, ids)).toEqual({ unknown: 3, unclear: 37 });
  });

  it('does not keep other accounts from sending', async () => {
    const rig = await open();
    const other = { ...testAccount, id: randomUUID(), name: 'Another' };
    await rig.saveAccount(other);
    rig.service.onPost = (count, { prompt }) => (prompt === 'good' ? accepted(`remote-${count}`) : unknown);
    const mine = await submitMany(rig, 50);
    const theirs = Array.from({ length: 20 }, () => ({ id: randomUUID(), accountId: other.id, request: requestOf('good'), retryOf: null }));
    await rig.engine.submit(theirs);
    await rig.settle();
    expect(await tally(rig, mine)).toEqual({ unknown: 3, unclear: 47 });
    expect(await tally(rig, theirs.map(({ id }) => id))).toEqual({ processing: 20 });
    expect(rig.service.posts.length).toBe(23);
  });
});

describe('a service that fails later', () => {
  it('gets at most what was on its way', async () => {
    const rig = await open();
    rig.service.onPost = (count) => (count <= 10 ? accepted(`remote-${count}`) : null);
    const ids = await rig.submit(40);
    expect(rig.service.posts.length).toBe(14);
    for (const post of rig.service.posts) post.settle(unknown);
    await shake(rig);
    expect(rig.service.posts.length).toBe(14);
    expect(await tally(rig, ids)).toEqual({ processing: 10, unknown: 4, unclear: 26 });
  });

  it('gets the next POST alone after an unknown outcome, once nothing else is on its way', async () => {
    const rig = await open();
    rig.service.onPost = (count) => (count === 1 ? accepted('remote-1') : null);
    await rig.submit(20);
    expect(rig.service.posts.length).toBe(5);
    rig.service.posts[1]?.settle(unknown);
    await rig.settle();
    expect(rig.service.posts.length).toBe(5);
    for (const at of [2, 3]) rig.service.posts[at]?.settle(rejected());
    await rig.settle();
    expect(rig.service.posts.length).toBe(5);
    rig.service.posts[4]?.settle(rejected());
    await rig.settle();
    expect(rig.service.posts.length).toBe(6);
    rig.service.posts[5]?.settle(accepted('remote-6'));
    await rig.settle();
    expect(rig.service.posts.length).toBe(10);
  });

  it('gets no POST that was being prepared beside the one with the unknown outcome', async () => {
    const rig = await open();
    rig.service.onPost = (count) => (count === 1 ? accepted('remote-1') : null);
    await rig.submit(2);
    // The disk is slow with the next tasks, and meanwhile the second has an unknown outcome.
    const disk = Promise.withResolvers<void>();
    rig.diskBusy = (method) => (method === 'spent' || method === 'unfinishedTasks' ? disk.promise : null);
    const credentials = rig.accounts.credentials;
    rig.accounts.credentials = async (id) => {
      await disk.promise;
      return credentials(id);
    };
    await rig.submit(10);
    rig.service.posts[1]?.settle(unknown);
    await rig.settle();
    disk.resolve();
    await rig.settle();
    expect(rig.service.posts.length).toBe(3);
  });

  it.each([
    ['an accepted task', (count: number) => accepted(`remote-${count}`), { processing: 10, unknown: 20 }],
    // A service may check the request before the part of it that fails.
    ['a refused task', () => rejected(), { rejected: 1, unknown: 3, unclear: 26 }],
  ] as const)('%s between unknown outcomes', async (_what, between, expected) => {
    const rig = await open();
    rig.settings.concurrentSubmissions = 1;
    rig.service.onPost = (count) => (count % 3 === 0 ? between(count) : unknown);
    const ids = await rig.submit(30);
    await shake(rig);
    expect(await tally(rig, ids)).toEqual(expected);
  });

  it.each([
    ['no connection', notSent, 'name-not-found'],
    ['a busy service', busy(), 'busy'],
  ] as const)('%s between unknown outcomes neither counts nor lets more go', async (_what, between, waitingFor) => {
    const rig = await open();
    rig.service.onPost = (count) => (count % 2 === 0 ? between : unknown);
    const ids = await rig.submit(30);
    expect(await tally(rig, ids)).toEqual({ unknown: 1, [waitingFor]: 29 });
    await shake(rig);
    expect(await tally(rig, ids)).toEqual({ unknown: 3, unclear: 27 });
    expect(rig.service.mostPosts).toBe(1);
  });
});

describe('a late answer', () => {
  it('takes its task from the count', async () => {
    const rig = await open();
    rig.service.onPost = () => null;
    const ids = await rig.submit(10);
    for (let at = 0; at < 3; at += 1) {
      rig.service.posts[at]?.settle(unknown);
      rig.service.posts[at]?.settleLate(accepted(`remote-${at}`));
      await rig.settle();
    }
    expect(rig.service.posts.length).toBe(4);
    expect(await tally(rig, ids)).toEqual({ processing: 3, submitting: 1, turn: 6 });
  });

  it('that refuses a repetition leaves its task in the count, because nothing is known of the first POST', async () => {
    const rig = await open();
    rig.repeats = { hours: 24 };
    rig.service.onPost = () => unknown;
    await rig.submit();
    rig.service.posts[0]?.settleLate(null);
    await rig.clock.advance(6_000);
    expect(rig.service.posts.length).toBe(2);
    rig.service.posts[1]?.settleLate(rejected() as Extract<SubmitOutcome, { kind: 'rejected' }>);
    await rig.settle();
    await rig.submit(10);
    expect(new Set(rig.service.posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  });

  it('after the stop lifts nothing by itself', async () => {
    const rig = await open();
    rig.service.onPost = () => unknown;
    const ids = await rig.submit(10);
    for (const [at, post] of rig.service.posts.entries()) post.settleLate(accepted(`remote-${at}`));
    await shake(rig);
    expect(await tally(rig, ids)).toEqual({ processing: 3, unclear: 7 });
  });
});

describe('the stop', () => {
  const stop = async (rig: EngineRig, count = 20): Promise<readonly TaskId[]> => {
    rig.service.onPost = () => unknown;
    return rig.submit(count);
  };

  it('survives restarts and crashes, and takes in new tasks', async () => {
    const rig = await open();
    const ids = await stop(rig);
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    await rig.restart();
    await rig.crash();
    const later = [...(await rig.submit(5)), ...(await submitMany(rig, 5))];
    await shake(rig);
    expect(rig.service.posts.length).toBe(3);
    expect(await tally(rig, ids)).toEqual({ unknown: 3, unclear: 17 });
    expect(await tally(rig, later)).toEqual({ unclear: 10 });
  });

  it.each([
    ['before the stop is written', { method: 'saveAccount', when: 'before', matches: isStop }],
    ['after the stop is written', { method: 'saveAccount', when: 'after', matches: isStop }],
  ] as const)('a process that ends %s sends no more than three before and three after', async (_what, death) => {
    const rig = await open();
    rig.dieAt(death);
    const ids = await stop(rig, 20);
    expect(rig.isDead()).toBe(true);
    expect(rig.service.posts.length).toBe(3);
    await rig.crash();
    await shake(rig);
    expect(rig.service.posts.length).toBe(death.when === 'after' ? 3 : 6);
    expect((await tally(rig, ids))['unclear']).toBe(death.when === 'after' ? 17 : 14);
  });

  it('is on the disk before the outcome that caused it', async () => {
    const rig = await open();
    await stop(rig);
    const stopped = rig.calls.findIndex(({ method, argument }) => method === 'saveAccount' && isStop(argument));
    const outcomes = rig.calls.flatMap(({ method, argument }, at) => (method === 'saveTask' && isState('unknown')(argument) ? [at] : []));
    expect(outcomes.length).toBe(3);
    expect(stopped).toBeGreaterThan(outcomes[1] ?? Infinity);
    expect(stopped).toBeLessThan(outcomes[2] ?? -1);
  });

  it('holds while the disk refuses it, and is written as soon as the disk takes it', async () => {
    const rig = await open();
    rig.disk = (method) => (method === 'saveAccount' ? diskFull : null);
    const ids = await stop(rig);
    await rig.clock.advance(600 * second);
    expect(rig.service.posts.length).toBe(3);
    expect(await tally(rig, ids)).toEqual({ unknown: 3, unclear: 17 });
    rig.disk = () => null;
    await rig.clock.advance(600 * second);
    await rig.crash();
    await shake(rig);
    expect(rig.service.posts.length).toBe(3);
  });

  it('is lifted by the person: one POST alone, and the count begins again', async () => {
    const rig = await open();
    const ids = await stop(rig);
    await rig.goOn();
    await shake(rig);
    expect(rig.service.posts.length).toBe(6);
    expect(rig.service.mostPosts).toBe(1);
    expect(await tally(rig, ids)).toEqual({ unknown: 6, unclear: 14 });
  });

  it('is lifted before a service that has recovered, which gets everything once, as many at a time as the setting allows', async () => {
    const rig = await open();
    const ids = [...(await stop(rig)), ...(await submitMany(rig, 20))];
    rig.service.onPost = () => null;
    await rig.goOn();
    expect(rig.service.posts.length).toBe(4);
    for (let at = 3; at < 40; at += 1) {
      rig.service.posts[at]?.settle(accepted(`remote-${at}`));
      await rig.settle();
    }
    expect(rig.service.mostPosts).toBe(4);
    expect(rig.service.posts.length).toBe(40);
    expect(await tally(rig, ids)).toEqual({ unknown: 3, processing: 37 });
  });

  it('does not keep waiting tasks from being cancelled', async () => {
    const rig = await open();
    const ids = await stop(rig);
    await Promise.all(ids.slice(3).map(rig.engine.withdraw));
    await rig.goOn();
    await shake(rig);
    expect(await tally(rig, ids)).toEqual({ unknown: 3, withdrawn: 17 });
    expect(rig.service.posts.length).toBe(3);
  });

  it('is not caused by tasks that a process left while it sent them', async () => {
    const rig = await open();
    rig.service.onPost = (count) => (count === 1 ? accepted('remote-1') : null);
    const ids = await rig.submit(10);
    expect(rig.service.posts.length).toBe(5);
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    await rig.crash();
    expect(await tally(rig, ids)).toEqual({ processing: 6, unknown: 4 });
  });
});

describe('a service that accepts tasks', () => {
  it('gets as many at a time as the setting allows, and one alone after a rest', async () => {
    const rig = await open();
    rig.settings.concurrentSubmissions = 6;
    rig.service.onPost = () => null;
    const answer = async (from: number, to: number): Promise<void> => {
      for (let at = from; at < to; at += 1) rig.service.posts[at]?.settle(accepted(`remote-${at}`));
      await rig.settle();
    };
    await waiting(rig, () => submitMany(rig, 13));
    rig.engine.queueChanged();
    await rig.settle();
    expect(rig.service.posts.length).toBe(1);
    await answer(0, 1);
    expect(rig.service.posts.length).toBe(7);
    await answer(1, 7);
    expect(rig.service.posts.length).toBe(13);
    await answer(7, 13);
    await rig.submit(10);
    expect(rig.service.posts.length).toBe(14);
  });
});
