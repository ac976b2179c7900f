import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appCodeOf } from '../../../support/app-code.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { accepted, rejected, unknown } from '../../../support/engine-fakes.ts';
import { diskFull, isState, openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';

const second = 1_000;

const refusing = (rig: EngineRig, method: string, status: string): void => {
  rig.disk = (called, argument) => (called === method && isState(status)(argument) ? diskFull : null);
};

describe('on a full disk', () => {
  it('an intent that cannot be written is refused and not sent', async () => {
    const rig = await openEngineRig();
    rig.disk = (method) => (method === 'insertTasks' ? diskFull : null);
    expect(await appCodeOf(rig.submit())).toBe('disk-full');
    await rig.clock.advance(60 * second);
    expect(rig.service.posts.length).toBe(0);
    expect(rig.changes).toEqual([]);
  });

  it('nothing is sent before it is stored as `submitting`; later it is sent by itself', async () => {
    const rig = await openEngineRig();
    refusing(rig, 'saveTask', 'submitting');
    const ids = await rig.submit(3);
    await rig.clock.advance(600 * second);
    expect(rig.service.posts.length).toBe(0);
    for (const id of ids) expect(await rig.state(id)).toEqual({ status: 'queued', waitingFor: 'disk' });
    rig.disk = () => null;
    await rig.clock.advance(60 * second);
    expect(rig.service.posts.length).toBe(3);
    for (const id of ids) expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });

  it('an id that cannot be written is shown, watched, and written as soon as there is room', async () => {
    const rig = await openEngineRig();
    rig.disk = (method, argument) => (method !== 'insertTasks' && !isState('submitting')(argument) ? diskFull : null);
    const [first = '', other = ''] = await rig.submit(2);
    expect(rig.notices.get('id-not-saved')).toBe('remote-1, remote-2');
    expect(await rig.state(first)).toEqual({ status: 'submitting' });
    await rig.clock.advance(300 * second);
    expect(rig.service.queries.length).toBeGreaterThan(50);
    const tries = rig.calls.filter(({ method }) => method === 'saveTask').length;
    expect(tries).toBeLessThan(40);
    rig.disk = () => null;
    await rig.clock.advance(60 * second);
    expect(rig.notices.has('id-not-saved')).toBe(false);
    expect(await rig.state(first)).toMatchObject({ status: 'processing', remoteId: 'remote-1' });
    expect(await rig.state(other)).toMatchObject({ status: 'processing', remoteId: 'remote-2' });
    expect(rig.service.posts.length).toBe(2);
  });

  it('an id is written with the next change of its task', async () => {
    const rig = await openEngineRig();
    rig.disk = (method, argument) => (method === 'saveTask' && isState('processing')(argument) ? diskFull : null);
    const [id = ''] = await rig.submit();
    await rig.engine.stop(id);
    expect(rig.notices.has('id-not-saved')).toBe(false);
    expect(await rig.state(id)).toMatchObject({ status: 'paused', remoteId: 'remote-1' });
  });

  it('an id is written on closing, if there is room by then', async () => {
    const rig = await openEngineRig();
    refusing(rig, 'saveTask', 'processing');
    const [id = ''] = await rig.submit();
    rig.disk = () => null;
    await rig.engine.close();
    expect(await rig.state(id)).toMatchObject({ status: 'processing', remoteId: 'remote-1' });
  });

  it('a second id of one submission is kept in memory too', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => unknown;
    const [id = ''] = await rig.submit();
    await rig.engine.attach(id, 'pasted-1', true);
    rig.disk = () => diskFull;
    rig.service.posts[0]?.settleLate(accepted('late-1'));
    await rig.settle();
    expect(rig.notices.get('id-not-saved')).toBe('late-1');
    rig.disk = () => null;
    await rig.clock.advance(20 * second);
    expect(rig.notices.size).toBe(0);
    await rig.crash();
    await rig.clock.advance(10 * second);
    expect(new Set(rig.service.queries.slice(-3).map(({ remoteId }) => remoteId))).toContain('late-1');
  });

  it('a refusal that cannot be written is not forgotten', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => rejected();
    refusing(rig, 'saveTask', 'rejected');
    const [id = ''] = await rig.submit();
    expect(rig.notices.size).toBe(0);
    rig.disk = () => null;
    await rig.clock.advance(60 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'rejected' });
  });

  it("a person's action that the disk refuses has no effect", async () => {
    const rig = await openEngineRig();
    const [id = ''] = await rig.submit();
    rig.disk = () => diskFull;
    expect(await appCodeOf(rig.engine.stop(id))).toBe('disk-full');
    expect(await appCodeOf(rig.engine.addById(randomUUID(), testAccount.id, 'pasted', '', true))).toBe('disk-full');
    rig.disk = () => null;
    await rig.clock.advance(4 * second);
    expect(rig.service.queries.map(({ remoteId }) => remoteId)).toEqual(['remote-1']);
  });
});
