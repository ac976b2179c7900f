import { beforeEach, describe, expect, test, vi } from 'vitest';
import { noOptions, noConsoles, practiceAccountId } from '../../../../../shared/account.ts';
import type { Task } from '../../../../../shared/task.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';
import { said, sampleTask, withImages } from '../../sample-tasks.ts';
import { submissionQuestion } from '../../submission-question.ts';

let main: FakeMain;
const unknown = sampleTask({ status: 'unknown', reason: 'connection-lost', said });

async function load() {
  const { openTasks, useTasks } = await import('../../../../../renderer/stores/tasks-store.ts');
  const { useAppStore } = await import('../../../../../renderer/stores/app-store.ts');
  useAppStore.setState({ facts: snapshot });
  openTasks([withImages(unknown)]);
  const { dismiss, propsOf } = await import('../../../../../renderer/ui/dialogs/ask.ts');
  const taskQuestion = () => propsOf('task')?.question ?? null;
  return { useTasks, taskQuestion, dismiss, ...(await import('../../../../../renderer/parts/tasks/task-actions.ts')) };
}

beforeEach(() => {
  main = new FakeMain();
  main.install();
});

describe('sending again', () => {
  test('asks first: the click sends nothing', async () => {
    const { actOnTasks, taskQuestion } = await load();
    await actOnTasks('send-again', [unknown]);
    expect(taskQuestion()).toMatchObject({ kind: 'generate-again', tasks: [{ id: unknown.id }] });
    expect(main.calls).toEqual([]);
  });

  test('asks nothing if the account was removed, and says that it was', async () => {
    const { actOnTasks, taskQuestion } = await load();
    const { useAppStore } = await import('../../../../../renderer/stores/app-store.ts');
    const studio = { id: unknown.accountId, kind: 'service', name: 'Studio', baseUrl: 'https://api.example.com', key: { status: 'missing' }, removed: true, consoles: noConsoles, options: noOptions, sendingStopped: false } as const;
    useAppStore.setState({ facts: { ...snapshot, accounts: [studio] } });
    await actOnTasks('send-again', [unknown]);
    expect(taskQuestion()).toBeNull();
    expect(main.calls).toEqual([]);
  });

  test('makes a new task that remembers the old one, whose tile is then hidden', async () => {
    const { resubmit } = await load();
    await resubmit([unknown]);
    const [input] = main.inputsOf('tasksSubmit') as [{ taskIds: string[] }];
    expect(input).toMatchObject({ accountId: unknown.accountId, request: unknown.request, retryOf: unknown.id });
    expect(input.taskIds).toHaveLength(1);
    expect(input.taskIds).not.toContain(unknown.id);
    expect(main.calls.map(([name]) => name)).toEqual(['tasksSubmit', 'tasksDismiss']);
    expect(main.inputsOf('tasksDismiss')).toEqual([{ taskIds: [unknown.id] }]);
  });

  test('a second click on the same tile sends nothing', async () => {
    const { resubmit } = await load();
    await Promise.all([resubmit([unknown]), resubmit([unknown]), resubmit([unknown])]);
    expect(main.inputsOf('tasksSubmit')).toHaveLength(1);
  });

  test('a click on the same tile that was made before main had taken the first sends nothing, and a later one does', async () => {
    const { resubmit } = await load();
    const timeStamp = performance.now();
    await resubmit([unknown]);
    vi.stubGlobal('event', { timeStamp });
    await resubmit([unknown]);
    vi.unstubAllGlobals();
    expect(main.inputsOf('tasksSubmit')).toHaveLength(1);
    await resubmit([unknown]);
    expect(main.inputsOf('tasksSubmit')).toHaveLength(2);
  });

  test('keeps the old tile if main does not accept the new task', async () => {
    const { resubmit, useTasks } = await load();
    main.refusal = { code: 'key-missing' };
    await resubmit([unknown]);
    expect(main.inputsOf('tasksDismiss')).toEqual([]);
    expect([...useTasks.getState().tasks.keys()]).toEqual([unknown.id]);
    main.refusal = null;
    await resubmit([unknown]);
    expect(main.inputsOf('tasksSubmit')).toHaveLength(2);
  });
});

