import type { AccountId, Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { appFacts } from '../app-store.ts';
import { confirmResumed } from '../compose/submit.ts';
import { useTasks, type Tasks } from '../tasks-store.ts';

/** What waits because sending with the account is stopped. What is on hold waits for something else. */
export function stoppedTasks(accountId: AccountId, tasks: Tasks): readonly Task[] {
  return [...tasks.values()].flatMap(({ task }) => {
    const { state } = task;
    return task.accountId === accountId && state.status === 'queued' && state.waitingFor !== 'held' && state.waitingFor !== 'batch-held' ? [task] : [];
  });
}

const isStopped = (accountId: AccountId): boolean => appFacts().accounts.some(({ id, sendingStopped }) => id === accountId && sendingStopped);

/** Lets sending go on with these accounts, after a question for each about what is then sent. Shows errors. */
export async function resumeSending(accountIds: readonly AccountId[]): Promise<void> {
  for (const accountId of new Set(accountIds)) {
    if (!isStopped(accountId)) continue;
    if (!(await confirmResumed(() => (isStopped(accountId) ? stoppedTasks(accountId, useTasks.getState().tasks) : [])))) return;
    await notifyIfFailed(bridge.accountsResumeSending({ accountId }));
  }
}
