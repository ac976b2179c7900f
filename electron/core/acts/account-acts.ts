import { isDeepStrictEqual } from 'node:util';
import type { AccountOptions } from '../../../shared/account.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { AccountId } from '../../../shared/task.ts';
import type { UndoToken } from '../../../shared/undo-token.ts';
import type { AccountBook } from '../accounts/account-book.ts';
import type { AccountTasks } from '../engine/remove-account.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskReader } from '../engine/task-store.ts';
import { allOf, changing } from '../undo/change-step.ts';
import type { UndoLog, UndoStep } from '../undo/undo-log.ts';
import { withdrawalStep } from './task-acts.ts';

export interface AccountActs {
  /** Null: this cannot be undone. That is so of all options but the further fields, because another budget or price may send tasks. */
  setOptions(accountId: AccountId, options: AccountOptions): Promise<UndoToken | null>;
  /** Undo restores the account without its key, which is not kept, and then asks whether the tasks that were cancelled go back into the queue. */
  remove(accountId: AccountId): Promise<UndoToken>;
}

export interface AccountActsDeps {
  readonly accounts: Pick<AccountBook, 'options' | 'setOptions' | 'selectedId' | 'select' | 'restore'>;
  readonly accountTasks: Pick<AccountTasks, 'remove' | 'resume'>;
  readonly engine: Pick<TaskEngine, 'withdraw' | 'requeue'>;
  readonly repository: Pick<TaskReader, 'task'>;
  readonly undoLog: Pick<UndoLog, 'record'>;
}

export function createAccountActs({ accounts, accountTasks, engine, repository, undoLog }: AccountActsDeps): AccountActs {
  const fields = {
    read: (ids: readonly AccountId[]) => Promise.resolve(new Map(ids.map((id) => [id, accounts.options(id).fields]))),
    write: (changes: readonly { readonly key: AccountId; readonly from: AccountOptions['fields']; readonly to: AccountOptions['fields'] }[]) =>
      allOf(changes, () => Promise.all(changes.map(({ key, to }) => accounts.setOptions(key, { ...accounts.options(key), fields: to })))),
  };
  return {
    async setOptions(accountId, options) {
      const { fields: _, ...others } = options;
      const { fields: __, ...before } = accounts.options(accountId);
      const step = await changing([accountId], fields, () => accounts.setOptions(accountId, options));
      return step && isDeepStrictEqual(others, before) ? undoLog.record(step) : null;
    },
    async remove(accountId) {
      let wasSelected = false;
      let putBack: UndoStep | null = null;
      const remove = async (): Promise<void> => {
        wasSelected = (await accounts.selectedId()) === accountId;
        putBack = withdrawalStep(await accountTasks.remove(accountId), { engine, repository });
      };
      await remove();
      let isRestored = false;
      return undoLog.record({
        async undo(agreed) {
          const restores = !isRestored;
          if (restores) {
            try {
              await accounts.restore(accountId);
            } catch (error) {
              if (error instanceof AppFailure && error.appError.code === 'no-account') return { came: 'nothing', why: 'changed' };
              throw error;
            }
            isRestored = true;
            await accountTasks.resume(accountId);
            if (wasSelected) await accounts.select(accountId);
          }
          const tasks = await putBack?.undo(agreed);
          if (tasks?.came === 'asks' && tasks.question.kind === 'put-back') return { came: 'asks', question: { ...tasks.question, declined: 'done' } };
          return !restores && tasks?.came === 'nothing' && tasks.why === 'already' ? tasks : { came: 'done', count: 1, left: 0, kept: 0 };
        },
        async redo() {
          if (!isRestored) return { came: 'nothing', why: 'already' };
          await remove();
          isRestored = false;
          return { came: 'done', count: 1, left: 0, kept: 0 };
        },
        bytes: () => putBack?.bytes?.() ?? 0,
      });
    },
  };
}
