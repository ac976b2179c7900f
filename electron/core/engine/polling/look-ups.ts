import { AppFailure } from '../../../../shared/errors.ts';
import type { AccountId } from '../../../../shared/task.ts';
import type { QueryOutcome } from '../../service/outcomes.ts';
import type { TaskPoller } from './task-poller.ts';

/** What the service has under ids that no task has yet. Nothing is written. */
export interface LookUps {
  /** Rejects with `key-missing` if the account has no usable key. */
  lookUp(accountId: AccountId, remoteId: string): Promise<QueryOutcome>;
  /** Whether the service shows a task with this id. Asks only if it has not shown it before in this run. */
  isFound(accountId: AccountId, remoteId: string): Promise<boolean>;
}

export function createLookUps(poller: Pick<TaskPoller, 'lookUp'>): LookUps {
  /** Accounts and ids. An id that was there stays a task's, so the person's decision needs no second query. */
  const found = new Set<string>();
  const lookUp: LookUps['lookUp'] = async (accountId, remoteId) => {
    const outcome = await poller.lookUp(accountId, remoteId);
    if (outcome === null) throw new AppFailure('key-missing');
    if (isFound(outcome)) found.add(`${accountId} ${remoteId}`);
    return outcome;
  };
  return {
    lookUp,
    isFound: async (accountId, remoteId) => found.has(`${accountId} ${remoteId}`) || isFound(await lookUp(accountId, remoteId)),
  };
}

const isFound = ({ kind }: QueryOutcome): boolean => kind === 'processing' || kind === 'completed' || kind === 'failed';
