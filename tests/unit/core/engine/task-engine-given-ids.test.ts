import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appCode } from '../../../support/app-code.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { completed } from '../../../support/engine-fakes.ts';
import { openEngineRig, openWatchedTask } from '../../../support/task-engine-rig.ts';

const second = 1_000;

describe('a person', () => {
  it('adds a task from elsewhere by its id: it is watched, and nothing is sent', async () => {
    const rig = await openEngineRig();
    const id = randomUUID();
    expect(await rig.engine.addById(id, testAccount.id, 'elsewhere-1', 'a fox')).toBe(id);
    expect(await rig.engine.addById(id, testAccount.id, 'elsewhere-1', 'a fox')).toBe(id);
    rig.service.onQuery = () => completed('https://pictures.test/1.png');
    await rig.clock.advance(4 * second);
    expect(await rig.stored(id)).toMatchObject({
      task: { adopted: true, submittedAt: null, request: { prompt: 'a fox' }, state: { status: 'completed' } },
      images: [{ state: { status: 'kept' } }],
    });
    expect(rig.service.posts.length).toBe(0);
  });

  it('cannot give one id to two tasks', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => ({ kind: 'unknown', reason: 'connection-lost', said: { httpStatus: null, code: null, message: null }, answer: null });
    const [first = '', other = ''] = await rig.submit(2);
    const outcomes = await Promise.allSettled([
      rig.engine.attach(first, 'pasted'),
      rig.engine.attach(other, 'pasted'),
      rig.engine.addById(randomUUID(), testAccount.id, 'pasted', ''),
    ]);
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : appCode(one.reason))).sort()).toEqual(['done', 'id-known', 'id-known']);
  });

  it('gets an error if an action does not apply', async () => {
    const { rig, id } = await openWatchedTask();
    for (const call of [rig.engine.withdraw(id), rig.engine.dismiss(id), rig.engine.attach(id, 'x')]) {
      expect(await call.catch(appCode)).toBe('wrong-state');
    }
    expect(await rig.engine.check(randomUUID()).catch(appCode)).toBe('not-found');
  });
});
