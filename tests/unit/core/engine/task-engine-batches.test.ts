import { describe, expect, it, test } from 'vitest';
import { accepted, rejected, unknown } from '../../../support/engine-fakes.ts';
import { diskFull } from '../../../support/task-engine-rig.ts';
import { newBatch, numbered, openStarted, posted, submitBatch } from './batches-rig.ts';

describe('a batch', () => {
  it('is sent in its order, the first task alone', async () => {
    const rig = await openStarted();
    rig.service.onPost = () => null;
    await submitBatch(rig, numbered(10));
    expect(posted(rig)).toEqual(['prompt 0']);
    for (let at = 0; at < 10; at += 1) {
      rig.service.posts[at]?.settle(accepted(`remote-${at}`));
      await rig.settle();
    }
    expect(posted(rig)).toEqual(numbered(10));
  });

  it('keeps its order after a crash', async () => {
    const rig = await openStarted();
    rig.settings.queueStopped = true;
    const { ids } = await submitBatch(rig, numbered(40));
    await rig.crash();
    rig.settings.queueStopped = false;
    rig.engine.queueChanged();
    await rig.settle();
    expect(posted(rig)).toEqual(numbered(40));
    expect(new Set(await Promise.all(ids.map(async (id) => (await rig.state(id)).status)))).toEqual(new Set(['processing']));
  });

  it('is taken once', async () => {
    const rig = await openStarted();
    const { batch, tasks } = newBatch(['p']);
    expect(await rig.engine.submitBatch(batch, tasks)).toHaveLength(1);
    expect(await rig.engine.submitBatch(batch, tasks)).toEqual([]);
    await rig.settle();
    expect(posted(rig)).toEqual(['p']);
  });

  it.each(['beginBatch', 'insertTasks', 'finishBatch'] as const)('leaves nothing half queued when the disk is full at %s', async (method) => {
    const rig = await openStarted();
    let calls = 0;
    // Two writes of tasks: the second fails.
    rig.disk = (called) => (called === method && (calls += 1) === (method === 'insertTasks' ? 2 : 1) ? diskFull : null);
    const { batch, tasks } = newBatch(numbered(150));
    await expect(rig.engine.submitBatch(batch, tasks)).rejects.toThrow('disk-full');
    await rig.settle();
    expect(rig.service.posts).toEqual([]);
    await expect(rig.stored(tasks[0]?.id ?? '')).rejects.toThrow('no task');
    await rig.crash();
    expect(rig.service.posts).toEqual([]);
  });

  it.each([
    ['insertTasks', 'after'],
    ['finishBatch', 'before'],
  ] as const)('is gone after a crash %s %s its last write', async (method, when) => {
    const rig = await openStarted();
    rig.dieAt({ method, when });
    const { ids } = await submitBatch(rig, numbered(50));
    expect(rig.isDead()).toBe(true);
    await rig.crash();
    expect(rig.service.posts).toEqual([]);
    await expect(rig.stored(ids[0] ?? '')).rejects.toThrow('no task');
  });

  test('that is whole on the disk is sent after a crash, once', async () => {
    const rig = await openStarted();
    rig.dieAt({ method: 'finishBatch', when: 'after' });
    await submitBatch(rig, numbered(5));
    expect(rig.service.posts).toEqual([]);
    await rig.crash();
    expect(posted(rig)).toEqual(numbered(5));
    await rig.crash();
    expect(posted(rig)).toHaveLength(5);
  });
});

describe('refusals in a batch', () => {
  it('hold the rest if nothing was accepted before', async () => {
    const rig = await openStarted();
    rig.service.onPost = () => rejected();
    const { batchId } = await submitBatch(rig, numbered(20));
    expect(posted(rig)).toHaveLength(1);
    await rig.crash();
    expect(posted(rig)).toHaveLength(1);
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    await rig.engine.holdBatch(batchId, null);
    await rig.settle();
    expect(posted(rig)).toEqual(numbered(20));
  });

  it('of single prompts hold nothing', async () => {
    const rig = await openStarted();
    rig.service.onPost = (count, { prompt }) => (prompt.endsWith('5') ? rejected() : accepted(`remote-${count}`));
    await submitBatch(rig, numbered(20));
    expect(posted(rig)).toHaveLength(20);
  });

  it('hold the rest after three in a row', async () => {
    const rig = await openStarted();
    rig.settings.concurrentSubmissions = 1;
    rig.service.onPost = (count) => (count < 5 ? accepted(`remote-${count}`) : rejected());
    await submitBatch(rig, numbered(20));
    expect(posted(rig)).toEqual(numbered(7));
  });

  it('do not concern other batches', async () => {
    const rig = await openStarted();
    rig.service.onPost = (count, { prompt }) => (prompt.startsWith('bad') ? rejected() : accepted(`remote-${count}`));
    await submitBatch(rig, numbered(5, 'bad'));
    await submitBatch(rig, numbered(5, 'good'));
    expect(posted(rig)).toEqual(['bad 0', ...numbered(5, 'good')]);
  });
});

