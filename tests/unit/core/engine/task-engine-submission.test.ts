import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../../shared/errors.ts';
import { appCodeOf } from '../../../support/app-code.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { accepted, rejected, unknown } from '../../../support/engine-fakes.ts';
import { expectSpacedQueries } from '../../../support/spaced-queries.ts';
import { isState, openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';

const second = 1_000;

describe('a submission', () => {
  it('is on disk as `submitting` before it is sent, and its id before it is shown', async () => {
    const rig = await openEngineRig();
    const order: string[] = [];
    rig.service.onPost = () => {
      order.push(`POST after ${rig.calls.map(({ method, argument }) => `${method}${isState('submitting')(argument) ? ' submitting' : ''}`).join(', ')}`);
      return accepted('remote-1');
    };
    const [id = ''] = await rig.submit();
    expect(order).toEqual(['POST after insertTasks, saveTask submitting']);
    expect(await rig.state(id)).toEqual({ status: 'processing', remoteId: 'remote-1', misses: 0 });
    expect(rig.changes.map(({ task }) => task.state.status)).toEqual(['queued', 'submitting', 'processing']);
  });

  it('is one POST however often the same ids come', async () => {
    const rig = await openEngineRig();
    const task = { id: randomUUID(), accountId: testAccount.id, request: { model: 'm', prompt: 'p', size: '', quality: '' }, retryOf: null };
    const answers = await Promise.all(Array.from({ length: 100 }, () => rig.engine.submit([task])));
    await rig.settle();
    expect(answers.flat()).toEqual([task.id]);
    expect(await rig.engine.submit([task, task])).toEqual([]);
    await rig.clock.advance(60 * second);
    expect(rig.service.posts.length).toBe(1);
  });

  it('fails only once the database says that it has no intent: one that is there is sent', async () => {
    const rig = await openEngineRig();
    // The thread dies twice: after its commit, and at the next call.
    const died = new AppFailure('database-failed', 'the thread ended');
    rig.loseAnswer = (method) => (method === 'insertTasks' ? died : null);
    rig.disk = (method) => (method === 'task' ? died : null);
    let told: unknown = 'nothing';
    const task = { id: randomUUID(), accountId: testAccount.id, request: { model: 'm', prompt: 'p', size: '', quality: '' }, retryOf: null };
    rig.engine.submit([task]).then((ids) => (told = ids), (error: unknown) => (told = error));
    await rig.clock.advance(30 * second);
    expect(told).toBe('nothing');
    expect(rig.notices.get('history-stopped')).toBe('the thread ended');
    expect(rig.service.posts.length).toBe(0);
    rig.disk = () => null;
    await rig.clock.advance(60 * second);
    expect(told).toEqual([task.id]);
    expect(rig.notices.size).toBe(0);
    expect(rig.service.posts.length).toBe(1);
    await rig.restart();
    expect(rig.service.posts.length).toBe(1);
  });

  it.each([
    ['refuses every call', (rig: EngineRig) => void (rig.disk = () => new AppFailure('database-failed', 'the thread ended')), 'the thread ended'],
    ['does not answer', (rig: EngineRig) => void (rig.diskBusy = () => new Promise(() => undefined)), 'no answer'],
  ])('is not sent while the database %s, and the window says so within seconds', async (_, fail, reason) => {
    const rig = await openEngineRig();
    fail(rig);
    await rig.submit();
    expect(rig.notices.size).toBe(0);
    await rig.clock.advance(6 * second);
    expect([...rig.notices]).toEqual([['history-stopped', reason]]);
    expect(rig.service.posts.length).toBe(0);
  });

  it('is sent in the order of the intents, as many at once as the setting allows once the service has accepted one', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => null;
    await rig.submit(10);
    expect(rig.service.posts.length).toBe(1);
    rig.service.posts[0]?.settle(accepted('remote-0'));
    await rig.settle();
    expect(rig.service.posts.length).toBe(5);
    rig.settings.concurrentSubmissions = 2;
    for (let done = 1; done < 10; done += 1) {
      rig.service.posts[done]?.settle(accepted(`remote-${done}`));
      await rig.settle();
      expect(rig.service.posts.length - done - 1).toBeLessThanOrEqual(done < 3 ? 4 : 2);
    }
    expect(rig.service.posts.map(({ request }) => request.prompt)).toEqual(Array.from({ length: 10 }, (_, index) => `picture ${index}`));
    expect(rig.service.mostPosts).toBe(4);
  });

  it('that was refused is shown and never repeated', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => rejected();
    const ids = await rig.submit(5);
    await rig.clock.advance(3_600 * second);
    rig.engine.wake();
    rig.engine.accountReady(testAccount.id);
    await rig.clock.advance(3_600 * second);
    expect(rig.service.posts.length).toBe(5);
    for (const id of ids) expect(await rig.state(id)).toMatchObject({ status: 'rejected', said: { code: 'no' } });
  });

  it('whose outcome is unknown is never repeated, whatever happens', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => unknown;
    const [id = ''] = await rig.submit();
    await rig.clock.advance(3_600 * second);
    rig.engine.wake();
    rig.engine.accountReady(testAccount.id);
    expect(await appCodeOf(rig.engine.check(id))).toBe('wrong-state');
    await rig.restart();
    await rig.crash();
    await rig.clock.advance(3_600 * second);
    expect(rig.service.posts.length).toBe(1);
    expect(await rig.state(id)).toMatchObject({ status: 'unknown', reason: 'no-answer-in-time' });
  });

  it('counts as unknown if the client throws', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => {
      throw new Error('broken');
    };
    const [id = ''] = await rig.submit();
    await rig.clock.advance(3_600 * second);
    expect(rig.service.posts.length).toBe(1);
    expect(await rig.state(id)).toMatchObject({ status: 'unknown', reason: 'connection-lost' });
  });

  it('frees its place when its outcome is unknown', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 1;
    rig.service.onPost = (count) => (count === 1 ? unknown : accepted('remote-2'));
    const [, other = ''] = await rig.submit(2);
    expect(await rig.state(other)).toMatchObject({ status: 'processing' });
  });

  it('can be cancelled before it is sent and not after', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 1;
    rig.service.onPost = () => null;
    const [first = '', other = ''] = await rig.submit(2);
    expect(await appCodeOf(rig.engine.withdraw(first))).toBe('wrong-state');
    await rig.engine.withdraw(other);
    rig.service.posts[0]?.settle(accepted('remote-1'));
    await rig.clock.advance(10 * second);
    expect(rig.service.posts.length).toBe(1);
    expect(await rig.state(other)).toEqual({ status: 'withdrawn' });
  });
});