describe('hiding', () => {
  const failed = sampleTask({ status: 'failed', remoteId: 'r', said });

  test('asks first if it is unknown whether one of them was charged', async () => {
    const { actOnTasks, taskQuestion, dismiss } = await load();
    await actOnTasks('dismiss', [failed, unknown]);
    expect(taskQuestion()).toEqual({ kind: 'hide', tasks: [failed, unknown] });
    expect(main.calls).toEqual([]);
    dismiss('task');
    await actOnTasks('dismiss', [failed]);
    expect(taskQuestion()).toBeNull();
    expect(main.inputsOf('tasksDismiss')).toEqual([{ taskIds: [failed.id] }]);
  });

  test('asks for a single task too', async () => {
    const { actOnTasks, taskQuestion } = await load();
    await actOnTasks('dismiss', [unknown]);
    expect(taskQuestion()).toEqual({ kind: 'hide', tasks: [unknown] });
    expect(main.calls).toEqual([]);
  });
});

test('several tasks with the same request are generated again together', async () => {
  const { resubmit } = await load();
  const same = [1, 2, 3].map(() => sampleTask(unknown.state, { request: unknown.request }));
  const other = sampleTask(unknown.state);
  await resubmit([...same, other]);
  const inputs = main.inputsOf('tasksSubmit') as { taskIds: string[] }[];
  expect(inputs.map(({ taskIds }) => taskIds.length)).toEqual([3, 1]);
  expect(main.inputsOf('tasksDismiss')).toEqual([{ taskIds: [...same, other].map(({ id }) => id) }]);
});

describe('undoing Cancel', () => {
  const studio = { id: unknown.accountId, kind: 'service', name: 'Studio', baseUrl: 'https://api.example.com', key: { status: 'present', keeping: 'session', lastFour: '0000' }, removed: false, consoles: noConsoles, options: noOptions, sendingStopped: false } as const;
  const practice = { ...studio, id: practiceAccountId, kind: 'practice', name: 'Practice' } as const;
  const queued = (more: Partial<Task> = {}, waitingFor: 'turn' | 'held' = 'turn') => sampleTask({ status: 'queued', waitingFor }, more);

  /** Cancels tasks. Main asks about those that were not on hold. */
  async function cancel(...tasks: Task[]) {
    const { actOnTasks } = await load();
    const { useAppStore } = await import('../../../../../renderer/stores/app-store.ts');
    useAppStore.setState({ facts: { ...snapshot, accounts: [studio, practice], settings: { ...snapshot.settings, confirmedAccounts: [studio.id] } } });
    const waiting = tasks.filter(({ state }) => state.status === 'queued' && state.waitingFor !== 'held');
    main.reverts = ({ what, agreed }) => (what === 'undo' && !agreed ? { came: 'asks', question: { kind: 'put-back', tasks: waiting, declined: 'nothing' } } : { came: 'done', count: tasks.length, left: 0, kept: 0 });
    await actOnTasks('withdraw', tasks);
    return { ...(await import('../../../../../renderer/stores/undo.ts')), ...(await submissionQuestion()) };
  }

  const asks = { token: 'withdraw', what: 'undo', agreed: false };
  const agrees = { ...asks, agreed: true };
  const redoes = { ...asks, what: 'redo' };

  test('asks before paid tasks can be sent, also after a redo; “no” leaves them cancelled', async () => {
    const { undoLatest, redoLatest, askedNow, answerSubmission } = await cancel(queued(), queued());
    const answered = async (yes: boolean): Promise<void> => {
      const undone = undoLatest();
      await vi.waitFor(() => expect(askedNow()).toMatchObject({ account: { name: 'Studio' }, count: 2, uncancels: true }));
      answerSubmission(yes);
      await undone;
    };
    await answered(false);
    expect(main.inputsOf('undoRun')).toEqual([asks]);
    await answered(true);
    await redoLatest();
    await answered(true);
    expect(main.inputsOf('undoRun').slice(1)).toEqual([asks, agrees, redoes, asks, agrees]);
  });

  test('says of how many main took it', async () => {
    const late = queued();
    main.takes = (taskId) => taskId !== late.id;
    const { actsSoFar } = await cancel(queued(), late, queued());
    expect(actsSoFar().at(-1)?.name).toBe('cancel 2 tasks');
  });

  test('asks nothing about practice tasks', async () => {
    const { undoLatest } = await cancel(queued({ accountId: practiceAccountId }));
    await undoLatest();
    expect(main.inputsOf('undoRun')).toEqual([asks, agrees]);
  });

  test('names only those that are sent, with the price of now', async () => {
    const [waiting, held] = [queued(), queued({}, 'held')];
    const { undoLatest, askedNow, answerSubmission } = await cancel(waiting, held);
    const undone = undoLatest();
    await vi.waitFor(() => expect(askedNow()).toMatchObject({ count: 1, submissions: [{ request: waiting.request }] }));
    answerSubmission(true);
    await undone;
    expect(main.inputsOf('undoRun')).toEqual([asks, agrees]);
  });
});

