import { assertNever } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { Task, TaskId } from '../../../shared/task.ts';
import { remoteIdOf } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { fillCompose } from '../../stores/compose-store.ts';
import { submitTasks } from '../../stores/submit.ts';
import { ask, goTo } from '../../stores/view-store.ts';
import { currentWords } from '../../stores/words.ts';
import { copyText } from '../../ui/clipboard.ts';
import { notify, notifyError } from '../../ui/toast.tsx';
import type { TaskAction } from './task-report.ts';

/** Does what a button or a key asks for; questions are asked first where money is at stake. Errors are shown. */
export async function actOnTask(action: TaskAction, task: Task): Promise<void> {
  const { id: taskId } = task;
  switch (action) {
    case 'ask':
      if (await succeeded(bridge.tasksAsk({ taskId }))) notify(currentWords()('tasks.asked'));
      return;
    case 'stop':
      await succeeded(bridge.tasksStop({ taskId }));
      return;
    case 'withdraw':
      await succeeded(bridge.tasksWithdraw({ taskId }));
      return;
    case 'dismiss':
      await succeeded(bridge.tasksDismiss({ taskId }));
      return;
    case 'attach':
      return ask({ kind: 'attach', task });
    case 'send-again':
      return ask({ kind: 'send-again', task });
    case 'try-again':
      return resubmit(task);
    case 'edit':
      return fillCompose(task.request, { retryOf: taskId });
    case 'copy-id':
      return copyText(remoteIdOf(task) ?? taskId, 'app.copied-id');
    case 'open-settings':
      return goTo('settings');
    default:
      return assertNever(action);
  }
}

/** Tasks that were sent again from here: a second click on the same tile sends nothing. */
const resubmitted = new Set<TaskId>();

/** A new task with the same request, which remembers this one; this one's tile is put away, its history stays. */
export async function resubmit(task: Task): Promise<void> {
  if (resubmitted.has(task.id)) return;
  resubmitted.add(task.id);
  const error = await submitTasks({ accountId: task.accountId, request: task.request, count: 1, retryOf: task.id });
  if (error) {
    resubmitted.delete(task.id);
    return notifyError(error);
  }
  if (task.dismissedAt === null && task.state.status !== 'withdrawn') await succeeded(bridge.tasksDismiss({ taskId: task.id }));
  resubmitted.delete(task.id);
}

async function succeeded(call: Promise<Result<void>>): Promise<boolean> {
  const answer = await call;
  if (!answer.ok) notifyError(answer.error);
  return answer.ok;
}
