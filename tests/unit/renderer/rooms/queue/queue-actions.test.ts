import { beforeEach, describe, expect, test, vi } from 'vitest';
import { noConsoles, noOptions, type Account } from '../../../../../shared/account.ts';
import { ok, type Result } from '../../../../../shared/result.ts';
import type { GenerationRequest, QueueReason, Task } from '../../../../../shared/task.ts';
import { snapshot } from '../../fake-main.ts';
import { sampleTask, withImages } from '../../sample-tasks.ts';
import { sampleBatch } from './sample-batches.ts';

const studio: Account = { id: sampleTask({ status: 'submitting' }).accountId, kind: 'service', name: 'Studio', baseUrl: 'https://api.example.com', key: { status: 'present', keeping: 'session', lastFour: '0000' }, removed: false, consoles: noConsoles, sendingStopped: false, options: noOptions };
const other: GenerationRequest = { model: 'other', prompt: 'a fox', size: '', quality: '' };

let calls: [string, unknown][];
let answers: Partial<Record<string, () => Result<unknown>>>;
beforeEach(() => {
  vi.resetModules();
  calls = [];
  answers = {};
  const answer = (name: string) => (input: unknown) => {
    calls.push([name, input]);
    return Promise.resolve(answers[name]?.() ?? ok(undefined));
  };
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }), addEventListener: () => undefined, api: Object.fromEntries(['tasksEdit', 'queueMove', 'appRemember', 'batchesHold', 'settingsUpdate'].map((name) => [name, answer(name)])) });
});

const inputsOf = (name: string): readonly unknown[] => calls.filter(([called]) => called === name).map(([, input]) => input);

async function load(...tasks: readonly Task[]) {
  const { openTasks } = await import('../../../../../renderer/stores/tasks-store.ts');
  const { useAppStore } = await import('../../../../../renderer/stores/app-store.ts');
  useAppStore.setState({ facts: { ...snapshot, accounts: [studio], settings: { ...snapshot.settings, confirmedAccounts: [studio.id] } } });
  const show = (...now: readonly Task[]): void => openTasks(now.map((task) => withImages(task)));
  show(...tasks);
  return {
    show,
    ...(await import('../../../../../renderer/rooms/queue/queue-actions.ts')),
    ...(await import('../../../../../renderer/stores/undo.ts')),
    ...(await import('../../../../../renderer/stores/compose/submit.ts')),
  };
}

describe('undoing an edit', () => {
  const queued = (waitingFor: QueueReason): Task => sampleTask({ status: 'queued', waitingFor });

  test.each<readonly [QueueReason, boolean]>([
    ['price', true],
    ['budget', true],
    ['references', true],
    ['turn', false],
    ['held', false],
  ])('of a task that waits for “%s”: asks first = %s', async (waitingFor, asks) => {
    const task = queued(waitingFor);
    const { show, editTask, undoLatest, useSubmissionQuestion, answerSubmission } = await load(task);
    await editTask(task, other);
    show({ ...task, request: other });
    const undone = undoLatest();
    if (asks) {
      await vi.waitFor(() => expect(useSubmissionQuestion.getState().question).toMatchObject({ count: 1, uncancels: true, submissions: [{ request: task.request }] }));
      answerSubmission(false);
      await undone;
      expect(inputsOf('tasksEdit'), 'declined').toHaveLength(1);
      return;
    }
    await undone;
    expect(inputsOf('tasksEdit')).toEqual([{ taskId: task.id, request: other }, { taskId: task.id, request: task.request }]);
  });

  test('does not take back a later edit, and nothing of a task that was sent', async () => {
    const task = queued('turn');
    const { show, editTask, undoLatest } = await load(task);
    await editTask(task, other);
    show({ ...task, request: { ...other, size: 'later' } });
    await undoLatest();
    await editTask(task, other);
    show({ ...task, request: other, state: { status: 'submitting' } });
    await undoLatest();
    expect(inputsOf('tasksEdit')).toHaveLength(2);
  });
});

