import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AttachedReferences } from '../../../../electron/core/engine/submission/attached-references.ts';
import type { GenerationRequest, PictureReference, TaskId } from '../../../../shared/task.ts';
import { notSent } from '../../../support/engine-fakes.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { isState, openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';
import { numbered, posted, submitBatch } from './batches-rig.ts';

const fox: PictureReference = { kind: 'file', sha256: 'a'.repeat(64), type: 'png', bytes: 3, name: 'fox.png' };
const withFox = (prompt: string): GenerationRequest => ({ model: 'm', prompt, size: '', quality: '', references: [fox] });
const plain = (prompt: string): GenerationRequest => ({ model: 'm', prompt, size: '', quality: '' });
const attachedFox: AttachedReferences = { field: { name: 'image', json: [Buffer.from('"fox"')] }, isCurrent: () => true };

async function submit(rig: EngineRig, ...requests: readonly GenerationRequest[]): Promise<readonly TaskId[]> {
  const tasks = requests.map((request) => ({ id: randomUUID(), accountId: testAccount.id, request, retryOf: null }));
  await rig.engine.submit(tasks);
  await rig.settle();
  return tasks.map(({ id }) => id);
}

const shown = (rig: EngineRig, id: TaskId): unknown => rig.changes.findLast(({ task }) => task.id === id)?.task.state;

