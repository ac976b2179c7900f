import { describe, expect, it } from 'vitest';
import type { TaskId } from '../../../../shared/task.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { accepted, completed, failed, keyRefused, notFound, notSent, processing, trouble } from '../../../support/scripted-ports.ts';
import { diskFull, isState, openEngineRig, openWatchedTask, type EngineRig } from '../../../support/task-engine-rig.ts';

const second = 1_000;
const minute = 60 * second;

/** Milliseconds from one query of an id to the next. */
const gapsOf = (rig: EngineRig, remoteId: string): readonly number[] => {
  const times = rig.service.queries.filter((query) => query.remoteId === remoteId).map(({ at }) => at);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
};

const expectTheRule = (rig: EngineRig): void => {
  for (const remoteId of new Set(rig.service.queries.map((query) => query.remoteId))) {
    for (const gap of gapsOf(rig, remoteId)) expect(gap).toBeGreaterThanOrEqual(3 * second);
  }
  expect(rig.service.overlaps).toBe(0);
  expect(rig.service.mostQueries).toBeLessThanOrEqual(8);
};

describe('a task that the service took', () => {
  it('is queried three seconds after its id came, then every three seconds, until it is finished', async () => {
    const { rig, id } = await openWatchedTask();
    const from = rig.clock.monotonic();
    rig.service.onQuery = (_, count) => (count === 4 ? failed : processing);
    await rig.clock.advance(10 * minute);
    expect(rig.service.queries.map(({ at }) => at - from)).toEqual([3_010, 6_020, 9_030, 12_040]);
    expect(await rig.stored(id)).toMatchObject({ task: { polls: 4, state: { status: 'failed', said: { message: 'No.' } } } });
  });

  it('is queried right after an answer that took longer, and never twice at once', async () => {
    const { rig } = await openWatchedTask();
    rig.service.queryTakes = 8 * second;
    await rig.clock.advance(2 * minute);
    expect(rig.service.queries.length).toBe(15);
    expectTheRule(rig);
  });

  it('stays as it ended, whatever the service says later', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = () => failed;
    await rig.clock.advance(5 * second);
    for (const later of [processing, notFound, trouble(), failed]) {
      rig.service.onQuery = () => later;
      await rig.engine.ask(id);
      await rig.clock.advance(2 * minute);
      expect(await rig.state(id)).toMatchObject({ status: 'failed' });
    }
    expectTheRule(rig);
  });

  it('is written now and then while nothing happens, and at the end', async () => {
    const { rig, id } = await openWatchedTask();
    const before = rig.calls.length;
    await rig.clock.advance(60 * second);
    const writes = rig.calls.slice(before);
    expect(writes.every(({ method }) => method === 'savePolls')).toBe(true);
    expect(writes.length).toBeLessThanOrEqual(30);
    expect(rig.service.queries.length).toBe(19);
    await rig.clock.advance(1_100);
    expect(rig.changes.at(-1)?.task.polls).toBe(20);
    await rig.engine.close();
    expect((await rig.stored(id)).task.polls).toBe(20);
  });

  it('writes the facts of many tasks together, ten polls of each at once', async () => {
    const rig = await openEngineRig();
    const ids = await rig.submit(250);
    await rig.clock.advance(40 * second);
    const before = rig.calls.length;
    await rig.clock.advance(60 * second);
    const writes = rig.calls.slice(before).filter(({ method }) => method === 'savePolls');
    expect(writes.length).toBeLessThanOrEqual(32);
    const written = writes.map(({ argument }) => argument as readonly { readonly task: { readonly id: TaskId } }[]);
    expect(Math.max(...written.map((polls) => polls.length))).toBeLessThanOrEqual(100);
    const times = Map.groupBy(written.flat(), ({ task }) => task.id);
    for (const id of ids) expect([1, 2]).toContain(times.get(id)?.length);
    await rig.engine.close();
    for (const id of ids) expect((await rig.stored(id)).task.polls).toBe(rig.service.queries.filter(({ remoteId }) => remoteId === `remote-${ids.indexOf(id) + 1}`).length);
  });

  it('writes at once that there is trouble, and that it is over', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = (_, count) => (count === 1 ? trouble() : processing);
    await rig.clock.advance(6 * second);
    expect((await rig.stored(id)).task.trouble).not.toBeNull();
    await rig.clock.advance(12 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { trouble: null } });
  });

  it('is watched on while the disk refuses what its polls say', async () => {
    const { rig, id } = await openWatchedTask();
    rig.disk = () => diskFull;
    await rig.clock.advance(60 * second);
    rig.service.onQuery = () => completed();
    await rig.clock.advance(60 * second);
    expect((await rig.stored(id)).task.state.status).toBe('processing');
    rig.disk = () => null;
    await rig.clock.advance(90 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'completed', imageCount: 0 });
    expectTheRule(rig);
  });
});

