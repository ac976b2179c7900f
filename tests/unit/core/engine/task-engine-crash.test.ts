import { describe, expect, it } from 'vitest';
import type { Task } from '../../../../shared/task.ts';
import { accepted, completed, processing } from '../../../support/engine-fakes.ts';
import { openEngineRig, type DeathPoint } from '../../../support/task-engine-rig.ts';

const second = 1_000;

const isState = (status: string) => (argument: unknown): boolean => (argument as Task).state.status === status;

/**
 * The process ends at each point of the way of a prompt (design, "How a prompt becomes a picture"); a new one starts on
 * the same file. `posts`: how often the service was asked to make the picture in the end, over both lives.
 */
const points: readonly { readonly name: string; readonly at: DeathPoint; readonly posts: number; readonly ends: string }[] = [
  { name: 'before the intent is on disk', at: { method: 'insertTasks', when: 'before' }, posts: 0, ends: 'nothing' },
  { name: 'with the intent on disk', at: { method: 'insertTasks', when: 'after' }, posts: 1, ends: 'completed' },
  { name: 'before `submitting` is on disk', at: { method: 'saveTask', when: 'before', matches: isState('submitting') }, posts: 1, ends: 'completed' },
  { name: 'with `submitting` on disk, nothing sent', at: { method: 'saveTask', when: 'after', matches: isState('submitting') }, posts: 0, ends: 'unknown' },
  { name: 'with the id in hand, not on disk', at: { method: 'saveTask', when: 'before', matches: isState('processing') }, posts: 1, ends: 'unknown' },
  { name: 'with the id on disk', at: { method: 'saveTask', when: 'after', matches: isState('processing') }, posts: 1, ends: 'completed' },
  { name: 'before the completion is on disk', at: { method: 'saveCompletion', when: 'before' }, posts: 1, ends: 'completed' },
  { name: 'with the completion on disk', at: { method: 'saveCompletion', when: 'after' }, posts: 1, ends: 'completed' },
  { name: 'with the file in the library, its row not on disk', at: { method: 'saveImage', when: 'before' }, posts: 1, ends: 'completed' },
  { name: 'with the row of the picture on disk', at: { method: 'saveImage', when: 'after' }, posts: 1, ends: 'completed' },
];

describe('a process that ends', () => {
  it.each(points)('$name', async ({ at, posts, ends }) => {
    const rig = await openEngineRig();
    rig.service.onQuery = (_, count) => (count === 1 ? processing : completed('https://pictures.test/1.png'));
    await rig.engine.start();
    rig.dieAt(at);
    const [id = ''] = await rig.submit();
    await rig.clock.advance(20 * second);
    expect(rig.isDead()).toBe(true);

    await rig.crash();
    await rig.clock.advance(60 * second);
    await rig.crash();
    await rig.clock.advance(3_600 * second);
    expect(rig.service.posts.length).toBe(posts);
    if (ends === 'nothing') {
      await expect(rig.stored(id)).rejects.toThrow('no task');
    } else {
      expect(await rig.state(id)).toMatchObject({ status: ends });
      if (ends === 'completed') expect(await rig.stored(id)).toMatchObject({ images: [{ state: { status: 'kept' } }] });
      if (ends === 'unknown') expect(await rig.state(id)).toMatchObject({ reason: 'stopped-while-sending' });
    }
  });

  it('while the service handles the POST', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => null;
    const ids = await rig.submit(7);
    // Only once the service has accepted one.
    expect(rig.service.posts.length).toBe(1);
    rig.service.posts[0]?.settle(accepted('remote-1'));
    await rig.settle();
    expect(rig.service.posts.length).toBe(5);
    // The service may have accepted those that were being sent. The others are sent now, for the first time.
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    await rig.crash();
    await rig.clock.advance(60 * second);
    const ended = await Promise.all(ids.map(async (id) => (await rig.state(id)).status));
    expect(ended).toEqual(['processing', 'unknown', 'unknown', 'unknown', 'unknown', 'processing', 'processing']);
    expect(rig.service.posts.length).toBe(7);
    expect(new Set(rig.service.posts.map(({ request }) => request.prompt)).size).toBe(rig.service.posts.length);
  });
});

describe('a process that ends again and again', () => {
  it('while many tasks are in every state, over and over: no prompt is sent twice, no id is lost', async () => {
    const rig = await openEngineRig();
    const ids: string[] = [];
    let kill = 0;
    const methods = ['insertTasks', 'saveTask', 'saveCompletion', 'saveImage'] as const;
    let count = 0;
    rig.service.onQuery = (remoteId, nth) => (nth < 1 + (Number(remoteId.slice(7)) % 4) ? processing : completed(`https://pictures.test/${remoteId}.png`));
    for (let round = 0; round < 15; round += 1) {
      let skip = round % 5;
      rig.dieAt({
        method: methods[round % methods.length] ?? 'saveTask',
        when: round % 2 === 0 ? 'before' : 'after',
        matches: () => skip-- === 0,
      });
      const requests = rig.service.posts.length;
      const submitted = await rig.submit(3).catch(() => []);
      ids.push(...submitted);
      count += rig.service.posts.length - requests;
      await rig.clock.advance(((round * 7) % 11) * second);
      kill += rig.isDead() ? 1 : 0;
      await rig.crash();
    }
    await rig.clock.advance(600 * second);
    expect(kill).toBeGreaterThan(5);
    expect(count).toBeGreaterThan(15);
    const found = await Promise.all(ids.map((id) => rig.stored(id).catch(() => null)));
    const known = new Set(found.flatMap((entry) => (entry && 'remoteId' in entry.task.state ? [entry.task.state.remoteId] : [])));
    const lost = rig.service.posts.length - known.size;
    const unknown = found.filter((entry) => entry?.task.state.status === 'unknown').length;
    // An id is missing only if the process died between POST and commit, and then the task is unknown.
    expect(lost).toBeLessThanOrEqual(unknown);
    expect(found.filter((entry) => entry !== null).every((entry) => ['completed', 'unknown'].includes(entry.task.state.status))).toBe(true);
    expect(rig.service.posts.length).toBeLessThanOrEqual(found.filter((entry) => entry !== null).length);
  }, 300_000);
});
