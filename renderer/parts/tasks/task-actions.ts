import { assertNever, type Result } from '../../../shared/result.ts';
import { noAmount } from '../../../shared/money/amount.ts';
import { countLimits } from '../../../shared/input-limits.ts';
import { remoteIdOf, type Task, type TaskId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { appFacts } from '../../stores/app-store.ts';
import { fillCompose } from '../../stores/compose/compose-store.ts';
import { tellLeftOut } from '../../stores/compose/compose-references.ts';
import { confirmRelease, submitTasks } from '../../stores/compose/submit.ts';
import { askMoney } from '../../stores/accounts/money-question.ts';
import { putBack } from '../../stores/queue/put-back.ts';
import { didAct, type Outcome } from '../../stores/undo.ts';
import { ask, goTo } from '../../stores/windows/view-store.ts';
import { copyText } from '../../ui/clipboard.ts';
import { notify, notifyError } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { copyTaskId } from '../pictures/image-actions.ts';
import { isOutcomeUnknown } from './task-cost.ts';
import type { TaskAction } from './task-report.ts';

/** Does what a button or a key asks for. Asks first where money is at stake. Shows errors. */
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
      if (await confirmRelease(tasks)) return changeTasks(action, tasks);
      // The person has answered a question since the click, so the next one is no double click.
      latestAt = -Infinity;
      return;
    case 'dismiss':
      return tasks.some(isOutcomeUnknown) ? ask({ kind: 'hide', tasks }) : changeTasks(action, tasks);
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
      return ask({ kind: action, task: first });
    case 'edit':
      fillCompose(first.request, { retryOf: first.id });
      return tellLeftOut(first.request);
    case 'settle':
    case 'unsettle':
      return settleTasks(tasks, action === 'settle');
    case 'change-budget':
      return askMoney({ kind: 'budget', accountId: first.accountId });
    case 'enter-price':
      return askMoney({ kind: 'prices', accountId: first.accountId, request: first.request });
    case 'open-settings':
      return goTo('settings');
    default:
      return assertNever(action);
  }
}

/** Milliseconds between the clicks of a double click. At the second one, another task may be under the pointer, and would be charged. */
const doubled = 500;
let latestAt = -Infinity;

function isDoubled(): boolean {
  const before = latestAt;
  latestAt = performance.now();
  return latestAt - before < doubled;
}

/** The task of a removed account cannot be sent, so a question about a charge would mislead. */
function askToGenerateAgain(tasks: readonly Task[]): void {
  const removed = new Set(appFacts().accounts.filter((account) => account.removed).map(({ id }) => id));
  const able = tasks.filter(({ accountId }) => !removed.has(accountId));
  if (able.length < tasks.length) notifyError({ code: 'account-removed' });
  const [first] = able;
  if (first) ask(tasks.length === 1 ? { kind: 'send-again', task: first } : { kind: 'generate-again', tasks: able });
}

const calls = { ask: bridge.tasksCheck, stop: bridge.tasksStop, withdraw: bridge.tasksWithdraw, release: bridge.tasksRelease, dismiss: bridge.tasksDismiss } as const;

/** Changes tasks without a question. Main ignores those in whose state the action means nothing. Cancelling and hiding can be undone. */
export async function changeTasks(action: keyof typeof calls, tasks: readonly Task[]): Promise<void> {
  const call = calls[action];
  const answer = await call({ taskIds: tasks.map(({ id }) => id) });
  if (!answer.ok) return notifyError(answer.error);
  const say = currentWords();
  const taskIds = [...answer.value.taskIds];
  const count = taskIds.length;
  if (action === 'ask') notify(say('tasks.asked'));
  if (action !== 'withdraw' && action !== 'dismiss') return;
  const ids = new Set(taskIds);
  const changed = tasks.filter(({ id }) => ids.has(id));
  const undo = (): Promise<Outcome> => (action === 'dismiss' ? outcomeOf(bridge.tasksUndismiss({ taskIds })) : putBack(changed));
  didAct({ words: say(`tasks.did.${action}`, { count }), name: say(`tasks.did.${action}-name`, { count }), undo, redo: () => outcomeOf(call({ taskIds })) });
}

/** Says that tasks of unknown outcome were not charged, or takes that back. It can be undone. */
async function settleTasks(tasks: readonly Task[], notCharged: boolean): Promise<void> {
  const settle = (to: boolean) => bridge.tasksSettle({ costs: tasks.map(({ id }) => ({ taskId: id, cost: to ? noAmount : null })) });
  const answer = await settle(notCharged);
  if (!answer.ok) return notifyError(answer.error);
  const say = currentWords();
  const action = notCharged ? 'settle' : 'unsettle';
  didAct({ words: say(`tasks.did.${action}`, { count: answer.value.taskIds.length }), name: say(`tasks.did.${action}-name`), undo: () => outcomeOf(settle(!notCharged)), redo: () => outcomeOf(settle(notCharged)) });
}

async function outcomeOf(call: Promise<Result<unknown>>): Promise<Outcome> {
  const answer = await call;
  if (answer.ok) return 'done';
  return answer.error.code === 'wrong-state' ? 'nothing' : answer.error;
}

/** Adds a task with the right ID, and hides the one whose ID was mistyped. */
export async function correctId(task: Task, remoteId: string): Promise<Result<unknown>> {
  const answer = await bridge.tasksAddById({ taskId: crypto.randomUUID(), accountId: task.accountId, remoteId, prompt: task.request.prompt });
  if (answer.ok && task.dismissedAt === null) await changeTasks('dismiss', [task]);
  return answer;
}

/** Tasks that are being sent again: a second click on the same tile sends nothing. */
const resubmitted = new Set<TaskId>();

/** Makes new tasks with the same requests, which remember these, and hides these. Tasks with the same request are submitted together, as many as main takes at once. */
export async function resubmit(tasks: readonly Task[], { asked = false }: { readonly asked?: boolean } = {}): Promise<void> {
  const groups = new Map<string, Task[]>();
  for (const task of tasks.filter(({ id }) => !resubmitted.has(id))) {
    resubmitted.add(task.id);
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
  for (const { id } of parts.flat()) resubmitted.delete(id);
}
