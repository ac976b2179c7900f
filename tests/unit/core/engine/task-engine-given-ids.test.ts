import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appCode } from '../../../support/app-code.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { accepted, completed, failed, keyRefused, notFound, processing, testRefused, trouble, unknown } from '../../../support/engine-fakes.ts';
import { expectSpacedQueries } from '../../../support/spaced-queries.ts';
import { diskFull, isState, openEngineRig, openWatchedTask, type EngineRig } from '../../../support/task-engine-rig.ts';

const second = 1_000;

describe('a person', () => {
  it('adds a task from elsewhere by its id: it is watched, and nothing is sent', async () => {
    const rig = await openEngineRig();
    const id = randomUUID();
    expect(await rig.engine.addById(id, testAccount.id, 'elsewhere-1', 'a fox', true)).toBe(id);
    expect(await rig.engine.addById(id, testAccount.id, 'elsewhere-1', 'a fox', true)).toBe(id);
    rig.service.onQuery = () => completed('https://pictures.test/1.png');
    await rig.clock.advance(4 * second);
    expect(await rig.stored(id)).toMatchObject({
      task: { adopted: true, submittedAt: null, request: { prompt: 'a fox' }, state: { status: 'completed' } },
      images: [{ state: { status: 'kept' } }],
    });
    expect(rig.service.posts.length).toBe(0);
  });

  it('cannot give one id to two tasks', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => ({ kind: 'unknown', reason: 'connection-lost', said: { httpStatus: null, code: null, message: null }, answer: null });
    const [first = '', other = ''] = await rig.submit(2);
    const outcomes = await Promise.allSettled([
      rig.engine.attach(first, 'pasted', true),
      rig.engine.attach(other, 'pasted', true),
      rig.engine.addById(randomUUID(), testAccount.id, 'pasted', '', true),
    ]);
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : appCode(one.reason))).sort()).toEqual(['done', 'id-known', 'id-known']);
  });

  it('gets an error if an action does not apply', async () => {
    const { rig, id } = await openWatchedTask();
    for (const call of [rig.engine.withdraw(id), rig.engine.dismiss(id), rig.engine.attach(id, 'x', true)]) {
      expect(await call.catch(appCode)).toBe('wrong-state');
    }
    expect(await rig.engine.check(randomUUID()).catch(appCode)).toBe('not-found');
  });
});

/** A rig with tasks of unknown outcome, after the time in which the schedule queries nothing. */
async function openUnknown(count = 1): Promise<{ readonly rig: EngineRig; readonly ids: readonly string[] }> {
  const rig = await openEngineRig();
  await rig.engine.start();
  await rig.clock.advance(10 * second);
  rig.service.onPost = () => unknown;
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push(...(await rig.submit()));
  return { rig, ids };
}

/** Lets the clock run until a call that waits for the service is answered. */
async function within<T>(rig: EngineRig, call: Promise<T>): Promise<T | string> {
  const outcome = call.catch(appCode);
  await rig.settle();
  await rig.clock.advance(4 * second);
  return outcome;
}

