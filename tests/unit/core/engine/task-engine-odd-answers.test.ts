import { describe, expect, it } from 'vitest';
import { busy, completed, delivered, failed, notFound, processing, rejected, unknown, accepted } from '../../../support/engine-fakes.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { openEngineRig, openWatchedTask, type EngineRig } from '../../../support/task-engine-rig.ts';
import { AppFailure } from '../../../../shared/errors.ts';
import { noFacts, saidNothing, type TaskId } from '../../../../shared/task.ts';

const second = 1_000;
const minute = 60 * second;
const answer = { at: 1, httpStatus: 200, body: '{}', truncated: false };

const tasksOf = async (rig: EngineRig): Promise<readonly TaskId[]> => [...new Set(rig.changes.map(({ task }) => task.id))];
const remoteIds = (rig: EngineRig): readonly string[] => [...new Set(rig.service.queries.map(({ remoteId }) => remoteId))].toSorted();

describe('an answer that names several tasks', () => {
  const several = { ...accepted('a'), moreIds: ['b', 'c'] };

  it('makes as many tasks, each watched and fetched', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => several;
    rig.service.onQuery = (remoteId) => completed(`https://pictures.test/${remoteId}.png`);
    await rig.submit();
    await rig.clock.advance(20 * second);
    const ids = await tasksOf(rig);
    expect(ids.length).toBe(3);
    for (const id of ids) expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed' }, request: { prompt: 'picture 0' } }, images: [{ state: { status: 'kept' } }] });
    expect(remoteIds(rig)).toEqual(['a', 'b', 'c']);
    expect(rig.service.posts.length).toBe(1);
  });

  it('loses none of them if the process dies around the commit', async () => {
    for (const when of ['before', 'after'] as const) {
      const rig = await openEngineRig();
      rig.service.onPost = () => several;
      rig.dieAt({ method: 'saveTasks', when });
      await rig.submit();
      await rig.crash();
      await rig.clock.advance(20 * second);
      // All or none: before the commit, the outcome is unknown.
      expect(remoteIds(rig)).toEqual(when === 'after' ? ['a', 'b', 'c'] : []);
      expect(rig.service.posts.length).toBe(1);
    }
  });

  it('is kept in memory and shown while the disk takes nothing', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => several;
    rig.disk = (method) => (method === 'saveTasks' ? new AppFailure('disk-full') : null);
    await rig.submit();
    expect(rig.notices.get('id-not-saved')).toBe('a, b, c');
    rig.disk = () => null;
    await rig.clock.advance(2 * minute);
    expect(rig.notices.has('id-not-saved')).toBe(false);
    await rig.crash();
    await rig.clock.advance(20 * second);
    expect(remoteIds(rig)).toEqual(['a', 'b', 'c']);
  });

  it('after the deadline counts too', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => unknown;
    await rig.submit();
    rig.service.posts[0]?.settleLate(several);
    await rig.clock.advance(20 * second);
    expect(remoteIds(rig)).toEqual(['a', 'b', 'c']);
  });
});

