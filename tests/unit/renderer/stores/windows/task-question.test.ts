import { beforeEach, expect, test, vi } from 'vitest';
import type { Task, TaskState } from '../../../../../shared/task.ts';
import type { TaskQuestion } from '../../../../../renderer/stores/windows/task-question.ts';
import { FakeMain } from '../../fake-main.ts';
import { completed, processing, said, sampleTask, withImages } from '../../sample-tasks.ts';

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.install();
});

const unknown: TaskState = { status: 'unknown', reason: 'connection-lost', said };
const missing: TaskState = { status: 'missing', remoteId: 'typed', said };
const failed: TaskState = { status: 'failed', remoteId: 'r', said };

const beingSentAgain: Partial<Task> = { state: { status: 'submitting' }, repeated: 1 };

/** For each kind of question: a task that it is about, what keeps it open, and what ends it. */
const table: readonly { readonly kind: TaskQuestion['kind']; readonly about: Partial<Task>; readonly stays: readonly Partial<Task>[]; readonly ends: readonly Partial<Task>[] }[] = [
  { kind: 'attach', about: { state: unknown }, stays: [{ settled: '0' }, { dismissedAt: 5 }, beingSentAgain], ends: [{ state: processing }, { state: { status: 'rejected', said } }, { state: completed(1) }] },
  { kind: 'correct-id', about: { state: missing, byHand: 'connection-lost' }, stays: [{ state: processing }, { state: failed }], ends: [{ state: completed(1) }, { state: unknown, byHand: null }] },
  { kind: 'settle', about: { state: unknown }, stays: [{ settled: '3' }, { state: missing }, beingSentAgain], ends: [{ state: processing }, { state: { status: 'rejected', said } }] },
  { kind: 'hide', about: { state: unknown }, stays: [{ settled: '3' }, { state: failed }, beingSentAgain], ends: [{ state: processing }, { dismissedAt: 5 }] },
  { kind: 'generate-again', about: { state: unknown }, stays: [{ settled: '3' }, { state: failed }, { dismissedAt: 5 }], ends: [{ state: processing }, { state: completed(1) }, { state: missing }] },
];

async function asked(kind: TaskQuestion['kind'], ...tasks: Task[]) {
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  const { askAboutTasks } = await import('../../../../../renderer/stores/windows/task-question.ts');
  const { propsOf } = await import('../../../../../renderer/ui/dialogs/ask.ts');
  await connect();
  askAboutTasks({ kind, tasks });
  let sequence = 10;
  return {
    question: () => propsOf('task')?.question ?? null,
    change: (...changed: Task[]) => main.send((sequence += 1), ...changed.map((task) => ({ kind: 'task', task: withImages(task) }) as const)),
  };
}

test.each(table.flatMap(({ kind, about, stays }) => stays.map((change) => ({ kind, about, change }))))('“$kind” shows its task as it is now: $change', async ({ kind, about, change }) => {
  const task = sampleTask(unknown, about);
  const { question, change: changed } = await asked(kind, task);
  changed({ ...task, ...change });
  expect(question()).toEqual({ kind, tasks: [{ ...task, ...change }] });
});

test.each(table.flatMap(({ kind, about, ends }) => ends.map((change) => ({ kind, about, change }))))('“$kind” closes: $change', async ({ kind, about, change }) => {
  const task = sampleTask(unknown, about);
  const { question, change: changed } = await asked(kind, task);
  changed(sampleTask(processing));
  expect(question()?.tasks).toEqual([task]);
  changed({ ...task, ...change });
  expect(question()).toBeNull();
});

test.each(['settle', 'hide', 'generate-again'] as const)('“%s” goes on about the others', async (kind) => {
  const [first, second, third] = [sampleTask(unknown), sampleTask(unknown), sampleTask(unknown)];
  const { question, change } = await asked(kind, first, second, third);
  change({ ...second, state: processing });
  expect(question()).toEqual({ kind, tasks: [first, third] });
  change({ ...first, state: processing }, { ...third, state: processing });
  expect(question()).toBeNull();
});

test('an answer that arrives as a change before main says that it was taken does not make the question outdated', async () => {
  const [task, other] = [sampleTask(unknown), sampleTask(unknown)];
  const { question, change } = await asked('attach', task);
  const { askAboutTasks, whileAnswering } = await import('../../../../../renderer/stores/windows/task-question.ts');
  const { dismiss } = await import('../../../../../renderer/ui/dialogs/ask.ts');
  const outdated = vi.spyOn(await import('../../../../../renderer/ui/toast.tsx'), 'notify');
  await whileAnswering(task, async () => {
    await Promise.resolve();
    change({ ...task, state: processing });
    expect(question()?.tasks).toEqual([task]);
    dismiss('task');
  });
  expect([question(), outdated.mock.calls]).toEqual([null, []]);

  // Main does not take it, because the id came by itself.
  askAboutTasks({ kind: 'attach', tasks: [other] });
  await whileAnswering(other, async () => {
    await Promise.resolve();
    change({ ...other, state: processing });
    expect(question()?.tasks).toEqual([other]);
  });
  expect(question()).toBeNull();
  expect(outdated).toHaveBeenCalledOnce();
});
