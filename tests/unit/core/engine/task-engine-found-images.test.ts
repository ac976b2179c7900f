import { describe, expect, it } from 'vitest';
import type { QueryOutcome } from '../../../../electron/core/service/outcomes.ts';
import { completed, failed, kept, notFound, processing } from '../../../support/engine-fakes.ts';
import { diskFull, openWatchedTask } from '../../../support/task-engine-rig.ts';

const second = 1_000;

const foundBeside = (...addresses: readonly string[]): QueryOutcome =>
  Object.assign({}, processing, { found: addresses.map((url, place) => ({ kind: 'url', url, position: 100 + place })) });

describe('pictures found beside an unknown status word', () => {
  it('are fetched once while the task is watched on, and keep none of its pictures out', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = () => foundBeside('https://host.test/logo');
    await rig.clock.advance(30 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
    expect((await rig.stored(id)).images).toMatchObject([{ index: 100, state: { status: 'kept' } }]);
    expect(rig.downloads.requests).toHaveLength(1);
    expect(rig.calls.filter(({ method }) => method === 'saveCompletion')).toHaveLength(1);
    rig.service.onQuery = () => completed('https://host.test/1', 'https://host.test/2');
    await rig.clock.advance(10 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'completed', imageCount: 2 });
    expect((await rig.stored(id)).images.map(({ index, state }) => [index, state.status])).toEqual([[0, 'kept'], [1, 'kept'], [100, 'kept']]);
    const queries = rig.service.queries.length;
    await rig.clock.advance(60 * second);
    expect(rig.service.queries).toHaveLength(queries);
  });

  it('change nothing about what is written: a refund that was noted counts no more once the service works on the task', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = () => foundBeside('https://host.test/logo');
    await rig.clock.advance(4 * second);
    rig.service.onQuery = () => notFound;
    await rig.clock.advance(60 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'missing' });
    await rig.engine.settle(id, '0');
    rig.service.onQuery = () => foundBeside('https://host.test/logo');
    await rig.engine.check(id);
    await rig.clock.advance(10 * second);
    await rig.crash();
    expect((await rig.stored(id)).task).toMatchObject({ settled: null, state: { status: 'processing' } });
  });

  it('are fetched after a restart, and with the address of the latest answer', async () => {
    const { rig, id } = await openWatchedTask();
    rig.downloads.onDownload = (request) => (request.image.kind === 'url' && request.image.url.endsWith('2') ? kept(request) : { kind: 'expired' });
    rig.service.onQuery = () => foundBeside('https://host.test/final?1');
    await rig.clock.advance(10 * second);
    await rig.restart();
    rig.service.onQuery = () => foundBeside('https://host.test/final?2');
    await rig.clock.advance(30 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'processing' } }, images: [{ index: 100, state: { status: 'kept' } }] });
  });

  it('continue from their stored addresses after a restart, also if the next answer names none', async () => {
    const { rig, id } = await openWatchedTask();
    rig.downloads.onDownload = () => new Promise(() => undefined);
    rig.service.onQuery = () => foundBeside('https://host.test/1');
    await rig.clock.advance(4 * second);
    rig.downloads.onDownload = (request) => kept(request);
    rig.service.onQuery = () => failed;
    await rig.crash();
    await rig.clock.advance(10 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'failed' } }, images: [{ index: 100, state: { status: 'kept' } }] });
  });

  it('do not postpone the watch limit if their host is gone, and the others are kept', async () => {
    const { rig, id } = await openWatchedTask();
    rig.downloads.onDownload = (request) => (request.image.kind === 'url' && request.image.url.includes('gone') ? { kind: 'trouble', detail: 'ECONNREFUSED', retryAfterMs: null } : kept(request));
    rig.service.onQuery = () => foundBeside('https://gone.test/1', 'https://host.test/2');
    await rig.clock.advance(11 * 60 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'paused', by: 'watch-limit' } }, images: [{ state: { status: 'waiting' } }, { state: { status: 'kept' } }] });
    const queries = rig.service.queries.length;
    await rig.clock.advance(60 * 60 * second);
    expect(rig.service.queries.length - queries).toBeLessThan(30);
  });

  it('are no more than a hundred, even if every answer names a new one', async () => {
    const { rig, id } = await openWatchedTask();
    let last = 99;
    rig.service.onQuery = () => Object.assign({}, processing, { found: [{ kind: 'url', url: `https://host.test/${(last += 1)}`, position: last }] });
    await rig.clock.advance(9 * 60 * second);
    expect(rig.service.queries.length).toBeGreaterThan(150);
    expect((await rig.stored(id)).images).toHaveLength(100);
  });

  it('are expired if the task fails and no address of theirs works any more', async () => {
    const { rig, id } = await openWatchedTask();
    rig.downloads.onDownload = () => ({ kind: 'expired' });
    rig.service.onQuery = () => foundBeside('https://host.test/1');
    await rig.clock.advance(4 * second);
    rig.service.onQuery = () => failed;
    await rig.clock.advance(60 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'failed' } }, images: [{ index: 100, state: { status: 'expired' } }] });
  });

  it('are fetched once the disk takes their rows', async () => {
    const { rig, id } = await openWatchedTask();
    rig.disk = (method) => (method === 'saveCompletion' ? diskFull : null);
    rig.service.onQuery = () => foundBeside('https://host.test/1');
    await rig.clock.advance(30 * second);
    expect((await rig.stored(id)).images).toEqual([]);
    rig.disk = () => null;
    await rig.clock.advance(60 * second);
    expect((await rig.stored(id)).images).toMatchObject([{ index: 100, state: { status: 'kept' } }]);
  });
});