describe('a POST that is answered with the pictures', () => {
  const address = { kind: 'url', url: 'https://pictures.test/1.png' } as const;
  const bytes = { kind: 'inline', base64: 'iVBORw0KGgo=' } as const;

  it.each([
    ['in time', false],
    ['after the deadline', true],
  ])('%s completes the task, and nothing is queried or sent again', async (_, late) => {
    const rig = await openEngineRig();
    rig.service.onPost = () => (late ? unknown : delivered(address, bytes));
    const [id = ''] = await rig.submit();
    if (late) rig.service.posts[0]?.settleLate(delivered(address, bytes));
    await rig.clock.advance(minute);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed', remoteId: '', imageCount: 2 } }, images: [{ state: { status: 'kept' } }, { state: { status: 'kept' } }] });
    await rig.restart();
    await rig.clock.advance(minute);
    expect(rig.service.queries.length).toBe(0);
    expect(rig.service.posts.length).toBe(1);
  });

  it('keeps an id that came with them', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => ({ ...accepted('img-1'), images: [address] });
    const [id = ''] = await rig.submit();
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed', remoteId: 'img-1' } }, images: [{ state: { status: 'kept' } }] });
  });

  it('with an id and fewer pictures than it lists is asked for the others', async () => {
    const rig = await openEngineRig();
    const other = 'https://pictures.test/2.png';
    rig.service.onPost = () => ({ ...accepted('img-1'), images: [address], listed: 2 });
    rig.service.onQuery = (_, count) => (count < 3 ? { ...completed(address), listed: 2 } as never : completed(address, other));
    const [id = ''] = await rig.submit();
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'processing' } }, images: [{ state: { status: 'kept' } }] });
    await rig.clock.advance(20 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed', imageCount: 2 } }, images: [{ state: { status: 'kept' } }, { state: { status: 'kept' } }] });
  });

  it.each(['paused', 'missing', 'failed'] as const)('after the deadline keeps them if the task is %s by the id that a person gave it', async (status) => {
    const rig = await openEngineRig();
    rig.service.onPost = () => unknown;
    rig.service.onQuery = () => (status === 'missing' ? notFound : status === 'failed' ? failed : processing);
    const [id = ''] = await rig.submit();
    await rig.engine.attach(id, 'pasted', true);
    await rig.clock.advance(30 * second);
    if (status === 'paused') await rig.engine.stop(id);
    expect(await rig.state(id)).toMatchObject({ status });
    rig.service.posts[0]?.settleLate(delivered(bytes));
    await rig.clock.advance(second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed', remoteId: 'pasted' } }, images: [{ state: { status: 'kept' } }] });
  });

  it('has them again after a crash before they were in the library', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => delivered(bytes, address);
    rig.downloads.onDownload = () => ({ kind: 'library', problem: 'unreachable', detail: 'EIO' });
    const [id = ''] = await rig.submit();
    await rig.clock.advance(minute);
    await rig.crash();
    const seen: unknown[] = [];
    const { onDownload } = rig.downloads;
    rig.downloads.onDownload = (request, count) => {
      seen.push(request.image);
      return onDownload(request, count);
    };
    await rig.clock.advance(minute);
    expect(seen).toContainEqual({ kind: 'inline', base64: `data:;base64,${bytes.base64}`, isOnly: true });
    expect(seen).toContainEqual(expect.objectContaining(address));
    expect((await rig.stored(id)).images.map(({ state }) => state.status)).toEqual(['waiting', 'waiting']);
  });

  it('is repeated to a disk that is full until it takes them', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => delivered(bytes);
    rig.disk = (method) => (method === 'saveCompletion' ? new AppFailure('disk-full') : null);
    const [id = ''] = await rig.submit();
    await rig.clock.advance(minute);
    rig.disk = () => null;
    await rig.clock.advance(2 * minute);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed' } }, images: [{ state: { status: 'kept' } }] });
  });
});

