import { describe, expect, it } from 'vitest';
import type { AccountTest } from '../../../../shared/account.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { expectSpacedQueries, gapsOf } from '../../../support/spaced-queries.ts';
import { failed, keyRefused, notFound, processing, rejected, testRefused, trouble } from '../../../support/engine-fakes.ts';
import { openEngineRig, openWatchedTask } from '../../../support/task-engine-rig.ts';

const second = 1_000;
const minute = 60 * second;

describe('answers that are not clean', () => {
  it('lead to growing pauses from 3 to 60 seconds, until one clean answer', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = (_, count) => (count <= 12 ? trouble() : processing);
    await rig.clock.advance(13 * minute);
    const gaps = gapsOf(rig, 'remote-1');
    for (const gap of gaps.slice(0, 12)) {
      expect(gap).toBeGreaterThanOrEqual(3 * second);
      expect(gap).toBeLessThanOrEqual(60 * second);
    }
    expect(gaps.slice(0, 5)).toEqual([4_500, 9_000, 18_000, 36_000, 45_000]);
    expect(new Set(gaps.slice(12))).toEqual(new Set([3_010]));
    expect((await rig.stored(id)).task).toMatchObject({ trouble: null, state: { status: 'processing' } });
    expect(rig.service.posts.length).toBe(1);
  });

  it('are shown with the time of the next query', async () => {
    const { rig } = await openWatchedTask();
    rig.service.onQuery = () => trouble();
    await rig.clock.advance(3_020);
    const { trouble: told, lastPollAt } = rig.changes.at(-1)?.task ?? {};
    expect(told).toMatchObject({ kind: 'server-error', said: { message: 'No.' } });
    expect((told?.retryAt ?? 0) - (lastPollAt ?? 0)).toBe(4_500);
  });

  it.each([5_000, 61_000, 600_000])('with Retry-After of %d ms delay the next query, even after a wake', async (retryAfter) => {
    const { rig } = await openWatchedTask();
    rig.service.onQuery = (_, count) => (count === 1 ? trouble(retryAfter) : processing);
    await rig.clock.advance(4 * second);
    rig.engine.wake();
    await rig.clock.advance(retryAfter + 10 * second);
    const [first = 0] = gapsOf(rig, 'remote-1');
    expect(first).toBeGreaterThanOrEqual(retryAfter);
    expect(first).toBeLessThan(retryAfter + 5 * second);
  });

  it('are followed by a query at once when the network is back', async () => {
    const { rig } = await openWatchedTask();
    rig.service.onQuery = () => trouble();
    await rig.clock.advance(4 * minute);
    rig.service.onQuery = () => processing;
    const before = rig.service.queries.length;
    rig.engine.wake();
    await rig.clock.advance(100);
    expect(rig.service.queries.length).toBe(before + 1);
    expectSpacedQueries(rig);
  });

  it('do not count towards the watch limit', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = () => trouble();
    await rig.clock.advance(60 * minute);
    rig.service.onQuery = () => processing;
    await rig.clock.advance(5 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });
});

describe('"not found"', () => {
  it('counts after three answers in a row; the id is kept and can be queried again', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = (_, count) => (count === 3 ? processing : notFound);
    await rig.clock.advance(2 * minute);
    expect(rig.service.queries.length).toBe(6);
    expect(await rig.state(id)).toMatchObject({ status: 'missing', remoteId: 'remote-1', said: { message: 'No.' } });
    rig.service.onQuery = () => processing;
    await rig.engine.check(id);
    await rig.clock.advance(30 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'processing', misses: 0 });
    expectSpacedQueries(rig);
  });

  it('also counts for a paused task', async () => {
    const { rig, id } = await openWatchedTask();
    rig.settings.watchLimitMinutes = 1;
    await rig.clock.advance(2 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'paused' });
    rig.service.onQuery = () => notFound;
    await rig.clock.advance(10 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'missing', remoteId: 'remote-1' });
  });
});