describe('settling', () => {
  const lost = () => sampleTask({ status: 'unknown', reason: 'connection-lost', said });

  test('asks, and the click alone changes nothing', async () => {
    const { actOnTasks, taskQuestion } = await load();
    const tasks = [lost(), lost()];
    await actOnTasks('settle', tasks);
    expect(taskQuestion()).toEqual({ kind: 'settle', tasks });
    expect(main.calls).toEqual([]);
  });

  test('says of how many main took it, and is undone by its token', async () => {
    const { settleTasks } = await load();
    const { actsSoFar, undoLatest } = await import('../../../../../renderer/stores/undo.ts');
    const [noted, open, late, same] = [{ ...lost(), settled: '3' }, lost(), lost(), { ...lost(), settled: '0' }];
    main.takes = (taskId) => taskId !== late.id;
    await settleTasks([noted, open, late, same], '0');
    expect(main.inputsOf('tasksSettle')).toEqual([{ costs: [noted, open, late].map(({ id }) => ({ taskId: id, cost: '0' })) }]);
    expect(actsSoFar().at(-1)?.name).toBe('enter the cost of 2 tasks');
    await undoLatest();
    expect(main.inputsOf('undoRun')).toEqual([{ token: 'settle', what: 'undo', agreed: false }]);
  });
});

test('“Generate again” of one task asks if its price is above the limit of the account', async () => {
  const { actOnTasks } = await load();
  const { useAppStore } = await import('../../../../../renderer/stores/app-store.ts');
  const { askedNow, answerSubmission } = await submissionQuestion();
  const failed = sampleTask({ status: 'failed', remoteId: 'r', said });
  const studio = { id: failed.accountId, kind: 'service', name: 'Studio', baseUrl: 'https://api.example.com', key: { status: 'present', keeping: 'session', lastFour: '0000' }, removed: false, consoles: noConsoles, options: { ...noOptions, askAbove: '1' }, sendingStopped: false } as const;
  useAppStore.setState({ facts: { ...snapshot, accounts: [studio], settings: { ...snapshot.settings, confirmedAccounts: [studio.id] } } });
  const done = actOnTasks('try-again', [failed]);
  expect(askedNow()).toMatchObject({ abovePrice: '1', count: 1, submissions: [{ request: failed.request }] });
  answerSubmission(false);
  await done;
  expect(main.inputsOf('tasksSubmit')).toEqual([]);
});
