import { describe, expect, it } from 'vitest';
import { testAccount } from '../../../support/open-test-database.ts';
import { accepted, notSent, rejected, testRefused } from '../../../support/engine-fakes.ts';
import { diskFull, isState, openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';
import type { TaskId, TaskState } from '../../../../shared/task.ts';
import { tally } from './batches-rig.ts';

const second = 1_000;
const held = { status: 'queued', waitingFor: 'held' };

async function states(rig: EngineRig, ids: readonly TaskId[]): Promise<readonly TaskState[]> {
  return Promise.all(ids.map(rig.state));
}

/** Sixteen tasks of one click, the first of which the service refused. */
async function refusedSubmission(): Promise<{ rig: EngineRig; ids: readonly TaskId[] }> {
  const rig = await openEngineRig();
  rig.service.onPost = () => rejected();
  const ids = await rig.submitTogether(16);
  expect(rig.service.posts.length).toBe(1);
  expect(await tally(rig, ids)).toEqual({ rejected: 1, held: 15 });
  return { rig, ids };
}

describe('what was sent together', () => {
  it('waits for the outcome of the first task, then is sent in parallel', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => null;
    await rig.submitTogether(10);
    expect(rig.service.posts.length).toBe(1);
    rig.service.posts[0]?.settle(accepted('remote-1'));
    await rig.settle();
    expect(rig.service.posts.length).toBe(5);
  });

  it('does not hold up other submissions of a service that accepts tasks', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 3;
    rig.service.onPost = (count) => (count === 1 ? accepted('remote-1') : null);
    rig.settings.queueStopped = true;
    await rig.submitTogether(1, 'before');
    await rig.submitTogether(3, 'the same');
    await rig.submitTogether(3, 'another');
    await rig.submit(1);
    rig.settings.queueStopped = false;
    rig.engine.queueChanged();
    await rig.settle();
    expect(rig.service.posts.map(({ request }) => request.prompt)).toEqual(['before', 'the same', 'another', 'picture 0']);
  });

  it('tries its first again if no connection was made', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => notSent;
    const ids = await rig.submitTogether(4);
    await rig.clock.advance(30 * second);
    expect(rig.service.mostPosts).toBe(1);
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    await rig.clock.advance(60 * second);
    expect(await tally(rig, ids)).toEqual({ processing: 4 });
  });

  it('continues with the next if the first is cancelled before it is sent', async () => {
    const rig = await openEngineRig();
    rig.accounts.key = null;
    const [first = '', ...others] = await rig.submitTogether(4);
    await rig.engine.withdraw(first);
    rig.accounts.key = 'key-2';
    rig.engine.accountReady(testAccount.id);
    await rig.settle();
    expect(await tally(rig, others)).toEqual({ processing: 3 });
    expect(rig.service.posts.length).toBe(3);
  });
});