describe('an id that a person enters', () => {
  const shown = { processing, completed: completed('https://pictures.test/1.png'), 'completed without pictures': completed(), failed };
  it.each(Object.entries(shown))('is looked up, and attached once the service shows it: %s', async (_, outcome) => {
    const { rig, ids: [id = ''] } = await openUnknown();
    rig.service.onQuery = () => outcome;
    const writes = rig.calls.length;
    expect(await within(rig, rig.engine.lookUp(testAccount.id, 'pasted'))).toMatchObject({ kind: outcome.kind });
    expect(rig.calls.slice(writes).map(({ method }) => method), 'nothing is written').toEqual(['findByRemoteId']);
    expect(await within(rig, rig.engine.attach(id, 'pasted', false))).toBeUndefined();
    await rig.clock.advance(20 * second);
    expect((await rig.stored(id)).task).toMatchObject({ byHand: 'no-answer-in-time', state: { remoteId: 'pasted' } });
    expect(rig.service.posts).toHaveLength(1);
  });

  const hidden = { 'not found': notFound, 'a server error': trouble(), 'told to wait': trouble(5 * second), 'a refused key': keyRefused };
  it.each(Object.entries(hidden))('changes nothing without a clear answer, until the person insists: %s', async (_, outcome) => {
    const { rig, ids: [id = ''] } = await openUnknown();
    rig.service.onQuery = () => outcome;
    const before = await rig.stored(id);
    expect(await within(rig, rig.engine.attach(id, 'pasted', false))).toBe('id-not-confirmed');
    expect(await within(rig, rig.engine.addById(randomUUID(), testAccount.id, 'pasted', '', false))).toBe('id-not-confirmed');
    expect(await rig.stored(id)).toEqual(before);
    expect(await within(rig, rig.engine.attach(id, 'pasted', true))).toBeUndefined();
    expect((await rig.stored(id)).task.state).toMatchObject({ remoteId: 'pasted' });
  });

  it('is not asked about with a refused key, and a good key that does not see it is “forbidden”', async () => {
    const { rig } = await openUnknown();
    rig.service.onQuery = () => keyRefused;
    expect(await within(rig, rig.engine.lookUp(testAccount.id, 'pasted'))).toMatchObject({ kind: 'trouble', trouble: 'forbidden' });
    rig.service.onTest = () => testRefused;
    rig.engine.accountReady(testAccount.id);
    expect(await within(rig, rig.engine.lookUp(testAccount.id, 'pasted'))).toMatchObject({ kind: 'key-refused' });
    const queries = rig.service.queries.length;
    expect(await within(rig, rig.engine.lookUp(testAccount.id, 'pasted'))).toBe('key-missing');
    expect(rig.service.queries).toHaveLength(queries);
  });

  it('is queried no more often than every three seconds, whoever asks', async () => {
    const { rig, ids: [id = ''] } = await openUnknown();
    const calls = [rig.engine.lookUp(testAccount.id, 'pasted'), rig.engine.lookUp(testAccount.id, 'pasted'), rig.engine.attach(id, 'pasted', false)];
    await rig.clock.advance(20 * second);
    await Promise.all(calls);
    await rig.clock.advance(20 * second);
    expect(rig.service.queries.filter(({ remoteId }) => remoteId === 'pasted').length).toBeGreaterThan(5);
    expectSpacedQueries(rig);
  });

  it('can be taken back: the task is as before, and is no longer queried, also after a start', async () => {
    const { rig, ids: [id = ''] } = await openUnknown();
    rig.service.onQuery = () => notFound;
    await within(rig, rig.engine.attach(id, 'wrong', true));
    await rig.clock.advance(30 * second);
    expect((await rig.state(id)).status).toBe('missing');
    await rig.engine.detach(id);
    expect((await rig.stored(id)).task).toMatchObject({ byHand: null, acceptedAt: null, state: { status: 'unknown', reason: 'no-answer-in-time' } });
    await rig.restart();
    const queries = rig.service.queries.length;
    await rig.clock.advance(60 * second);
    expect([rig.service.queries.length, (await rig.state(id)).status]).toEqual([queries, 'unknown']);
    await rig.engine.settle(id, '0');
    expect((await rig.stored(id)).task.settled).toBe('0');
  });

  it('comes back with what was noted of the cost under it when that it was taken back is undone', async () => {
    const { rig, ids: [id = ''] } = await openUnknown();
    rig.service.onQuery = () => notFound;
    await within(rig, rig.engine.attach(id, 'wrong', true));
    await rig.clock.advance(30 * second);
    await rig.engine.settle(id, '0');
    await rig.engine.detach(id);
    await rig.engine.attach(id, 'wrong', true, '0');
    expect((await rig.stored(id)).task).toMatchObject({ settled: '0', byHand: 'no-answer-in-time', state: { remoteId: 'wrong' } });
    await rig.engine.attach(id, 'other', true);
    expect((await rig.stored(id)).task.settled).toBeNull();
    await rig.engine.attach(id, 'wrong', true, '0');
    await rig.clock.advance(30 * second);
    expect((await rig.stored(id)).task).toMatchObject({ settled: '0', state: { status: 'missing', remoteId: 'wrong' } });
  });

  it('can be corrected in place while the wrong one is being queried, whose answer says nothing any more', async () => {
    const { rig, ids: [id = ''] } = await openUnknown();
    rig.service.queryTakes = second;
    rig.service.onQuery = (remoteId) => (remoteId === 'wrong' ? completed('https://pictures.test/wrong.png') : processing);
    await within(rig, rig.engine.attach(id, 'wrong', true));
    rig.service.onQuery = (remoteId) => (remoteId === 'wrong' ? completed('https://pictures.test/wrong.png') : completed('https://pictures.test/right.png'));
    expect((await rig.state(id)).status).toBe('completed');
    expect(await within(rig, rig.engine.attach(id, 'right', true)), 'its pictures are kept').toBe('wrong-state');

    const [other = ''] = await rig.submit();
    rig.service.onQuery = () => completed('https://pictures.test/other.png');
    await rig.engine.attach(other, 'wrong-2', true);
    await rig.settle();
    expect(rig.service.queries.at(-1)).toMatchObject({ remoteId: 'wrong-2' });
    await rig.engine.attach(other, 'right-2', true);
    await rig.clock.advance(10 * second);
    expect(await rig.stored(other)).toMatchObject({ task: { state: { status: 'completed', remoteId: 'right-2' } } });
    const last = rig.service.queries.filter(({ remoteId }) => remoteId === 'wrong-2');
    expect(last).toHaveLength(1);
  });

  it('goes to the task whose own it is, when it comes by itself', async () => {
    const { rig, ids: [mistaken = '', owner = ''] } = await openUnknown(2);
    await within(rig, rig.engine.attach(mistaken, 'remote-of-owner', true));
    rig.service.posts[1]?.settleLate(accepted('remote-of-owner'));
    await rig.settle();
    expect([await rig.state(mistaken), await rig.state(owner)]).toMatchObject([{ status: 'unknown' }, { status: 'processing', remoteId: 'remote-of-owner' }]);
  });

  it.each(['missing', 'failed'] as const)('goes to the task whose own it is, also if the other one has ended: %s', async (status) => {
    const { rig, ids: [mistaken = '', owner = ''] } = await openUnknown(2);
    rig.service.onQuery = () => (status === 'missing' ? notFound : failed);
    await within(rig, rig.engine.attach(mistaken, 'remote-of-owner', true));
    await rig.clock.advance(60 * second);
    expect((await rig.state(mistaken)).status).toBe(status);
    rig.service.posts[1]?.settleLate(accepted('remote-of-owner'));
    await rig.settle();
    expect([await rig.state(mistaken), await rig.state(owner)]).toMatchObject([{ status: 'unknown' }, { status: 'processing', remoteId: 'remote-of-owner' }]);
  });

  it('is no longer the person’s once it also comes by itself, so that it cannot be taken back', async () => {
    const { rig, ids: [id = ''] } = await openUnknown();
    await within(rig, rig.engine.attach(id, 'pasted', true));
    rig.service.posts[0]?.settleLate(accepted('pasted'));
    await rig.settle();
    expect((await rig.stored(id)).task.byHand).toBeNull();
    expect(await rig.engine.detach(id).catch(appCode)).toBe('wrong-state');
    expect(await rig.state(id)).toMatchObject({ remoteId: 'pasted' });
  });

  it.each(['0', '3'])('and was settled at %s says nothing about what another id costs that comes by itself', async (cost) => {
    const { rig, ids: [id = ''] } = await openUnknown();
    rig.service.onQuery = () => failed;
    await within(rig, rig.engine.attach(id, 'pasted', true));
    await rig.clock.advance(10 * second);
    await rig.engine.settle(id, cost);
    rig.service.posts[0]?.settleLate(accepted('its-own'));
    await rig.settle();
    const late = rig.changes.map(({ task }) => task).findLast(({ retryOf }) => retryOf === id);
    expect(late).toMatchObject({ settled: null, state: { remoteId: 'its-own' } });
  });

  it('is there or not there after a death of the process, and never half', async () => {
    for (const when of ['before', 'after'] as const) {
      for (const back of [false, true]) {
        const { rig, ids: [id = ''] } = await openUnknown();
        if (back) await within(rig, rig.engine.attach(id, 'pasted', true));
        rig.dieAt({ method: 'saveTask', when, matches: isState(back ? 'unknown' : 'processing') });
        void (back ? rig.engine.detach(id) : rig.engine.attach(id, 'pasted', true));
        await rig.settle();
        expect(rig.isDead()).toBe(true);
        await rig.crash();
        const { task } = await rig.stored(id);
        const attached = (when === 'after') !== back;
        expect(task).toMatchObject(attached ? { byHand: 'no-answer-in-time', state: { remoteId: 'pasted' } } : { byHand: null, state: { status: 'unknown' } });
      }
    }
  });

  it('stays if the disk does not take that it was taken back', async () => {
    const { rig, ids: [id = ''] } = await openUnknown();
    await within(rig, rig.engine.attach(id, 'pasted', true));
    rig.disk = (method) => (method === 'saveTask' ? diskFull : null);
    expect(await rig.engine.detach(id).catch(appCode)).toBe('disk-full');
    rig.disk = () => null;
    expect((await rig.state(id)).status).toBe('processing');
  });
});

describe('a budget', () => {
  it('has room again when an id is taken back and the task is settled as not charged', async () => {
    const { rig, ids: [id = ''] } = await openUnknown(0).then(async ({ rig: opened }) => {
      opened.price = () => '4';
      opened.budget = { ...opened.budget, total: '5' };
      return { rig: opened, ids: await opened.submit() };
    });
    await rig.engine.attach(id, 'wrong', true);
    rig.service.onPost = () => accepted('remote-2');
    const [next = ''] = await rig.submit();
    expect(await rig.state(next)).toMatchObject({ waitingFor: 'budget' });
    await rig.engine.detach(id);
    await rig.settle();
    expect(await rig.state(next)).toMatchObject({ waitingFor: 'budget' });
    await rig.engine.settle(id, '0.5');
    await rig.settle();
    expect(await rig.state(next)).toMatchObject({ status: 'processing', remoteId: 'remote-2' });
  });
});
