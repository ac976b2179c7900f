import { assertNever, type Result } from '../../../shared/result.ts';
import { compareAmounts, noAmount, type Amount } from '../../../shared/money/amount.ts';
import { countLimits } from '../../../shared/input-limits.ts';
import { remoteIdOf, type Task, type TaskId, type TaskWithImages } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { appFacts } from '../../stores/app-store.ts';
import { fillCompose } from '../../stores/compose/compose-store.ts';
import { tellLeftOut } from '../../stores/compose/compose-references.ts';
import { confirmFreedRoom } from '../../stores/accounts/change-money.ts';
import { confirmRelease, stillQueued, submitTasks } from '../../stores/compose/submit.ts';
import { resumeSending } from '../../stores/tasks/resume-sending.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { didAct } from '../../stores/undo.ts';
import { askAboutTasks } from '../../stores/windows/task-question.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { copyText } from '../../ui/clipboard.ts';
import { pressedAt } from '../../ui/press-time.ts';
import { notify, notifyError, notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { copyTaskId } from '../pictures/image-actions.ts';
import { freeWord, isOutcomeUnknown } from './task-money.ts';
import { reportTask, type TaskAction } from './task-report.ts';

/** Does what a button or a key asks for. Asks first where money may be lost. Shows errors. */
export async function actOnTasks(action: TaskAction, tasks: readonly Task[]): Promise<void> {
  const [first, ...others] = tasks;
  if (!first) return;
  switch (action) {
    case 'ask':
    case 'stop':
    case 'withdraw':
      return changeTasks(action, tasks);
    case 'release':
      if (isDoubled()) return;
      if (await confirmRelease(() => stillQueued(tasks))) return changeTasks(action, tasks);
      // The person has answered a question since the click, so the next one is no double click.
      latest = { pressed: -Infinity, handled: -Infinity };
      return;
    case 'dismiss':
      return tasks.some(isOutcomeUnknown) ? askAboutTasks({ kind: 'hide', tasks }) : changeTasks(action, tasks);
    case 'try-again':
      if (others.length > 0) return askToGenerateAgain(tasks);
      return isDoubled() ? undefined : resubmit(tasks);
    case 'send-again':
      return askToGenerateAgain(tasks);
    case 'copy-id':
      return others.length === 0 ? copyTaskId(first) : copyText(tasks.map((task) => remoteIdOf(task) ?? task.id).join('\n'), 'app.copied-id');
    // One at a time: each has a form or a place of its own.
    case 'attach':
    case 'correct-id':
      return askAboutTasks({ kind: action, tasks: [first] });
    case 'detach':
      return takeIdBack(first);
    case 'edit':
      fillCompose(first.request, { retryOf: first.id });
      return tellLeftOut(first.request);
    case 'settle':
      return askAboutTasks({ kind: 'settle', tasks });
    case 'change-budget':
      return void ask('budget', { accountId: first.accountId });
    case 'resume-sending':
      return resumeSending(tasks.map(({ accountId }) => accountId));
    case 'enter-price':
      return void ask('prices', { accountId: first.accountId, request: first.request });
    case 'open-settings':
      return goTo('settings');
    default:
      return assertNever(action);
  }
}

/** Milliseconds in which the second click of a double click comes. At the second one, another task may be under the pointer, and would be charged. */
const doubled = 500;
/** When the latest press was made, and when the latest one that counted was handled. */
let latest = { pressed: -Infinity, handled: -Infinity };

/** Whether a press is the second half of another one, or was made before the one before it had any effect that could be seen. */
function isDoubled(): boolean {
  const pressed = pressedAt();
  const is = pressed - latest.pressed < doubled || pressed < latest.handled;
  latest = { pressed, handled: is ? latest.handled : performance.now() };
  return is;
}

/** The task of a removed account cannot be sent, so a question about a charge would mislead. */
function askToGenerateAgain(tasks: readonly Task[]): void {
  const removed = new Set(appFacts().accounts.filter((account) => account.removed).map(({ id }) => id));
  const able = tasks.filter(({ accountId }) => !removed.has(accountId));
  if (able.length < tasks.length) notifyError({ code: 'account-removed' });
  if (able.length > 0) askAboutTasks({ kind: 'generate-again', tasks: able });
}

const calls = { ask: bridge.tasksCheck, stop: bridge.tasksStop, withdraw: bridge.tasksWithdraw, release: bridge.tasksRelease, dismiss: bridge.tasksDismiss } as const;

/** Changes tasks without a question. Main ignores those in whose state the action means nothing. Cancelling and hiding can be undone. */
export async function changeTasks(action: keyof typeof calls, tasks: readonly Task[]): Promise<void> {
  const call = calls[action];
  const answer = await call({ taskIds: tasks.map(({ id }) => id) });
  if (!answer.ok) return notifyError(answer.error);
  const say = currentWords();
  const count = answer.value.taskIds.length;
  if (action === 'ask') notify(say('tasks.asked'));
  if (action !== 'withdraw' && action !== 'dismiss') return;
  const { token } = { token: null, ...answer.value };
  didAct({ words: say(`tasks.did.${action}`, { count }), name: say(`tasks.did.${action}-name`, { count }), token });
}

/**
 * Notes what each of several tasks cost, in its account's unit; '0': it was not charged; null: not known. Says of how many main took it. It can be undone:
 * each task gets back what was noted before.
 * @returns whether main took it of any
 */
export async function settleTasks(tasks: readonly Task[], cost: Amount | null): Promise<boolean> {
  const noted = tasks.filter(({ settled }) => settled !== cost).map((task) => ({ task, cost }));
  if (noted.length === 0) return true;
  if (!(await confirmFreedRoom(noted))) return false;
  const answer = await notifyIfFailed(bridge.tasksSettle({ costs: noted.map(({ task }) => ({ taskId: task.id, cost })) }));
  if (!answer.ok) return false;
  const { taskIds, token } = answer.value;
  const say = currentWords();
  const values = { count: taskIds.length, what: cost === null ? 'unknown' : compareAmounts(cost, noAmount) === 0 ? 'nothing' : 'amount' };
  didAct({ words: say('tasks.did.settle', values), name: say('tasks.did.settle-name', values), token });
  return true;
}

/**
 * What the service said under an id that a person entered counts no longer without that id. Asks, as a change of a budget does, if waiting tasks would be sent because of that.
 * False: the person said no.
 */
export function confirmWithoutId({ id }: Task): Promise<boolean> {
  const task = useTasks.getState().tasks.get(id)?.task;
  return task && remoteIdOf(task) !== null ? confirmFreedRoom([{ task, cost: task.estimate ?? noAmount }]) : Promise.resolve(true);
}

/** Gives a task the id that the person entered. Undo brings back what was there before: no id and what was noted of the cost, or the earlier id. */
export async function attachId({ id: taskId }: Task, remoteId: string, anyway: boolean): Promise<Result<unknown>> {
  const answer = await bridge.tasksAttach({ taskId, remoteId, anyway });
  const say = currentWords();
  if (answer.ok) didAct({ words: say('tasks.did.attach'), name: say('tasks.did.attach-name'), token: answer.value.token });
  return answer;
}

async function takeIdBack(task: Task): Promise<void> {
  if (!(await confirmWithoutId(task))) return;
  const answer = await notifyIfFailed(bridge.tasksDetach({ taskIds: [task.id] }));
  const say = currentWords();
  if (answer.ok) didAct({ words: say('tasks.did.detach'), name: say('tasks.did.detach-name'), token: answer.value.token });
}

/** When tasks were sent again; Infinity: they are being sent. A press on the same task that was made before sends nothing. */
const resubmitted = new Map<TaskId, number>();

/** Makes new tasks with the same requests, which remember these, and hides these. Tasks with the same request are submitted together, as many as main takes at once. */
export async function resubmit(tasks: readonly Task[], { asked = false }: { readonly asked?: boolean } = {}): Promise<void> {
  const groups = new Map<string, Task[]>();
  const pressed = pressedAt();
  for (const task of tasks.filter(({ id }) => pressed >= (resubmitted.get(id) ?? -Infinity))) {
    resubmitted.set(task.id, Infinity);
    const key = JSON.stringify([task.accountId, task.request]);
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  const parts = [...groups.values()].flatMap((same) =>
    Array.from({ length: Math.ceil(same.length / countLimits.max) }, (_, at) => same.slice(at * countLimits.max, (at + 1) * countLimits.max)),
  );
  const outcomes = await submitTasks(
    parts.flatMap(([first, ...rest]) => (first ? [{ accountId: first.accountId, request: first.request, count: 1 + rest.length, retryOf: first.id }] : [])),
    { asked },
  );
  const error = outcomes.find((outcome) => typeof outcome === 'object');
  if (error) notifyError(error);
  const shown = parts.filter((_, at) => outcomes[at] === 'sent').flat().filter((task) => task.dismissedAt === null && task.state.status !== 'withdrawn');
  if (shown.length > 0) await bridge.tasksDismiss({ taskIds: shown.map(({ id }) => id) });
  for (const { id } of parts.flat()) resubmitted.set(id, performance.now());
}

/** Says why none of these tasks can be cancelled or dismissed. Where a person means to remove something, silence would look like a fault. */
export function tellNotRemoved(entries: readonly TaskWithImages[]): void {
  const say = currentWords();
  const inProgress = entries.filter((entry) => reportTask(entry).actions.includes('stop'));
  notify(inProgress.length > 0 ? say('tasks.not-removed.in-progress', { free: freeWord(inProgress.map(({ task }) => task)) }) : say('tasks.not-removed'));
}