describe('429 to a POST', () => {
  it('brings the task back to the queue, which waits for Retry-After and goes on by itself', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 1;
    rig.service.onPost = (count) => (count === 1 ? busy(90 * second) : accepted(`remote-${count}`));
    const ids = await rig.submit(3);
    expect(await rig.state(ids[0] ?? '')).toMatchObject({ status: 'queued', waitingFor: 'busy' });
    expect(await rig.state(ids[1] ?? '')).toMatchObject({ status: 'queued', waitingFor: 'busy' });
    await rig.clock.advance(89 * second);
    expect(rig.service.posts.length).toBe(1);
    await rig.clock.advance(10 * second);
    expect(rig.service.posts.length).toBe(4);
    for (const id of ids) expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });

  it('ten times in a row is a refusal, with growing pauses before', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => busy();
    const [id = ''] = await rig.submit();
    await rig.clock.advance(90 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'rejected', said: { httpStatus: 429 } });
    const gaps = rig.service.posts.slice(1).map(({ at }, index) => at - (rig.service.posts[index]?.at ?? 0));
    expect(gaps.length).toBe(9);
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(10 * minute);
  });

  it('to several at once is one pause', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 8;
    let open = false;
    rig.service.onPost = (count) => (open ? accepted(`remote-${count}`) : busy());
    const ids = await rig.submit(8);
    await rig.clock.advance(2 * second);
    open = true;
    await rig.clock.advance(minute);
    for (const id of ids) expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });

  it('while Latent quits is no refusal: the next start sends the task', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => null;
    const [id = ''] = await rig.submit();
    const closed = rig.engine.close();
    rig.service.posts[0]?.settle(busy());
    await closed;
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'queued' }, submittedAt: null } });
  });

  it('while the account waits for a key is no refusal, and no more tasks are sent at once than allowed', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 2;
    rig.service.onPost = () => null;
    await rig.submit();
    // Sent together, the first would go alone.
    await rig.clock.advance(second);
    const [refused = ''] = await rig.submit();
    await rig.clock.advance(second);
    rig.accounts.key = null;
    const [waiting = ''] = await rig.submit();
    rig.service.posts[0]?.settle(accepted('remote-1'));
    await rig.settle();
    expect(await rig.state(waiting)).toMatchObject({ status: 'queued', waitingFor: 'key' });
    rig.service.posts[1]?.settle(busy(90 * second));
    await rig.settle();
    expect(await rig.state(refused)).toMatchObject({ status: 'queued' });
    rig.accounts.key = 'key-2';
    rig.engine.accountReady(testAccount.id);
    for (let count = 2; count < 8; count += 1) {
      await rig.clock.advance(second);
      await rig.submit();
    }
    rig.service.posts[2]?.settle(accepted('remote-2'));
    await rig.settle();
    expect(rig.service.mostPosts).toBe(2);
  });

  it('is not asked again sooner because the computer woke', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => busy(90 * second);
    await rig.submit();
    rig.engine.wake();
    await rig.clock.advance(89 * second);
    expect(rig.service.posts.length).toBe(1);
    await rig.clock.advance(10 * second);
    expect(rig.service.posts.length).toBe(2);
  });

  it('is not stored as sent', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => busy(10 * minute);
    const [id = ''] = await rig.submit();
    expect((await rig.stored(id)).task).toMatchObject({ submittedAt: null, estimate: null });
    rig.service.onPost = () => accepted('remote-1');
    await rig.crash();
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });

  it('after the deadline is a refusal: the person may have sent it again meanwhile', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => unknown;
    const [id = ''] = await rig.submit();
    const late = busy(second);
    if (late.kind === 'busy') rig.service.posts[0]?.settleLate(late);
    await rig.clock.advance(minute);
    expect(await rig.state(id)).toMatchObject({ status: 'rejected' });
    expect(rig.service.posts.length).toBe(1);
  });
});

describe('a refusal after the deadline', () => {
  it('is a refusal, and gives the budget its room back', async () => {
    const rig = await openEngineRig();
    rig.price = () => '1';
    rig.budget = { day: null, month: null, total: '1' };
    rig.service.onPost = (count) => (count === 1 ? unknown : accepted('remote-2'));
    const [first = '', next = ''] = await rig.submit(2);
    expect(await rig.state(next)).toMatchObject({ status: 'queued', waitingFor: 'budget' });
    const late = rejected();
    if (late.kind === 'rejected') rig.service.posts[0]?.settleLate(late);
    await rig.settle();
    expect(await rig.state(first)).toMatchObject({ status: 'rejected', said: { message: 'No.' } });
    expect(await rig.state(next)).toMatchObject({ status: 'processing' });
  });

  it('changes nothing once the person has given the task its id', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => unknown;
    const [id = ''] = await rig.submit();
    await rig.engine.attach(id, 'pasted', true);
    const late = rejected();
    if (late.kind === 'rejected') rig.service.posts[0]?.settleLate(late);
    await rig.settle();
    expect(await rig.state(id)).toMatchObject({ status: 'processing', remoteId: 'pasted' });
  });
});