describe('an id that comes late', () => {
  it('is saved and its task watched', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => unknown;
    const [id = ''] = await rig.submit();
    await rig.engine.dismiss(id);
    rig.service.posts[0]?.settleLate(accepted('late-1'));
    await rig.clock.advance(10 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'processing', remoteId: 'late-1' }, dismissedAt: null } });
    expect(rig.service.queries.length).toBe(3);
    expect(rig.service.posts.length).toBe(1);
  });

  it('after another was attached becomes a task of its own, and both are watched', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => unknown;
    const [id = ''] = await rig.submit();
    await rig.engine.attach(id, 'pasted-1', true);
    rig.service.posts[0]?.settleLate(accepted('late-1'));
    await rig.clock.advance(10 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'processing', remoteId: 'pasted-1' });
    const other = rig.changes.find(({ task }) => task.state.status === 'processing' && task.state.remoteId === 'late-1');
    expect(await rig.stored(other?.task.id ?? '')).toMatchObject({ task: { retryOf: id, adopted: false, request: { prompt: 'picture 0' } } });
    expect(new Set(rig.service.queries.map(({ remoteId }) => remoteId))).toEqual(new Set(['pasted-1', 'late-1']));
    await rig.crash();
    await rig.clock.advance(10 * second);
    expect(rig.service.posts.length).toBe(1);
  });

  it('changes nothing if it is the attached one', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => unknown;
    const [id = ''] = await rig.submit();
    await Promise.all([rig.engine.attach(id, 'same', true), Promise.resolve().then(() => rig.service.posts[0]?.settleLate(accepted('same')))]);
    await rig.clock.advance(10 * second);
    expect(new Set(rig.changes.map(({ task }) => task.id))).toEqual(new Set([id]));
    expectSpacedQueries(rig);
  });

  it('is waited for two seconds when Latent quits', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => unknown;
    const [id = ''] = await rig.submit();
    const closing = rig.engine.close();
    await rig.clock.advance(1_500);
    rig.service.posts[0]?.settleLate(accepted('just-in-time'));
    await rig.settle();
    await closing;
    expect(await rig.state(id)).toMatchObject({ status: 'processing', remoteId: 'just-in-time' });
  });
});

describe('a submission under way when Latent quits', () => {
  it('is waited for until its id is on the disk, and no other starts', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 1;
    rig.service.onPost = () => null;
    const [id = '', queued = ''] = await rig.submit(2);
    expect(rig.engine.isSubmitting()).toBe(true);
    let closed = false;
    const closing = rig.engine.close().then(() => {
      closed = true;
    });
    await rig.clock.advance(100 * second);
    expect(closed).toBe(false);
    rig.service.posts[0]?.settle(accepted('slow'));
    await closing;
    expect(rig.engine.isSubmitting()).toBe(false);
    expect(await rig.state(id)).toMatchObject({ status: 'processing', remoteId: 'slow' });
    expect(await rig.state(queued)).toMatchObject({ status: 'queued' });
    expect(rig.service.posts.length).toBe(1);
  });

  it('is not sent if its commit comes too late, and does not become unknown', async () => {
    const rig = await openEngineRig();
    const { credentials } = rig.accounts;
    let asked = 0;
    rig.accounts.credentials = (accountId) => ((asked += 1) === 1 ? credentials(accountId) : new Promise<never>(() => undefined));
    const disk = Promise.withResolvers<void>();
    rig.diskBusy = (method) => (method === 'saveTask' ? disk.promise : null);
    const [id = ''] = await rig.submit();
    const closing = rig.engine.close();
    await rig.clock.advance(3 * second);
    disk.resolve();
    await closing;
    expect(await rig.state(id)).toEqual({ status: 'queued', waitingFor: 'turn' });
    expect(rig.service.posts.length).toBe(0);
  });

  it('is unknown at the next start if the process is killed, and not sent again', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => null;
    const [id = ''] = await rig.submit();
    void rig.engine.close();
    await rig.clock.advance(10 * second);
    expect(await rig.state(id)).toEqual({ status: 'submitting' });
    await rig.crash();
    expect(await rig.state(id)).toMatchObject({ status: 'unknown', reason: 'stopped-while-sending' });
    await rig.clock.advance(60 * second);
    expect(rig.service.posts.length).toBe(1);
  });
});
