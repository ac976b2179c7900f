import type { AccountId, Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { appFacts } from '../app-store.ts';
import { confirmResumed } from '../compose/submit.ts';
import { useTasks, type Tasks } from '../tasks-store.ts';

/** The unsent tasks of some accounts that are not on hold, themselves or with their batch. They wait for the whole queue, for their account, or for their turn. */
export function unheldTasks(tasks: Tasks, isOf: (accountId: AccountId) => boolean): readonly Task[] {
  return [...tasks.values()].flatMap(({ task }) => {
    const { state, accountId } = task;
    return state.status === 'queued' && state.waitingFor !== 'held' && state.waitingFor !== 'batch-held' && isOf(accountId) ? [task] : [];
  });
}

/** Whether sending with the account is stopped after unknown outcomes. */
export const isSendingStopped = (accountId: AccountId): boolean => appFacts().accounts.some(({ id, sendingStopped }) => id === accountId && sendingStopped);

/** Lets sending go on with these accounts, after a question for each about what is then sent. Shows errors. */
export async function resumeSending(accountIds: readonly AccountId[]): Promise<void> {
  for (const accountId of new Set(accountIds)) {
    if (!isSendingStopped(accountId)) continue;
    if (!(await confirmResumed(() => (isSendingStopped(accountId) ? unheldTasks(useTasks.getState().tasks, (id) => id === accountId) : [])))) return;
    await notifyIfFailed(bridge.accountsResumeSending({ accountId }));
  }
}