describe('a completed task', () => {
  it.each([1, 2, 3, 4])('whose pictures are listed %d answers later has them', async (empties) => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = (_, count) => (count <= empties ? completed() : completed('https://pictures.test/1.png'));
    await rig.clock.advance(20 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed', imageCount: 1 } }, images: [{ state: { status: 'kept' } }] });
    expect(rig.service.queries.length).toBe(empties + 1);
  });

  it('without pictures five times in a row has none, and a check finds those that come later', async () => {
    const { rig, id } = await openWatchedTask();
    rig.service.onQuery = () => completed();
    await rig.clock.advance(minute);
    expect(rig.service.queries.length).toBe(5);
    expect(await rig.state(id)).toMatchObject({ status: 'completed', imageCount: 0 });
    rig.service.onQuery = () => completed('https://pictures.test/1.png');
    await rig.engine.check(id);
    await rig.clock.advance(5 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed', imageCount: 1 } }, images: [{ state: { status: 'kept' } }] });
  });

  it('at the slow pace is asked in the usual rhythm before it counts as empty', async () => {
    const { rig, id } = await openWatchedTask();
    rig.settings.watchLimitMinutes = 1;
    await rig.clock.advance(2 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'paused' });
    const before = rig.service.queries.length;
    rig.service.onQuery = (_, count) => (count <= before + 2 ? completed() : completed('https://pictures.test/1.png'));
    await rig.clock.advance(7 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'completed', imageCount: 1 });
  });

  it('that lists more than it names is asked a few times more', async () => {
    const { rig, id } = await openWatchedTask();
    const two = completed('https://pictures.test/1.png', 'https://pictures.test/2.png');
    rig.service.onQuery = (_, count) => (count < 3 ? { ...completed('https://pictures.test/1.png'), listed: 2 } as never : two);
    await rig.clock.advance(20 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { imageCount: 2 } }, images: [{ state: { status: 'kept' } }, { state: { status: 'kept' } }] });
    expect(rig.service.queries.length).toBe(3);
  });

  it('that lists more than it names has them after a restart too', async () => {
    const { rig, id } = await openWatchedTask();
    let whole = false;
    rig.service.onQuery = () => (whole ? completed('https://pictures.test/1.png', 'https://pictures.test/2.png') : ({ ...completed('https://pictures.test/1.png'), listed: 2 } as never));
    await rig.clock.advance(5 * second);
    expect((await rig.stored(id)).images).toMatchObject([{ state: { status: 'kept' } }]);
    await rig.crash();
    whole = true;
    await rig.clock.advance(20 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed', imageCount: 2 } }, images: [{ state: { status: 'kept' } }, { state: { status: 'kept' } }] });
  });

  it('that never names what it lists is not asked for ever', async () => {
    const { rig } = await openWatchedTask();
    rig.service.onQuery = () => ({ ...completed('https://pictures.test/1.png'), listed: 2 }) as never;
    await rig.clock.advance(10 * minute);
    expect(rig.service.queries.length).toBe(5);
  });
});

describe('an error beside an unknown word', () => {
  const said = { ...saidNothing, message: 'You were not charged.' };
  const reported = { kind: 'processing', facts: { ...noFacts, statusWord: 'rejected' }, reported: said, answer } as const;

  it('is shown at once, and ends the task after the watch limit', async () => {
    const { rig, id } = await openWatchedTask();
    rig.settings.watchLimitMinutes = 1;
    rig.service.onQuery = () => reported;
    await rig.clock.advance(10 * second);
    expect(rig.changes.at(-1)?.task).toMatchObject({ state: { status: 'processing' }, trouble: { kind: 'reported', said } });
    await rig.clock.advance(2 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'failed', remoteId: 'remote-1', said });
    const queries = rig.service.queries.length;
    await rig.clock.advance(10 * minute);
    expect(rig.service.queries.length).toBe(queries);
    rig.service.onQuery = () => completed('https://pictures.test/1.png');
    await rig.engine.check(id);
    await rig.clock.advance(5 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed' } }, images: [{ state: { status: 'kept' } }] });
  });

  it('at the slow pace ends the task when it comes twice in a row', async () => {
    const { rig, id } = await openWatchedTask();
    rig.settings.watchLimitMinutes = 1;
    await rig.clock.advance(2 * minute);
    const before = rig.service.queries.length;
    rig.service.onQuery = (_, count) => (count === before + 2 ? processing : reported);
    await rig.clock.advance(14 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'paused' });
    await rig.clock.advance(14 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'failed', said });
  });

  it('that progress follows ends nothing', async () => {
    const { rig, id } = await openWatchedTask();
    rig.settings.watchLimitMinutes = 1;
    rig.service.onQuery = (_, count) => (count < 10 ? reported : processing);
    await rig.clock.advance(2 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'paused' });
    rig.service.onQuery = () => failed;
    await rig.clock.advance(10 * minute);
    expect(await rig.state(id)).toMatchObject({ status: 'failed', said: { message: 'No.' } });
  });
});
