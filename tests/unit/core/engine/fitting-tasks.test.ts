import { expect, it } from 'vitest';
import { candidatesFor } from '../../../../electron/core/engine/fitting-tasks.ts';
import type { ServiceTask } from '../../../../shared/service-task.ts';
import { accepted, unknown } from '../../../support/engine-fakes.ts';
import { openEngineRig } from '../../../support/task-engine-rig.ts';

const minute = 60_000;
const sentAt = 1_800_000_000_000;
const task = { request: { model: 'm', prompt: 'a red fox in the snow', size: '', quality: '' }, submittedAt: sentAt, createdAt: sentAt };
const listed = (remoteId: string, more: Partial<ServiceTask> = {}): ServiceTask => ({ remoteId, status: null, model: 'm', prompt: task.request.prompt, createdAt: sentAt + 1000, ...more });
const order = (...tasks: readonly ServiceTask[]): readonly string[] => candidatesFor(task, tasks).map(({ remoteId }) => remoteId);

it('puts the same prompt first, then what was made soon after, then the same model', () => {
  const ranked = [
    listed('the one'),
    listed('another model', { model: 'other' }),
    listed('an hour later', { createdAt: sentAt + 70 * minute }),
    listed('no prompt stated', { prompt: null }),
    listed('another prompt', { prompt: 'a wolf' }),
    listed('before it was sent', { createdAt: sentAt - 60 * minute, prompt: 'a wolf' }),
  ];
  expect(order(...ranked.toReversed())).toEqual(ranked.map(({ remoteId }) => remoteId));
});

it('takes the nearest in time of those that fit alike', () => {
  expect(order(listed('far', { createdAt: sentAt + 3 * minute }), listed('near', { createdAt: sentAt + 500 }), listed('never', { createdAt: null }))).toEqual(['near', 'far', 'never']);
});

it('knows a prompt that the service shortens or lays out differently', () => {
  expect(order(listed('other', { prompt: 'a red fox in the rain' }), listed('short', { prompt: 'A red fox in the  snow' }))[0]).toBe('short');
  expect(order(listed('other', { prompt: 'a wolf' }), listed('short', { prompt: 'a red fox in the sno…' }))[0]).toBe('short');
});

it('gives ten at most', () => {
  expect(order(...Array.from({ length: 40 }, (_, at) => listed(String(at))))).toHaveLength(10);
});

it('leaves out the ids that this computer knows, and says if there is no list or no key', async () => {
  const rig = await openEngineRig();
  rig.service.onPost = (count) => (count === 1 ? accepted('known') : unknown);
  await rig.engine.start();
  const [, id = ''] = await rig.submit(2);
  await expect(rig.engine.candidates(id)).rejects.toThrow('tasks-not-listed');
  rig.service.onList = () => [listed('known'), listed('new')];
  expect((await rig.engine.candidates(id)).map(({ remoteId }) => remoteId)).toEqual(['new']);
  rig.accounts.key = null;
  await expect(rig.engine.candidates(id)).rejects.toThrow('key-missing');
});