describe('a refused key', () => {
  it('holds every task of the account; with another key all continue, spread out', async () => {
    const rig = await openEngineRig();
    await rig.submit(100);
    await rig.clock.advance(20 * second);
    rig.service.onTest = () => testRefused;
    rig.service.onQuery = () => keyRefused;
    await rig.clock.advance(10 * second);
    const refusedQueries = rig.service.queries.length;
    expect(rig.accounts.refused).toContain('key-1');
    await rig.clock.advance(60 * minute);
    rig.engine.wake();
    await rig.clock.advance(60 * minute);
    expect(rig.service.queries.length).toBe(refusedQueries);
    expect(rig.changes.some(({ task }) => task.trouble?.kind === 'key-refused')).toBe(true);

    rig.accounts.key = 'key-2';
    rig.service.onQuery = () => processing;
    const readyAt = rig.clock.monotonic();
    rig.engine.accountReady(testAccount.id);
    await rig.clock.advance(3 * second);
    const after = rig.service.queries.filter(({ at }) => at >= readyAt);
    expect(new Set(after.map(({ remoteId }) => remoteId)).size).toBe(100);
    expect(after.every(({ key }) => key === 'key-2')).toBe(true);
    expect(after.filter(({ at }) => at < readyAt + 300).length).toBeLessThan(20);
    expect(rig.service.posts.length).toBe(100);
    expectSpacedQueries(rig);
  });

  it('is not used again although the accounts still return it', async () => {
    const { rig } = await openWatchedTask();
    rig.accounts.keyRefused = () => Promise.reject(new Error('not on record'));
    rig.service.onTest = () => testRefused;
    rig.service.onQuery = () => keyRefused;
    await rig.clock.advance(60 * minute);
    expect(rig.service.queries.length).toBe(1);
    rig.service.onQuery = () => processing;
    rig.engine.accountReady(testAccount.id);
    await rig.clock.advance(4 * second);
    expect(rig.service.queries.length).toBeGreaterThan(1);
  });

  it('that was replaced while the query was under way does not hold the new one', async () => {
    const { rig } = await openWatchedTask();
    rig.service.queryTakes = 500;
    rig.service.onTest = () => testRefused;
    rig.service.onQuery = (_, count) => (count === 1 ? keyRefused : processing);
    await rig.clock.advance(3_100);
    rig.accounts.key = 'key-2';
    rig.engine.accountReady(testAccount.id);
    await rig.clock.advance(11 * second);
    expect(rig.service.queries.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-2', 'key-2']);
  });

  it('is tested once for all queries that were refused together', async () => {
    const rig = await openEngineRig();
    await rig.submit(40);
    rig.service.onTest = () => testRefused;
    rig.service.onQuery = () => keyRefused;
    await rig.clock.advance(60 * second);
    expect(rig.accounts.refused).toEqual(['key-1']);
    expect(rig.service.tests).toBe(1);
  });

  it.each(['accepted', 'unreachable', 'unclear'] as const)('by one query only, while its test is %s: that task waits and says why, the others go on', async (outcome) => {
    const rig = await openEngineRig();
    const [old = '', other = ''] = await rig.submit(2);
    rig.service.onTest = () => ({ outcome }) as AccountTest;
    rig.service.onQuery = (remoteId) => (remoteId === 'remote-1' ? keyRefused : processing);
    await rig.clock.advance(3 * minute);
    expect(rig.accounts.refused).toEqual([]);
    expect((await rig.stored(old)).task).toMatchObject({ state: { status: 'processing' }, trouble: { kind: 'forbidden', said: { message: 'No.' } } });
    expect((await rig.stored(other)).task).toMatchObject({ state: { status: 'processing' }, trouble: null });
    expect(rig.service.queries.filter(({ remoteId }) => remoteId === 'remote-2').length).toBeGreaterThan(50);
    expect(rig.service.queries.filter(({ remoteId }) => remoteId === 'remote-1').length).toBeLessThan(10);
    // The result holds for a while.
    expect(rig.service.tests).toBe(1);
    await rig.submit();
    expect(rig.service.posts.length).toBe(3);
    await rig.restart();
    await rig.clock.advance(minute);
    expect((await rig.stored(other)).task).toMatchObject({ state: { status: 'processing' }, trouble: null });
  });

  it('lets nothing be sent while it is tested', async () => {
    const { rig } = await openWatchedTask();
    const tested = Promise.withResolvers<ReturnType<typeof rig.service.onTest>>();
    rig.service.test = () => tested.promise;
    rig.service.onQuery = () => keyRefused;
    await rig.clock.advance(4 * second);
    await rig.submit(3);
    expect(rig.service.posts.length).toBe(1);
    tested.resolve({ outcome: 'accepted' });
    await rig.settle();
    expect(rig.service.posts.length).toBe(4);
  });

  it('is not waited for when Latent quits: what was about to be sent is still in the queue', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.test = () => new Promise(() => undefined);
    rig.service.onPost = () => rejected(true);
    rig.service.onQuery = () => keyRefused;
    await rig.clock.advance(4 * second);
    const [waiting = ''] = await rig.submit(1);
    await rig.engine.close();
    expect((await rig.stored(waiting)).task).toMatchObject({ state: { status: 'queued' }, submittedAt: null });
    expect((await rig.stored(id)).task).toMatchObject({ state: { status: 'processing' }, trouble: null });
  });

  it('after a refused POST is not waited for when Latent quits, and holds nothing', async () => {
    const rig = await openEngineRig();
    rig.service.test = () => new Promise(() => undefined);
    rig.service.onPost = () => rejected(true);
    const ids = await rig.submitTogether(3);
    await rig.engine.close();
    expect(await Promise.all(ids.map(async (id) => (await rig.stored(id)).task.state))).toMatchObject([{ status: 'rejected' }, { status: 'queued', waitingFor: 'turn' }, { status: 'queued', waitingFor: 'turn' }]);
  });

  it('holds too if it is missing at the start', async () => {
    const { rig, id } = await openWatchedTask();
    rig.accounts.key = null;
    await rig.restart();
    await rig.clock.advance(10 * minute);
    expect(rig.service.queries.length).toBe(0);
    rig.accounts.key = 'key-2';
    rig.engine.accountReady(testAccount.id);
    rig.service.onQuery = () => failed;
    await rig.clock.advance(4 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'failed' });
  });
});

