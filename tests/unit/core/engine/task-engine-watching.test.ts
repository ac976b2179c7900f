import { describe, expect, it } from 'vitest';
import { noFacts, type ServiceFacts } from '../../../../shared/task.ts';
import type { QueryOutcome } from '../../../../electron/core/service/outcomes.ts';
import { makeAnswer } from '../../database/samples.ts';
import { expectSpacedQueries } from '../../../support/spaced-queries.ts';
import { accepted, completed, failed, notFound, notSent, processing, trouble } from '../../../support/engine-fakes.ts';
import { diskFull, openEngineRig, openWatchedTask } from '../../../support/task-engine-rig.ts';

const second = 1_000;
const minute = 60 * second;

describe('a task that the service accepted', () => {
  it('is queried three seconds after its id came, then every three seconds, until it is finished', async () => {
    const { rig, id } = await openWatchedTask();
    const from = rig.clock.monotonic();
    rig.service.onQuery = (_, count) => (count === 4 ? failed : processing);
    await rig.clock.advance(10 * minute);
    expect(rig.service.queries.map(({ at }) => at - from)).toEqual([3_010, 6_020, 9_030, 12_040]);
    expect(await rig.stored(id)).toMatchObject({ task: { polls: 4, state: { status: 'failed', said: { message: 'No.' } } } });
  });

  it('is queried three seconds after an answer, however long that took, and never twice at once', async () => {
    const { rig } = await openWatchedTask();
    rig.service.queryTakes = 8 * second;
    await rig.clock.advance(2 * minute);
    expect(rig.service.queries.length).toBe(11);
    expectSpacedQueries(rig);
  });

  it('stays as it ended, whatever the service says later', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = () => failed;
    await rig.clock.advance(5 * second);
    for (const later of [processing, notFound, trouble(), failed]) {
      rig.service.onQuery = () => later;
      await rig.engine.check(id);
      await rig.clock.advance(2 * minute);
      expect(await rig.state(id)).toMatchObject({ status: 'failed' });
    }
    expectSpacedQueries(rig);
  });

  it('is written at the first answer, not while nothing happens, and when Latent quits', async () => {
    const { rig, id } = await openWatchedTask();
    const before = rig.calls.length;
    await rig.clock.advance(61_100);
    expect(rig.service.queries.length).toBe(20);
    expect(rig.calls.slice(before).map(({ method }) => method)).toEqual(['saveTask']);
    expect((await rig.stored(id)).task.polls).toBe(1);
    expect(rig.changes.at(-1)?.task.polls).toBe(20);
    expect(rig.engine.latest([await rig.stored(id)])[0]?.task.polls).toBe(20);
    await rig.engine.close();
    expect((await rig.stored(id)).task.polls).toBe(20);
  });

  it('writes no more commits for many tasks than their first answers', async () => {
    const rig = await openEngineRig();
    const ids = await rig.submit(250);
    await rig.clock.advance(40 * second);
    const before = rig.calls.length;
    await rig.clock.advance(60 * second);
    expect(rig.service.queries.length).toBeGreaterThan(5_000);
    expect(rig.calls.slice(before)).toEqual([]);
    await rig.engine.close();
    for (const id of ids) expect((await rig.stored(id)).task.polls).toBe(rig.service.queries.filter(({ remoteId }) => remoteId === `remote-${ids.indexOf(id) + 1}`).length);
  });

  it('is written together with others while the service fails now and then', async () => {
    const rig = await openEngineRig();
    await rig.submit(250);
    const tries = new Map<string, number>();
    rig.service.onQuery = (remoteId) => {
      const count = tries.get(remoteId) ?? 0;
      tries.set(remoteId, count + 1);
      return count % 2 === 0 ? trouble(1) : processing;
    };
    await rig.clock.advance(10 * second);
    const writes = new Map<number, number>();
    rig.disk = () => {
      writes.set(rig.clock.monotonic(), (writes.get(rig.clock.monotonic()) ?? 0) + 1);
      return null;
    };
    await rig.clock.advance(60 * second);
    // Calls that arrive together share commits, of a hundred at most.
    const commits = [...writes.values()].reduce((sum, count) => sum + Math.ceil(count / 100), 0);
    expect([...writes.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2_000);
    expect(commits).toBeLessThanOrEqual(90);
  });

  it('shows the latest answer at once, and writes it with the next change', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = (_, count) => ({ kind: 'processing', facts: noFacts, answer: makeAnswer({ body: `answer ${count}` }) });
    await rig.clock.advance(10 * second);
    expect((await rig.engine.answer(id))?.body).toBe('answer 3');
    await rig.engine.stop(id);
    await rig.crash();
    expect((await rig.engine.answer(id))?.body).toBe('answer 3');
    expect((await rig.stored(id)).task.polls).toBe(3);
  });

  it('is queried again after a crash, with older counts', async () => {
    const { rig, id } = await openWatchedTask();
    await rig.clock.advance(30 * second);
    await rig.crash();
    expect((await rig.stored(id)).task.polls).toBe(1);
    rig.service.onQuery = () => failed;
    await rig.clock.advance(5 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { polls: 2, state: { status: 'failed' } } });
  });

  const saying = (facts: Partial<ServiceFacts>): QueryOutcome => ({ kind: 'processing', facts: { ...noFacts, ...facts }, answer: makeAnswer() });
  const eventful: Readonly<Record<string, { readonly answers: readonly QueryOutcome[]; readonly writes: number; readonly stored: object }>> = {
    trouble: { answers: [trouble(), trouble(), processing], writes: 2, stored: { trouble: null } },
    'another cost': { answers: [processing, saying({ credits: '0.25' })], writes: 2, stored: { facts: { credits: '0.25' } } },
    'another model': { answers: [processing, saying({ model: 'other' })], writes: 2, stored: { facts: { model: 'other' } } },
    progress: { answers: [processing, saying({ progress: 50 })], writes: 1, stored: { facts: { progress: null } } },
  };
  it.each(Object.entries(eventful))('is written as often as a crash would lose something: %s', async (_name, { answers, writes, stored }) => {
    const { rig, id } = await openWatchedTask();
    const before = rig.calls.length;
    rig.service.onQuery = (_, count) => answers[count - 1] ?? answers.at(-1) ?? processing;
    await rig.clock.advance(60 * second);
    expect(rig.calls.slice(before).filter(({ method }) => method === 'saveTask')).toHaveLength(writes);
    expect(await rig.stored(id)).toMatchObject({ task: stored });
  });

  it('is written at once if it costs something else, because a budget counts what is on disk', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = () => saying({ credits: '0.25' });
    await rig.clock.advance(3_100);
    expect(rig.service.queries).toHaveLength(1);
    expect((await rig.stored(id)).task.facts.credits).toBe('0.25');
  });

  it('is written soon if the disk refused what a crash should not lose', async () => {
    const { rig, id } = await openWatchedTask();
    await rig.clock.advance(4 * second);
    rig.disk = (method) => (method === 'saveTask' ? diskFull : null);
    rig.service.onQuery = () => saying({ credits: '0.25' });
    await rig.clock.advance(6 * second);
    rig.disk = () => null;
    await rig.clock.advance(20 * second);
    const writes = rig.calls.length;
    await rig.clock.advance(30 * second);
    expect(rig.calls, 'once').toHaveLength(writes);
    await rig.crash();
    expect((await rig.stored(id)).task.facts.credits).toBe('0.25');
  });

  it('keeps its latest answer if the disk refuses its end', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = (_, count) => ({ kind: 'processing', facts: noFacts, answer: makeAnswer({ body: `answer ${count}` }) });
    await rig.clock.advance(7 * second);
    rig.disk = () => diskFull;
    await expect(rig.engine.stop(id)).rejects.toThrow();
    rig.service.onQuery = () => completed('https://host.test/1');
    await rig.clock.advance(4 * second);
    rig.disk = () => null;
    expect((await rig.engine.answer(id))?.body).toBe('answer 2');
    await rig.engine.close();
    expect((await rig.stored(id)).task.polls).toBe(2);
  });

  it('is watched although the disk refuses its polls', async () => {
    const { rig, id } = await openWatchedTask();
    rig.disk = () => diskFull;
    await rig.clock.advance(60 * second);
    rig.service.onQuery = () => completed();
    await rig.clock.advance(60 * second);
    expect((await rig.stored(id)).task.state.status).toBe('processing');
    rig.disk = () => null;
    await rig.clock.advance(90 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'completed', imageCount: 0 });
    expectSpacedQueries(rig);
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
    expectSpacedQueries(rig);
    expect(rig.service.posts.length).toBe(500);
  });

  it('the same id given to two submissions is queried as one', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => accepted('same');
    await rig.submit(2);
    await rig.clock.advance(60 * second);
    expectSpacedQueries(rig);
    expect(rig.service.queries.length).toBe(19);
  });

  it('continue after the network was away for all of them', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = (count) => (count <= 3 ? notSent : accepted(`remote-${count}`));
    rig.service.onQuery = (remoteId, count) => (count <= 2 ? trouble() : completed(`https://pictures.test/${remoteId}.png`));
    const ids = await rig.submit(20);
    await rig.clock.advance(3 * minute);
    for (const id of ids) expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed' } }, images: [{ state: { status: 'kept' } }] });
    expectSpacedQueries(rig);
  });
});

describe('a person', () => {
  it('stops the checks until asking again', async () => {
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
    await rig.engine.check(id);
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

  it('asks a hundred times, and the service is queried every three seconds', async () => {
    const { rig, id } = await openWatchedTask();
    for (let i = 0; i < 100; i += 1) {
      await rig.engine.check(id);
      await rig.clock.advance(200);
    }
    expect(rig.service.queries.length).toBe(7);
    expectSpacedQueries(rig);
  });
});
