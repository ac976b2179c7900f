import { beforeEach, describe, expect, test, vi } from 'vitest';
import { noConsoles, noOptions, type Account } from '../../../../../shared/account.ts';
import { noBudget } from '../../../../../shared/money/budget.ts';
import { ok, type Result } from '../../../../../shared/result.ts';
import type { GenerationRequest, QueueReason, Task } from '../../../../../shared/task.ts';
import { snapshot } from '../../fake-main.ts';
import { sampleTask, withImages } from '../../sample-tasks.ts';
import { submissionQuestion } from '../../submission-question.ts';

const studio: Account = { id: sampleTask({ status: 'submitting' }).accountId, kind: 'service', name: 'Studio', baseUrl: 'https://api.example.com', key: { status: 'present', keeping: 'session', lastFour: '0000' }, removed: false, consoles: noConsoles, sendingStopped: false, options: { ...noOptions, budget: { ...noBudget, total: '1' } } };
const other: GenerationRequest = { model: 'other', prompt: 'a fox', size: '', quality: '' };

let calls: [string, unknown][];
let answers: Partial<Record<string, () => Result<unknown>>>;
beforeEach(() => {
  vi.resetModules();
  calls = [];
  answers = { spendingSpent: () => ok({ day: '0', month: '0', total: '0' }), tasksEdit: () => ok({ token: 'edit' }), queueMove: () => ok({ token: 'move' }), undoRun: () => ok({ came: 'done', count: 1, left: 0, kept: 0 }) };
  const answer = (name: string) => (input: unknown) => {
    calls.push([name, input]);
    return Promise.resolve(answers[name]?.() ?? ok(undefined));
  };
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }), addEventListener: () => undefined, api: Object.fromEntries(['tasksEdit', 'queueMove', 'undoRun', 'appRemember', 'spendingSpent'].map((name) => [name, answer(name)])) });
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
    ...(await import('../../../../../renderer/parts/tasks/batch-actions.ts')),
    ...(await import('../../../../../renderer/stores/undo.ts')),
    ...(await submissionQuestion()),
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
    const { show, editTask, undoLatest, askedNow, answerSubmission } = await load(task);
    await editTask(task, other);
    const edited = { ...task, request: other };
    show(edited);
    // Main does not always know what a task waits for.
    answers['undoRun'] = () => ok({ came: 'asks', question: { kind: 'request', task: { ...edited, state: { status: 'queued', waitingFor: 'turn' } }, request: task.request } });
    const undone = undoLatest();
    if (asks) {
      await vi.waitFor(() => expect(askedNow()).toMatchObject({ count: 1, uncancels: true, submissions: [{ request: task.request }] }));
      answerSubmission(false);
    }
    await undone;
    expect(inputsOf('undoRun')).toEqual([false, true].slice(0, asks ? 1 : 2).map((agreed) => ({ token: 'edit', what: 'undo', agreed })));
  });
});

test('rows are moved in one call, and moved back by its token', async () => {
  const tasks = [1, 2, 3].map((place) => ({ ...sampleTask({ status: 'queued', waitingFor: 'turn' }), place }));
  const { orderWith, moveTo, undoLatest } = await load(...tasks);
  const [first, second, third] = tasks;
  const order = orderWith(third?.id ?? '');
  if (!order || !first || !second || !third) return expect.fail('no order');
  await moveTo(order, new Set([second.id, third.id]), first.id);
  await undoLatest();
  const [there, ...more] = inputsOf('queueMove') as { readonly moves: readonly { readonly taskId: string; readonly place: number }[] }[];
  expect(more).toEqual([]);
  expect(there?.moves.map(({ taskId }) => taskId)).toEqual([second.id, third.id]);
  expect(inputsOf('undoRun')).toEqual([{ token: 'move', what: 'undo', agreed: false }]);
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