describe('an account', () => {
  it('that has another key or address is queried with those from the next query on', async () => {
    const { rig } = await openWatchedTask();
    await rig.clock.advance(4 * second);
    rig.accounts.key = 'key-2';
    await rig.clock.advance(3 * second);
    expect(rig.service.queries.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
    expectSpacedQueries(rig);
  });

  it('that was removed, or has no key any more, is not queried', async () => {
    const { rig } = await openWatchedTask();
    await rig.clock.advance(4 * second);
    rig.accounts.key = null;
    await rig.clock.advance(10 * minute);
    expect(rig.service.queries.length).toBe(1);
  });

  it('whose service has no address yet, such as one that does not start, is tried again after a pause', async () => {
    const { rig } = await openWatchedTask();
    const { credentials } = rig.accounts;
    let asked = 0;
    rig.accounts.credentials = (accountId) => {
      asked += 1;
      return asked <= 2 ? Promise.reject(new Error('no such service')) : credentials(accountId);
    };
    const from = rig.clock.monotonic();
    await rig.clock.advance(30 * second);
    expect(rig.service.queries[0]?.at).toBe(from + 3_010 + 4_500 + 9_000);
    expectSpacedQueries(rig);
  });

  it('is not queried if the task is stopped while its key is awaited', async () => {
    const { rig, id } = await openWatchedTask();
    const { credentials } = rig.accounts;
    const unlocked = Promise.withResolvers<void>();
    let asked = 0;
    rig.accounts.credentials = async (accountId) => {
      asked += 1;
      await unlocked.promise;
      return credentials(accountId);
    };
    await rig.clock.advance(4 * second);
    expect(asked).toBe(1);
    await rig.engine.stop(id);
    unlocked.resolve();
    await rig.clock.advance(10 * second);
    expect(rig.service.queries).toEqual([]);
  });
});
