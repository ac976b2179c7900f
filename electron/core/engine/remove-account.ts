import type { RemovalFacts } from '../../../shared/account.ts';
import type { AccountId, Task, TaskId } from '../../../shared/task.ts';
import type { TaskEngine } from './task-engine.ts';
import type { TaskHistory, TaskReader } from './task-store.ts';
import { applyInBatches } from '../util/apply-in-batches.ts';
import type { AccountBook } from '../accounts/account-book.ts';

export interface AccountTasks {
  /** What removing the account would mean for its tasks. */
  facts(accountId: AccountId): Promise<RemovalFacts>;
  /** Removes the account, cancels its tasks that were not sent, and stops checking the others. Returns the tasks that it cancelled, as they were before. */
  remove(accountId: AccountId): Promise<readonly Task[]>;
  /** After the account was restored, checks its tasks again. */
  resume(accountId: AccountId): Promise<void>;
}

interface AccountTasksDeps {
  readonly accounts: Pick<AccountBook, 'remove'>;
  readonly engine: Pick<TaskEngine, 'withdraw' | 'stop' | 'check'>;
  readonly repository: TaskReader & TaskHistory;
}

/** Most unknown outcomes that are read to be counted. They are rare. */
const mostUnknown = 10_000;

export function createAccountTasks({ accounts, engine, repository }: AccountTasksDeps): AccountTasks {
  const unfinished = async (accountId: AccountId): Promise<readonly Task[]> =>
    (await repository.unfinishedTasks()).map(({ task }) => task).filter((task) => task.accountId === accountId);

  const apply = async (tasks: readonly Task[], act: (id: TaskId) => Promise<void>): Promise<readonly TaskId[]> => (await applyInBatches(tasks.map(({ id }) => id), act)).done;
  const cancel = async (accountId: AccountId): Promise<readonly Task[]> => {
    const waiting = (await unfinished(accountId)).filter(({ state }) => state.status === 'queued');
    const cancelled = new Set(await apply(waiting, engine.withdraw));
    return waiting.filter(({ id }) => cancelled.has(id));
  };

  return {
    async facts(accountId) {
      const [tasks, { tasks: unknown }] = await Promise.all([
        unfinished(accountId),
        repository.page({ statuses: ['unknown'], before: null, limit: mostUnknown }),
      ]);
      return {
        waiting: tasks.filter(({ state }) => state.status === 'queued').length,
        inProgress: tasks.filter(({ state }) => state.status === 'submitting' || state.status === 'processing' || state.status === 'paused').length,
        // Not those whose cost the person has entered.
        unknown: unknown.filter(({ task }) => task.accountId === accountId && task.settled === null).length,
      };
    },
    async remove(accountId) {
      const cancelled = await cancel(accountId);
      await accounts.remove(accountId);
      await apply((await unfinished(accountId)).filter(({ state }) => state.status === 'processing' || state.status === 'paused'), engine.stop);
      // Without the key nothing more is sent. Tasks that were about to be sent are in the queue again.
      const late = await cancel(accountId);
      return [...cancelled, ...late];
    },
    async resume(accountId) {
      await apply((await unfinished(accountId)).filter(({ state }) => state.status === 'paused' && state.by === 'user'), engine.check);
    },
  };
}