describe('after a refusal', () => {
  it('the rest is held, whatever else happens, over restarts and crashes', async () => {
    const { rig, ids } = await refusedSubmission();
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    rig.engine.wake();
    rig.engine.accountReady(testAccount.id);
    await rig.clock.advance(3_600 * second);
    await rig.restart();
    await rig.crash();
    await rig.clock.advance(3_600 * second);
    expect(rig.service.posts.length).toBe(1);
    expect(await tally(rig, ids)).toEqual({ rejected: 1, held: 15 });
  });

  it('the rest says what the service said, over restarts, until it is released', async () => {
    const { rig, ids } = await refusedSubmission();
    await rig.restart();
    const [first, other] = await states(rig, ids);
    expect(other).toEqual({ ...held, otherSaid: first && 'said' in first ? first.said : null });
    await rig.engine.release(ids[1] ?? '');
    await rig.settle();
    expect(await rig.state(ids[1] ?? '')).not.toHaveProperty('otherSaid');
  });

  it('the rest is no longer in the queue: neither its key nor its budget is asked for', async () => {
    const rig = await openEngineRig();
    rig.price = () => '1';
    rig.budget = { day: '100', month: null, total: null };
    rig.service.onPost = () => rejected();
    const ids = await rig.submitTogether(16);
    expect(await tally(rig, ids)).toEqual({ rejected: 1, held: 15 });
    expect(rig.calls.filter(({ method }) => method === 'spent').length).toBe(1);
  });

  it('other submissions of the account continue', async () => {
    const { rig } = await refusedSubmission();
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    const others = await rig.submitTogether(3, 'another');
    expect(await tally(rig, others)).toEqual({ processing: 3 });
  });

  it('released tasks are sent once each', async () => {
    const { rig, ids } = await refusedSubmission();
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    await Promise.all(ids.slice(1).map(rig.engine.release));
    await rig.settle();
    expect(await tally(rig, ids)).toEqual({ rejected: 1, processing: 15 });
    expect(rig.service.posts.length).toBe(16);
  });

  it('a task that is released and refused again holds the rest again', async () => {
    const { rig, ids } = await refusedSubmission();
    await Promise.all(ids.slice(1).map(rig.engine.release));
    await rig.settle();
    expect(rig.service.posts.length).toBe(2);
    expect(await tally(rig, ids)).toEqual({ rejected: 2, held: 14 });
  });

  it('a cancelled task is not sent, and is held again after an undo', async () => {
    const { rig, ids } = await refusedSubmission();
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    await Promise.all(ids.slice(1).map(rig.engine.withdraw));
    await rig.restart();
    expect(await tally(rig, ids)).toEqual({ rejected: 1, withdrawn: 15 });
    expect(rig.service.posts.length).toBe(1);
    await rig.engine.requeue(ids[1] ?? '', false);
    await rig.settle();
    expect(await tally(rig, ids)).toEqual({ rejected: 1, withdrawn: 14, held: 1 });
    const [first, other] = await states(rig, ids);
    expect(other).toEqual({ ...held, otherSaid: first && 'said' in first ? first.said : null });
    await rig.engine.release(ids[1] ?? '');
    await rig.settle();
    expect(rig.service.posts.length).toBe(2);
  });

  it('a task that was on hold, edited and cancelled is held again after an undo that did not ask about it', async () => {
    const { rig, ids } = await refusedSubmission();
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    const [, edited = ''] = ids;
    const { request } = (await rig.stored(edited)).task;
    await rig.engine.edit(edited, { ...request, size: '512x512' });
    await rig.engine.withdraw(edited);
    await rig.restart();
    await rig.engine.requeue(edited, true);
    await rig.settle();
    expect(await tally(rig, [edited])).toEqual({ held: 1 });
    expect(rig.service.posts.length).toBe(1);
  });

  it('of the key, a cancelled task waits for a key again after an undo', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => rejected(true);
    rig.service.onTest = () => testRefused;
    const ids = await rig.submitTogether(4);
    expect(await tally(rig, ids)).toEqual({ rejected: 1, key: 3 });
    await Promise.all(ids.slice(1).map(rig.engine.withdraw));
    await Promise.all(ids.slice(1).map((id) => rig.engine.requeue(id, false)));
    await rig.settle();
    expect(await tally(rig, ids)).toEqual({ rejected: 1, key: 3 });
    expect(rig.service.posts.length).toBe(1);
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    rig.accounts.key = 'key-2';
    rig.engine.accountReady(testAccount.id);
    await rig.settle();
    expect(await tally(rig, ids)).toEqual({ rejected: 1, processing: 3 });
  });

  it('of a later task, those already sent get their own outcomes, and the rest is held', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => null;
    const ids = await rig.submitTogether(10);
    rig.service.posts[0]?.settle(accepted('remote-1'));
    await rig.settle();
    rig.service.posts[2]?.settle(rejected());
    await rig.settle();
    expect(await tally(rig, ids)).toEqual({ processing: 1, rejected: 1, submitting: 3, held: 5 });
    for (const at of [1, 3, 4]) rig.service.posts[at]?.settle(accepted(`remote-${at + 1}`));
    await rig.settle();
    expect(await tally(rig, ids)).toEqual({ processing: 4, rejected: 1, held: 5 });
    expect(rig.service.posts.length).toBe(5);
  });

  it('of the key, all tasks of the account wait for another key and are then sent by themselves', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => rejected(true);
    rig.service.onTest = () => testRefused;
    const ids = await rig.submitTogether(5);
    expect(await tally(rig, ids)).toEqual({ rejected: 1, key: 4 });
    expect(rig.service.posts.length).toBe(1);
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    rig.accounts.key = 'key-2';
    rig.engine.accountReady(testAccount.id);
    await rig.settle();
    expect(await tally(rig, ids)).toEqual({ rejected: 1, processing: 4 });
  });

  it.each(['before', 'after'] as const)('a process that dies %s the commit leaves none that is sent without a question and none that is lost', async (when) => {
    const rig = await openEngineRig();
    rig.service.onPost = () => rejected();
    rig.dieAt({ method: 'saveTasks', when });
    const ids = await rig.submitTogether(16);
    expect(rig.isDead()).toBe(true);
    await rig.crash();
    // Before it, the first may have been sent, and the second is then sent alone.
    expect(await tally(rig, ids)).toEqual(when === 'after' ? { rejected: 1, held: 15 } : { unknown: 1, rejected: 1, held: 14 });
    expect(rig.service.posts.length).toBe(when === 'after' ? 1 : 2);
  });

  it('a full disk sends nothing, and the refusal is written later', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => rejected();
    rig.disk = (method, argument) => (method === 'saveTasks' || (method === 'saveTask' && (isState('rejected')(argument) || isState('queued')(argument))) ? diskFull : null);
    const ids = await rig.submitTogether(4);
    await rig.clock.advance(600 * second);
    expect(rig.service.posts.length).toBe(1);
    rig.disk = () => null;
    await rig.clock.advance(600 * second);
    expect(await states(rig, ids)).toMatchObject([{ status: 'rejected' }, held, held, held]);
    expect(rig.service.posts.length).toBe(1);
  });
});
