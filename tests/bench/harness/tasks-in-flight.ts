import { randomUUID } from 'node:crypto';
import type { StoredAccount } from '../../../electron/core/accounts/account-store.ts';
import type { Database } from '../../../electron/database/client/database-contract.ts';
import { newTask, type AccountId } from '../../../shared/task.ts';

/** An account with the benchmarks' service (processes/service.ts), and tasks that it accepted a moment ago. */

export const benchKey = 'bench-key';
export const benchAccountId = 'be4c4000-0000-4000-8000-000000000001';

export const benchAccount = (baseUrl: string, id: AccountId = benchAccountId): StoredAccount => ({ id, kind: 'service', name: 'Bench', baseUrl, createdAt: 0 });

/** Puts accepted tasks of these ids into the history, as a start finds them. */
export async function putInFlight(database: Pick<Database, 'insertTasks'>, remoteIds: readonly string[], accountId: AccountId = benchAccountId): Promise<void> {
  const now = Date.now();
  const tasks = remoteIds.map((remoteId) => ({
    ...newTask(randomUUID(), accountId, { model: 'm', prompt: `a picture of ${remoteId}`, size: '1024x1024', quality: 'low' }, null, now),
    submittedAt: now,
    acceptedAt: now,
    state: { status: 'processing' as const, remoteId, misses: 0 },
  }));
  await database.insertTasks(tasks);
}