describe('answers that are not clean', () => {
  it('are waited out with growing pauses from 3 to 60 seconds; one clean answer ends that', async () => {
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

  it('are told with when the next query is due', async () => {
    const { rig } = await openWatchedTask();
    rig.service.onQuery = () => trouble();
    await rig.clock.advance(3_020);
    const { trouble: told, lastPollAt } = rig.changes.at(-1)?.task ?? {};
    expect(told).toMatchObject({ kind: 'server-error', said: { message: 'No.' } });
    expect((told?.retryAt ?? 0) - (lastPollAt ?? 0)).toBe(4_500);
  });

  it.each([5_000, 61_000, 600_000])('with Retry-After of %d ms are not asked again sooner, not even when woken', async (retryAfter) => {
    const { rig } = await openWatchedTask();
    rig.service.onQuery = (_, count) => (count === 1 ? trouble(retryAfter) : processing);
    await rig.clock.advance(4 * second);
    rig.engine.wake();
    await rig.clock.advance(retryAfter + 10 * second);
    const [first = 0] = gapsOf(rig, 'remote-1');
    expect(first).toBeGreaterThanOrEqual(retryAfter);
    expect(first).toBeLessThan(retryAfter + 5 * second);
  });

  it('are asked again at once when the network is said to be back', async () => {
    const { rig } = await openWatchedTask();
    rig.service.onQuery = () => trouble();
    await rig.clock.advance(4 * minute);
    rig.service.onQuery = () => processing;
    const before = rig.service.queries.length;
    rig.engine.wake();
    await rig.clock.advance(100);
    expect(rig.service.queries.length).toBe(before + 1);
    expectTheRule(rig);
  });

  it('do not count as watching: the network was away, not the service slow', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = () => trouble();
    await rig.clock.advance(60 * minute);
    rig.service.onQuery = () => processing;
    await rig.clock.advance(5 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });
});

describe('"not found"', () => {
  it('is believed when it was said three times in a row; the id is kept and can be asked again', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = (_, count) => (count === 3 ? processing : notFound);
    await rig.clock.advance(2 * minute);
    expect(rig.service.queries.length).toBe(6);
    expect(await rig.state(id)).toMatchObject({ status: 'missing', remoteId: 'remote-1', said: { message: 'No.' } });
    rig.service.onQuery = () => processing;
    await rig.engine.ask(id);
    await rig.clock.advance(30 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'processing', misses: 0 });
    expectTheRule(rig);
  });

  it('from a service that forgets at last, after it was paused', async () => {
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
  it('holds every task of the account; a replaced one lets all go on, spread out', async () => {
    const rig = await openEngineRig();
    await rig.submit(100);
    await rig.clock.advance(20 * second);
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
    expectTheRule(rig);
  });

  it('is not used again though the accounts still offer it', async () => {
    const { rig } = await openWatchedTask();
    rig.accounts.keyRefused = () => Promise.reject(new Error('not on record'));
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
    rig.service.onQuery = (_, count) => (count === 1 ? keyRefused : processing);
    await rig.clock.advance(3_100);
    rig.accounts.key = 'key-2';
    rig.engine.accountReady(testAccount.id);
    await rig.clock.advance(11 * second);
    expect(rig.service.queries.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-2', 'key-2']);
  });

  it('that is missing at the start holds too', async () => {
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
    expectTheRule(rig);
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
    expectTheRule(rig);
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

describe('queries under way', () => {
  it('delay no submission: its id is on the disk while all eight are unanswered', async () => {
    const rig = await openEngineRig();
    await rig.submit(20);
    rig.service.queryTakes = minute;
    await rig.clock.advance(10 * second);
    expect(rig.service.queries.length).toBe(8);
    const [id = ''] = await rig.submit();
    expect(await rig.state(id)).toMatchObject({ status: 'processing', remoteId: 'remote-21' });
    expect(rig.service.queries.length).toBe(8);
  });

  it('have no effect after the end, and are repeated at the next start', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.queryTakes = second;
    rig.service.onQuery = () => failed;
    await rig.clock.advance(3_500);
    expect(rig.service.queries.length).toBe(1);
    await rig.restart();
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
    await rig.clock.advance(5 * second);
    expect(rig.service.queries.length).toBe(2);
    expect(await rig.state(id)).toMatchObject({ status: 'failed' });
  });
});

describe('the watch limit', () => {
  it('pauses; the task is asked slowly and never submitted again, for two days', async () => {
    const { rig, id } = await openWatchedTask();
    await rig.clock.advance(10 * minute + 5 * second);
    expect(await rig.state(id)).toEqual({ status: 'paused', remoteId: 'remote-1', by: 'watch-limit' });
    const before = rig.service.queries.length;
    expect(before).toBe(200);
    await rig.clock.advance(2 * 24 * 60 * minute);
    expect(rig.service.posts.length).toBe(1);
    expect(rig.service.queries.length - before).toBe((2 * 24 * 60) / 5);
    expect(await rig.state(id)).toMatchObject({ status: 'paused', by: 'watch-limit' });
    rig.service.onQuery = () => completed();
    await rig.clock.advance(6 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'completed' });
  });

  it('counts watching, not time: a night asleep is not a night of watching', async () => {
    const { rig, id } = await openWatchedTask();
    await rig.clock.advance(5 * minute);
    rig.clock.sleep(8 * 60 * minute);
    await rig.clock.advance(3 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });

  it('takes no notice of the wall clock', async () => {
    const { rig, id } = await openWatchedTask();
    rig.clock.moveWall(365 * 24 * 60 * minute);
    await rig.clock.advance(9 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
    rig.clock.moveWall(-2 * 365 * 24 * 60 * minute);
    await rig.clock.advance(2 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'paused' });
  });

  it('ends with a click: then it is watched as before', async () => {
    const { rig, id } = await openWatchedTask();
    rig.settings.watchLimitMinutes = 1;
    await rig.clock.advance(2 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'paused' });
    await rig.engine.ask(id);
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
    const before = rig.service.queries.length;
    await rig.clock.advance(30 * second);
    expect(rig.service.queries.length - before).toBeGreaterThanOrEqual(9);
    await rig.clock.advance(2 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'paused' });
    expect(rig.service.posts.length).toBe(1);
  });

  it('that passes in the moment of a click does not put off what the person asked for', async () => {
    const { rig, id } = await openWatchedTask();
    rig.settings.watchLimitMinutes = 1;
    const disk = Promise.withResolvers<void>();
    rig.diskBusy = (method) => (method === 'saveTask' ? disk.promise : null);
    await rig.clock.advance(61 * second);
    const before = rig.service.queries.length;
    const asked = rig.engine.ask(id);
    disk.resolve();
    await asked;
    await rig.clock.advance(4 * second);
    expect(rig.calls.some(({ method, argument }) => method === 'saveTask' && isState('paused')(argument))).toBe(true);
    expect(rig.service.queries.length).toBe(before + 1);
    expectTheRule(rig);
  });

  it('outlasts a restart: the task is asked once soon, then slowly as before', async () => {
    const { rig, id } = await openWatchedTask();
    const paused = { status: 'paused', remoteId: 'remote-1', by: 'watch-limit' };
    rig.settings.watchLimitMinutes = 1;
    await rig.clock.advance(2 * minute);
    for (const again of [rig.restart, rig.crash]) {
      const before = rig.service.queries.length;
      const seen = rig.changes.length;
      await again();
      await rig.clock.advance(4 * second);
      expect(rig.service.queries.length - before).toBe(1);
      await rig.clock.advance(4 * minute);
      expect(rig.service.queries.length - before).toBe(1);
      await rig.clock.advance(2 * minute);
      expect(rig.service.queries.length - before).toBe(2);
      expect(rig.changes.slice(seen).map(({ task }) => task.state)).toEqual([paused, paused]);
    }
    rig.service.onQuery = () => completed();
    await rig.clock.advance(6 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'completed' });
    expect(rig.service.posts.length).toBe(1);
  });
});

describe('a person', () => {
  it('stops the watching until asking again', async () => {
    const { rig, id } = await openWatchedTask();
    await rig.clock.advance(4 * second);
    await rig.engine.stop(id);
    await rig.engine.stop(id);
    await rig.clock.advance(60 * minute);
    rig.engine.wake();
    await rig.restart();
    await rig.clock.advance(60 * minute);
    expect(rig.service.queries.length).toBe(1);
    expect(await rig.state(id)).toMatchObject({ status: 'paused', by: 'user' });
    await rig.engine.ask(id);
    await rig.clock.advance(100);
    expect(rig.service.queries.length).toBe(2);
  });

  it('stops in the middle of a query, and its answer is still taken', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.queryTakes = second;
    rig.service.onQuery = () => completed('https://pictures.test/1.png');
    await rig.clock.advance(3_500);
    await rig.engine.stop(id);
    await rig.clock.advance(5 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed' } }, images: [{ state: { status: 'kept' } }] });
  });

  it('asks a hundred times and the service hears every three seconds', async () => {
    const { rig, id } = await openWatchedTask();
    for (let i = 0; i < 100; i += 1) {
      await rig.engine.ask(id);
      await rig.clock.advance(200);
    }
    expect(rig.service.queries.length).toBe(7);
    expectTheRule(rig);
  });
});

describe('many tasks at the start', () => {
  it('500 are queried within seconds, without a burst, none sooner than 3 s after the run before', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 16;
    await rig.submit(500);
    expect(rig.service.posts.length).toBe(500);
    await rig.crash();
    const from = rig.clock.monotonic();
    rig.service.queries.length = 0;
    rig.service.queryTakes = 20;
    await rig.clock.advance(6_100);
    const times = rig.service.queries.map(({ at }) => at - from);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(3 * second);
    expect(new Set(rig.service.queries.map(({ remoteId }) => remoteId)).size).toBe(500);
    for (let start = 3_000; start < 6_000; start += 100) expect(times.filter((at) => at >= start && at < start + 100).length).toBeLessThanOrEqual(30);
    expectTheRule(rig);
    expect(rig.service.posts.length).toBe(500);
  });

  it('the same id given to two submissions is queried as one', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => accepted('same');
    await rig.submit(2);
    await rig.clock.advance(60 * second);
    expectTheRule(rig);
    expect(rig.service.queries.length).toBe(19);
  });

  it('go on after a network that was away for all of them', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = (count) => (count <= 3 ? notSent : accepted(`remote-${count}`));
    rig.service.onQuery = (remoteId, count) => (count <= 2 ? trouble() : completed(`https://pictures.test/${remoteId}.png`));
    const ids = await rig.submit(20);
    await rig.clock.advance(3 * minute);
    for (const id of ids) expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed' } }, images: [{ state: { status: 'kept' } }] });
    expectTheRule(rig);
  });
});