test('rows are moved in one call, and moved back in one call', async () => {
  const tasks = [1, 2, 3].map((place) => ({ ...sampleTask({ status: 'queued', waitingFor: 'turn' }), place }));
  const { orderWith, moveTo, undoLatest } = await load(...tasks);
  const [first, second, third] = tasks;
  const order = orderWith(third?.id ?? '');
  if (!order || !first || !second || !third) return expect.fail('no order');
  await moveTo(order, new Set([second.id, third.id]), first.id);
  await undoLatest();
  const [there, back, ...more] = inputsOf('queueMove') as { readonly moves: readonly { readonly taskId: string; readonly place: number }[] }[];
  expect(more).toEqual([]);
  expect(there?.moves.map(({ taskId }) => taskId)).toEqual([second.id, third.id]);
  expect(back?.moves).toEqual([{ taskId: second.id, place: 2 }, { taskId: third.id, place: 3 }]);
});

test('a move that main refuses leaves nothing to undo', async () => {
  const tasks = [1, 2].map((place) => ({ ...sampleTask({ status: 'queued', waitingFor: 'turn' }), place }));
  const { orderWith, moveTo, actsSoFar } = await load(...tasks);
  answers['queueMove'] = () => ({ ok: false, error: { code: 'disk-full' } });
  const order = orderWith(tasks[1]?.id ?? '');
  if (!order) return expect.fail('no order');
  await moveTo(order, new Set([tasks[1]?.id ?? '']), tasks[0]?.id ?? null);
  expect(actsSoFar()).toEqual([]);
});

describe('a key that takes paid tasks off hold', () => {
  const batchId = '44444444-4444-4444-8444-444444444444';
  const hold = { at: 1, by: 'person' } as const;
  const waiting = (waitingFor: QueueReason, more: Partial<Task> = {}): Task => sampleTask({ status: 'queued', waitingFor }, more);

  async function loadHeld(queueStopped: boolean, ...tasks: readonly Task[]) {
    const loaded = await load(...tasks);
    const { changeFacts } = await import('../../../../../renderer/stores/app-store.ts');
    const batch = sampleBatch(batchId, { queued: 1 }, { hold });
    changeFacts({ batches: [batch], settings: { ...snapshot.settings, confirmedAccounts: [studio.id], queueStopped } });
    return { ...loaded, batch, asked: () => loaded.useSubmissionQuestion.getState().question };
  }

  test('asks before a batch goes on, with its number; a click on the button does not', async () => {
    const { batch, holdBatch, answerSubmission, asked } = await loadHeld(false, waiting('batch-held', { batchId }));
    const declined = holdBatch(batch, false, { byKey: true });
    expect(asked()).toMatchObject({ count: 1, unholds: 'batch' });
    answerSubmission(false);
    await declined;
    expect(inputsOf('batchesHold')).toEqual([]);
    await holdBatch(batch, false);
    expect(inputsOf('batchesHold')).toEqual([{ batchId, held: false }]);
  });

  test('asks before the whole queue goes on, about what is then sent', async () => {
    const { toggleHoldByKey, answerSubmission, asked } = await loadHeld(true, waiting('stopped'), waiting('held'), waiting('batch-held', { batchId }));
    const declined = toggleHoldByKey();
    expect(asked()).toMatchObject({ count: 1, unholds: 'queue' });
    answerSubmission(false);
    await declined;
    expect(inputsOf('settingsUpdate')).toEqual([]);
    const agreed = toggleHoldByKey();
    answerSubmission(true);
    await agreed;
    expect(inputsOf('settingsUpdate')).toEqual([{ queueStopped: false }]);
  });

  test('asks nothing before it holds', async () => {
    const { toggleHoldByKey } = await loadHeld(false, waiting('turn'));
    await toggleHoldByKey();
    expect(inputsOf('settingsUpdate')).toEqual([{ queueStopped: true }]);
  });
});
