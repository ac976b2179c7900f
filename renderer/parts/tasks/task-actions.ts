import { assertNever, type Result } from '../../../shared/result.ts';
import type { ActedOn } from '../../../shared/ipc/api.ts';
import { countLimits } from '../../../shared/count-limits.ts';
import type { Task, TaskId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { appFacts } from '../../stores/app-store.ts';
import { fillCompose } from '../../stores/compose/compose-store.ts';
import { confirmRelease, confirmUncancel, submitTasks } from '../../stores/compose/submit.ts';
import { didAct, type Outcome } from '../../stores/undo.ts';
import { ask, goTo } from '../../stores/view-store.ts';
import { currentWords } from '../../words/words.ts';
import { notify, notifyError } from '../../ui/toast.tsx';
import { copyTaskId } from '../pictures/image-actions.ts';
import { isOutcomeUnknown } from './money.ts';
import type { TaskAction } from './task-report.ts';

/** Does what a button or a key asks for; questions are asked first where money is at stake. Errors are shown. */
export async function actOnTask(action: TaskAction, task: Task): Promise<void> {
  const { id: taskId } = task;
  switch (action) {
    case 'ask':
    case 'stop':
    case 'withdraw':
      return actOnTasks(action, [task]);
    case 'release':
      return isDoubled() ? undefined : releaseTasks([task]);
    case 'dismiss':
      return hideTasks([task]);
    case 'attach':
    case 'correct-id':
      return ask({ kind: action, task });
    case 'send-again':
      // The task of a removed account cannot be sent, so a question about a charge would mislead.
      return isAccountRemoved(task) ? notifyError({ code: 'account-removed' }) : ask({ kind: 'send-again', task });
    case 'try-again':
      return isDoubled() ? undefined : resubmit(task);
    case 'edit':
      return fillCompose(task.request, { retryOf: taskId });
    case 'copy-id':
      return copyTaskId(task);
    case 'open-settings':
      return goTo('settings');
    default:
      return assertNever(action);
  }
}

/** Milliseconds within which a second click is a doubled one. By then another task may stand under the pointer, and would be charged. */
const doubled = 500;
let latestAt = -Infinity;

function isDoubled(): boolean {
  const before = latestAt;
  latestAt = performance.now();
  return latestAt - before < doubled;
}

/** Of tasks whose account was removed it says so, and asks about the others alone. */
export function askToGenerateAgain(tasks: readonly Task[]): void {
  const able = tasks.filter((task) => !isAccountRemoved(task));
  if (able.length < tasks.length) notifyError({ code: 'account-removed' });
  if (able.length > 0) ask({ kind: 'generate-again', tasks: able });
}

const isAccountRemoved = ({ accountId }: Task): boolean => appFacts().accounts.some(({ id, removed }) => id === accountId && removed);

/** What can be done to several tasks in one go. */
export type ActionOnMany = 'ask' | 'stop' | 'withdraw' | 'release' | 'dismiss';

/** Tasks in whose state it means nothing are passed over. What makes them vanish can be undone. */
export async function actOnTasks(action: ActionOnMany, tasks: readonly Task[]): Promise<void> {
  const call = callOf(action);
  const answer = await call({ taskIds: tasks.map(({ id }) => id) });
  if (!answer.ok) return notifyError(answer.error);
  const say = currentWords();
  const done = [...answer.value.taskIds];
  const count = done.length;
  if (action === 'ask') notify(say('tasks.asked'));
  if (action !== 'withdraw' && action !== 'dismiss') return;
  const ids = new Set(done);
  const doneTasks = tasks.filter(({ id }) => ids.has(id));
  const undo = async (): Promise<Outcome> => {
    if (action === 'dismiss') return outcomeOf(bridge.tasksUndismiss({ taskIds: done }));
    return (await confirmUncancel(doneTasks)) ? outcomeOf(bridge.tasksRequeue({ taskIds: done })) : 'declined';
  };
  didAct({
    words: say(`tasks.did.${action}`, { count }),
    name: say(`tasks.did.${action}-name`, { count }),
    undo,
    redo: () => outcomeOf(call({ taskIds: done })),
  });
}

function callOf(action: ActionOnMany): (input: { taskIds: TaskId[] }) => Promise<Result<ActedOn>> {
  switch (action) {
    case 'ask':
      return bridge.tasksCheck;
    case 'stop':
      return bridge.tasksStop;
    case 'withdraw':
      return bridge.tasksWithdraw;
    case 'release':
      return bridge.tasksRelease;
    case 'dismiss':
      return bridge.tasksDismiss;
  }
}

async function outcomeOf(call: Promise<Result<ActedOn>>): Promise<Outcome> {
  const answer = await call;
  if (answer.ok) return 'done';
  return answer.error.code === 'wrong-state' ? 'nothing' : answer.error;
}

/** Hides tasks. Where nobody knows whether some of them were charged, a question comes first; it hides them when it is confirmed. */
export async function hideTasks(tasks: readonly Task[]): Promise<void> {
  if (tasks.some(isOutcomeUnknown)) return ask({ kind: 'hide', tasks });
  await actOnTasks('dismiss', tasks);
}

/** Sends tasks that are on hold, after a question where one is due. */
export async function releaseTasks(tasks: readonly Task[]): Promise<void> {
  if (await confirmRelease(tasks)) await actOnTasks('release', tasks);
}

/** Adds a task with the right ID, and hides the one whose ID was mistyped; its history stays. Only for tasks that were added by their ID. */
export async function correctId(task: Task, remoteId: string): Promise<Result<unknown>> {
  const answer = await bridge.tasksAddById({ taskId: crypto.randomUUID(), accountId: task.accountId, remoteId, prompt: task.request.prompt });
  if (answer.ok && task.dismissedAt === null) await actOnTasks('dismiss', [task]);
  return answer;
}

/** Tasks that were sent again from here: a second click on the same tile sends nothing. */
const resubmitted = new Set<TaskId>();

/** A new task with the same request, which remembers this one; this one is hidden, its history stays. */
export function resubmit(task: Task, asked: { readonly asked?: boolean } = {}): Promise<void> {
  return resubmitAll([task], asked);
}

/** The same for several. What was asked for in the same words is submitted together, at most as many as main takes at once. */
export async function resubmitAll(tasks: readonly Task[], { asked = false }: { readonly asked?: boolean } = {}): Promise<void> {
  const together = new Map<string, Task[]>();
  for (const task of tasks.filter(({ id }) => !resubmitted.has(id))) {
    const key = JSON.stringify([task.accountId, task.request]);
    together.set(key, [...(together.get(key) ?? []), task]);
  }
  const parts = [...together.values()].flatMap((same) => inParts(same));
  const taskIds = parts.flat().map(({ id }) => id);
  for (const id of taskIds) resubmitted.add(id);
  const outcomes = await submitTasks(
    parts.flatMap(([first, ...rest]) => (first ? [{ accountId: first.accountId, request: first.request, count: 1 + rest.length, retryOf: first.id }] : [])),
    { asked },
  );
  const error = outcomes.find((outcome) => typeof outcome === 'object');
  if (error) notifyError(error);
  const atHead = parts.filter((_, at) => outcomes[at] === 'sent').flat().filter((task) => task.dismissedAt === null && task.state.status !== 'withdrawn');
  if (atHead.length > 0) await bridge.tasksDismiss({ taskIds: atHead.map(({ id }) => id) });
  for (const id of taskIds) resubmitted.delete(id);
}

/** As many as `tasks:submit` takes at once. */
function inParts(tasks: readonly Task[]): readonly (readonly Task[])[] {
  const parts = Math.ceil(tasks.length / countLimits.max);
  return Array.from({ length: parts }, (_, at) => tasks.slice(at * countLimits.max, (at + 1) * countLimits.max));
}
