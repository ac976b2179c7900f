import { describe, expect, it } from 'vitest';
import { expectSpacedQueries } from '../../../support/spaced-queries.ts';
import { completed } from '../../../support/engine-fakes.ts';
import { isState, openWatchedTask } from '../../../support/task-engine-rig.ts';

const second = 1_000;
const minute = 60 * second;

describe('the watch limit', () => {
  it('pauses the task, which is then queried slowly for two days and never submitted again', async () => {
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

  it('does not depend on the wall clock', async () => {
    const { rig, id } = await openWatchedTask();
    rig.clock.moveWall(365 * 24 * 60 * minute);
    await rig.clock.advance(9 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
    rig.clock.moveWall(-2 * 365 * 24 * 60 * minute);
    await rig.clock.advance(2 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'paused' });
  });

  it('is reset by a click, after which the task is watched as before', async () => {
    const { rig, id } = await openWatchedTask();
    rig.settings.watchLimitMinutes = 1;
    await rig.clock.advance(2 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'paused' });
    await rig.engine.check(id);
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
    const before = rig.service.queries.length;
    await rig.clock.advance(30 * second);
    expect(rig.service.queries.length - before).toBeGreaterThanOrEqual(9);
    await rig.clock.advance(2 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'paused' });
    expect(rig.service.posts.length).toBe(1);
  });

  it('that passes during a click does not delay the query that the person asked for', async () => {
    const { rig, id } = await openWatchedTask();
    rig.settings.watchLimitMinutes = 1;
    const disk = Promise.withResolvers<void>();
    rig.diskBusy = (method) => (method === 'saveTask' ? disk.promise : null);
    await rig.clock.advance(61 * second);
    const before = rig.service.queries.length;
    const asked = rig.engine.check(id);
    disk.resolve();
    await asked;
    await rig.clock.advance(4 * second);
    expect(rig.calls.some(({ method, argument }) => method === 'saveTask' && isState('paused')(argument))).toBe(true);
    expect(rig.service.queries.length).toBe(before + 1);
    expectSpacedQueries(rig);
  });

  it('survives a restart: the task is queried once soon, then slowly as before', async () => {
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