describe('a task with reference pictures', () => {
  it('is sent with them, and others without', async () => {
    const rig = await openEngineRig();
    rig.attach = () => Promise.resolve(attachedFox);
    await rig.engine.start();
    await submit(rig, withFox('with'), plain('without'), { ...plain('with none'), references: [] });
    expect(Object.fromEntries(rig.service.posts.map(({ request, references }) => [request.prompt, references?.name ?? null]))).toEqual({ with: 'image', without: null, 'with none': null });
  });

  it('waits while they cannot be attached, lets others pass, and is tried again', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 1;
    await rig.engine.start();
    const [id = ''] = await submit(rig, withFox('with'), plain('one'), plain('two'));
    expect(posted(rig)).toEqual(['one', 'two']);
    expect(shown(rig, id)).toEqual({ status: 'queued', waitingFor: 'references' });
    // Nothing that happened meanwhile makes it go without them.
    await rig.clock.advance(3_600_000);
    const occasions: readonly (() => void | Promise<void>)[] = [
      () => rig.engine.wake(),
      () => rig.engine.moneyChanged(testAccount.id),
      () => rig.engine.referencesChanged(),
      () => rig.engine.libraryChanged(),
      () => rig.restart(),
      () => rig.crash(),
    ];
    for (const occasion of occasions) {
      await occasion();
      await rig.settle();
      expect(posted(rig)).toEqual(['one', 'two']);
      expect(await rig.state(id)).toEqual({ status: 'queued', waitingFor: 'references' });
    }
    rig.attach = () => Promise.reject(new Error('no thread'));
    rig.engine.wake();
    await rig.settle();
    expect(posted(rig)).toEqual(['one', 'two']);
    rig.attach = () => Promise.resolve(attachedFox);
    rig.engine.referencesChanged();
    await rig.settle();
    expect(rig.service.posts.at(-1)).toMatchObject({ request: { prompt: 'with' }, references: attachedFox.field });
  });

  it('is read before anything is committed as being sent, and again for a second attempt', async () => {
    const rig = await openEngineRig();
    const order: string[] = [];
    rig.attach = () => {
      order.push('attached');
      return Promise.resolve(attachedFox);
    };
    rig.disk = (method, argument) => {
      if (method === 'saveTask' && isState('submitting')(argument)) order.push('submitting');
      return null;
    };
    rig.service.onPost = (count) => (count === 1 ? notSent : null);
    await rig.engine.start();
    await submit(rig, withFox('with'));
    await rig.clock.advance(60_000);
    expect(order).toEqual(['attached', 'submitting', 'attached', 'submitting']);
    expect(rig.service.posts.map(({ references }) => references)).toEqual([attachedFox.field, attachedFox.field]);
  });

  it('is not sent with the field that the account had a moment before', async () => {
    const rig = await openEngineRig();
    let asked = 0;
    rig.attach = () => {
      asked += 1;
      const current = asked > 1;
      return Promise.resolve({ ...attachedFox, field: { ...attachedFox.field, name: `field ${asked}` }, isCurrent: () => current });
    };
    await rig.engine.start();
    await submit(rig, withFox('with'));
    expect(rig.service.posts.map(({ references }) => references?.name)).toEqual(['field 2']);
  });

  it('is not sent as it was if it is edited or cancelled while they are read', async () => {
    const rig = await openEngineRig();
    const reads: ((attached: AttachedReferences) => void)[] = [];
    rig.attach = () => new Promise((resolve) => reads.push(resolve));
    await rig.engine.start();
    const [edited = '', cancelled = ''] = await submit(rig, withFox('to be edited'), withFox('to be cancelled'));
    await rig.engine.edit(edited, { ...withFox('edited'), references: [fox, { ...fox, sha256: 'b'.repeat(64) }] });
    await rig.engine.withdraw(cancelled);
    for (let at = 0; at < 3; at += 1) {
      reads.forEach((read) => read(attachedFox));
      await rig.settle();
    }
    expect(posted(rig)).toEqual(['edited']);
    expect((await rig.stored(edited)).task.request.references).toHaveLength(2);
  });

  it('is never sent without them if the process dies at any step', async () => {
    for (const when of ['before', 'after'] as const) {
      const rig = await openEngineRig();
      rig.attach = () => Promise.resolve(attachedFox);
      await rig.engine.start();
      rig.dieAt({ method: 'saveTask', when, matches: isState('submitting') });
      await submit(rig, withFox('with'));
      expect(rig.service.posts).toEqual([]);
      rig.attach = () => Promise.resolve(null);
      await rig.crash();
      rig.attach = () => Promise.resolve(attachedFox);
      rig.engine.wake();
      await rig.settle();
      // Killed before the commit, it is sent later, with them; after it, nobody knows.
      expect(rig.service.posts.map(({ references }) => references?.name)).toEqual(when === 'before' ? ['image'] : []);
    }
  });

  it('that is being read while the app quits waits for its turn at the next start', async () => {
    const rig = await openEngineRig();
    const reads: ((attached: null) => void)[] = [];
    rig.attach = () => new Promise((resolve) => reads.push(resolve));
    await rig.engine.start();
    const [id = ''] = await submit(rig, withFox('with'));
    const closing = rig.engine.close();
    reads.forEach((read) => read(null));
    await rig.clock.advance(2_000);
    await closing;
    expect([rig.service.posts, await rig.state(id)]).toEqual([[], { status: 'queued', waitingFor: 'turn' }]);
  });

  it('of a batch does not hold the rest', async () => {
    const rig = await openEngineRig();
    const lost: PictureReference = { ...fox, sha256: 'b'.repeat(64) };
    rig.attach = (_account, { references }) => Promise.resolve(references?.includes(lost) ? null : attachedFox);
    await rig.engine.start();
    const { ids } = await submitBatch(rig, [{ ...withFox('lost'), references: [lost] }, ...['one', 'two', 'three'].map((prompt) => withFox(prompt))]);
    expect(posted(rig).toSorted()).toEqual(['one', 'three', 'two']);
    expect(shown(rig, ids[0] ?? '')).toEqual({ status: 'queued', waitingFor: 'references' });
  });

  it('finds out for all that have the same references, so that others need not wait for thousands of attempts, and one tries again for them', async () => {
    const rig = await openEngineRig();
    let attempts = 0;
    rig.attach = () => {
      attempts += 1;
      return Promise.resolve(null);
    };
    rig.settings.concurrentSubmissions = 1;
    await rig.engine.start();
    const foxes = numbered(40, 'fox');
    const { ids } = await submitBatch(rig, foxes.map((prompt) => withFox(prompt)));
    await submit(rig, plain('behind them'));
    expect(attempts).toBe(1);
    expect(posted(rig)).toEqual(['behind them']);
    expect(ids.map((id) => shown(rig, id))).toEqual(ids.map(() => ({ status: 'queued', waitingFor: 'references' })));
    await rig.clock.advance(600_000);
    expect(attempts).toBe(3);
    // The disk is back, which nobody tells.
    rig.attach = () => Promise.resolve(attachedFox);
    await rig.clock.advance(300_000);
    await rig.settle();
    expect(posted(rig).toSorted()).toEqual(['behind them', ...foxes].toSorted());
    expect(rig.service.posts.every(({ request, references }) => (references?.name === 'image') === (request.references !== undefined))).toBe(true);
  });

  it('is tried again although the one that was to try for it is cancelled or its batch is held', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 1;
    await rig.engine.start();
    const { batchId } = await submitBatch(rig, numbered(2, 'of a batch').map((prompt) => withFox(prompt)));
    const [cancelled = ''] = await submit(rig, withFox('to be cancelled'), withFox('to be sent'));
    await rig.engine.holdBatch(batchId, { by: 'person' });
    const reads: ((attached: AttachedReferences) => void)[] = [];
    rig.attach = () => new Promise((resolve) => reads.push(resolve));
    rig.engine.referencesChanged();
    await rig.settle();
    await rig.engine.withdraw(cancelled);
    rig.attach = () => Promise.resolve(attachedFox);
    reads.forEach((read) => read(attachedFox));
    await rig.settle();
    expect(posted(rig)).toEqual(['to be sent']);
    await rig.engine.holdBatch(batchId, null);
    await rig.settle();
    expect(posted(rig)).toEqual(['to be sent', 'of a batch 0', 'of a batch 1']);
  });
});
