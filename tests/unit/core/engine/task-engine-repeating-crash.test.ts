import { describe, expect, it } from 'vitest';
import { accepted, completed } from '../../../support/engine-fakes.ts';
import { isState, openEngineRig, type DeathPoint } from '../../../support/task-engine-rig.ts';
import { keysSent, minute, openUnknown, pass, second } from './repeating-rig.ts';

/** A process that ends while a task is sent again with its key. */

/** The process ends around the repetition. `posts`: in the end, the first one included. */
const deaths: readonly { readonly name: string; readonly at: DeathPoint; readonly posts: number }[] = [
  { name: 'before the repetition is on disk', at: { method: 'saveTask', when: 'before', matches: isState('submitting') }, posts: 2 },
  { name: 'with the repetition on disk, nothing sent', at: { method: 'saveTask', when: 'after', matches: isState('submitting') }, posts: 2 },
  { name: 'with the id in hand, not on disk', at: { method: 'saveTask', when: 'before', matches: isState('processing') }, posts: 3 },
  { name: 'with the id on disk', at: { method: 'saveTask', when: 'after', matches: isState('processing') }, posts: 2 },
];

describe('a process that ends', () => {
  it.each(deaths)('$name', async ({ at, posts }) => {
    const { rig, id } = await openUnknown();
    rig.service.onPost = () => accepted('remote-1');
    rig.dieAt(at);
    await rig.clock.advance(10 * second);
    expect(rig.isDead()).toBe(true);
    await rig.crash();
    await pass(rig, 10 * minute);
    expect(rig.service.posts.length).toBe(posts);
    expect(new Set(keysSent(rig)).size).toBe(1);
    expect(await rig.state(id)).toMatchObject({ status: 'completed', remoteId: 'remote-1' });
  });

  it('during the first POST: the next start asks again by itself', async () => {
    const rig = await openEngineRig();
    rig.repeats = { hours: 24 };
    rig.service.onQuery = () => completed('https://pictures.test/1.png');
    rig.service.onPost = () => null;
    await rig.engine.start();
    const [id = ''] = await rig.submit();
    rig.service.onPost = () => accepted('remote-1');
    await rig.crash();
    expect(await rig.state(id)).toMatchObject({ status: 'unknown', reason: 'stopped-while-sending' });
    await rig.clock.advance(20 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'completed', remoteId: 'remote-1' });
    expect(new Set(keysSent(rig)).size).toBe(1);
  });

  it('in good order: a repetition under way gets its outcome', async () => {
    const { rig, id } = await openUnknown();
    rig.service.onPost = () => null;
    await rig.clock.advance(6 * second);
    expect(rig.engine.isSubmitting()).toBe(true);
    const closing = rig.engine.close();
    rig.service.posts.at(-1)?.settle(accepted('remote-1'));
    await rig.clock.advance(2 * second);
    await closing;
    expect(await rig.state(id)).toMatchObject({ status: 'processing', remoteId: 'remote-1' });
  });
});