describe('the queue', () => {
  it('sends nothing while it is stopped, also after a restart', async () => {
    const rig = await openStarted();
    rig.settings.queueStopped = true;
    const { ids } = await submitBatch(rig, numbered(3));
    await rig.submit(2);
    expect(rig.service.posts).toEqual([]);
    expect(rig.changes.findLast(({ task }) => task.id === ids[0])?.task.state).toMatchObject({ status: 'queued', waitingFor: 'stopped' });
    await rig.restart();
    expect(rig.service.posts).toEqual([]);
    rig.settings.queueStopped = false;
    rig.engine.queueChanged();
    await rig.settle();
    expect(rig.service.posts).toHaveLength(5);
  });

  it('sends batches and single tasks in their order, which may be changed', async () => {
    const rig = await openStarted();
    Object.assign(rig.settings, { queueStopped: true, concurrentSubmissions: 1 });
    const first = await submitBatch(rig, numbered(2, 'first'));
    const [single = ''] = await rig.submit(1);
    const second = await submitBatch(rig, numbered(2, 'second'));
    const place = async (id: string): Promise<number> => (await rig.stored(id)).task.place;
    await rig.engine.move([{ batchId: second.batchId, place: -1 }, { taskId: second.ids[1] ?? '', place: (await place(second.ids[0] ?? '')) - 1 }]);
    await rig.crash();
    rig.settings.queueStopped = false;
    rig.engine.queueChanged();
    await rig.settle();
    expect(posted(rig)).toEqual(['second 1', 'second 0', 'first 0', 'first 1', 'picture 0']);
    expect([first.ids.length, single === '']).toEqual([2, false]);
  });

  it('knows of the tasks of a batch why they wait, although that is not stored', async () => {
    const rig = await openStarted();
    rig.service.onPost = (count) => (count === 1 ? rejected() : accepted(`remote-${count}`));
    const { batchId, ids } = await submitBatch(rig, numbered(4));
    const reasons = async (): Promise<readonly unknown[]> => {
      const stored = await Promise.all(ids.slice(1).map(rig.stored));
      return rig.engine.latest(stored).map(({ task: { state } }) => (state.status === 'queued' ? state.waitingFor : state.status));
    };
    expect(await reasons()).toEqual(Array(3).fill('batch-held'));
    await rig.crash();
    expect(await reasons()).toEqual(Array(3).fill('batch-held'));
    rig.settings.queueStopped = true;
    await rig.engine.holdBatch(batchId, null);
    await rig.settle();
    expect(await reasons()).toEqual(Array(3).fill('stopped'));
    rig.settings.queueStopped = false;
    rig.engine.queueChanged();
    await rig.settle();
    expect(await reasons()).toEqual(Array(3).fill('processing'));
  });

  it('passes over a batch on hold, and sends it when it is released', async () => {
    const rig = await openStarted();
    rig.settings.queueStopped = true;
    const held = await submitBatch(rig, numbered(3, 'held'));
    await submitBatch(rig, numbered(3, 'other'));
    await rig.engine.holdBatch(held.batchId, { by: 'person' });
    await rig.crash();
    rig.settings.queueStopped = false;
    rig.engine.queueChanged();
    await rig.settle();
    expect(posted(rig)).toEqual(numbered(3, 'other'));
    await rig.engine.holdBatch(held.batchId, null);
    await rig.settle();
    expect(posted(rig)).toEqual([...numbered(3, 'other'), ...numbered(3, 'held')]);
  });

  it('sends what a task says after it was edited, and nothing that was dropped', async () => {
    const rig = await openStarted();
    rig.settings.queueStopped = true;
    const { ids } = await submitBatch(rig, numbered(3));
    await rig.engine.edit(ids[1] ?? '', { model: 'm2', prompt: 'another', size: '', quality: '' });
    await rig.engine.withdraw(ids[0] ?? '');
    rig.settings.queueStopped = false;
    rig.engine.queueChanged();
    await rig.settle();
    expect(rig.service.posts.map(({ request }) => [request.model, request.prompt])).toEqual([
      ['m2', 'another'],
      ['m', 'prompt 2'],
    ]);
    await expect(rig.engine.edit(ids[1] ?? '', { model: '', prompt: 'too late', size: '', quality: '' })).rejects.toThrow('wrong-state');
  });

  it('begins with the first task of a batch again if its outcome is unknown', async () => {
    const rig = await openStarted();
    rig.service.onPost = (count) => (count === 1 ? unknown : accepted(`remote-${count}`));
    await submitBatch(rig, numbered(4));
    expect(posted(rig)).toEqual(numbered(4));
  });
});
