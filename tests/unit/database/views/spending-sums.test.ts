import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { practiceAccountId } from '../../../../shared/account.ts';
import type { Amount } from '../../../../shared/money/amount.ts';
import { noFacts, saidNothing, type Task, type TaskState } from '../../../../shared/task.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, testAccount, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeTask } from '../samples.ts';

const other = { ...testAccount, id: '7d6f1f6e-3a2c-4b8e-9d0a-5c4b3a291807', name: 'Other' };
const batchId = randomUUID();
const made: TaskState = { status: 'completed', remoteId: 'r', imageCount: 1 };
const empty: TaskState = { status: 'completed', remoteId: 'r', imageCount: 0 };
const failed: TaskState = { status: 'failed', remoteId: 'r', said: saidNothing };
const rejected: TaskState = { status: 'rejected', said: saidNothing };
const unknown: TaskState = { status: 'unknown', reason: 'connection-lost', said: saidNothing };

/** A time of October or November 2026 in local time. */
const at = (month: 10 | 11, day: number, hour: number, minute = 0): number => new Date(2026, month - 1, day, hour, minute).getTime();

interface Sent {
  readonly when: number;
  readonly state: TaskState;
  readonly estimate?: Amount | null;
  readonly said?: Amount | null;
  readonly more?: Partial<Task>;
}

const sent = ({ when, state, estimate = null, said = null, more = {} }: Sent): Task =>
  makeTask({ state, createdAt: when, submittedAt: when, estimate, facts: { ...noFacts, credits: said }, ...more });

const request = (model: string): Task['request'] => ({ model, prompt: 'p', size: '1x1', quality: 'low' });

const tasks: readonly Task[] = [
  sent({ when: at(10, 31, 23, 59), state: made, estimate: '0.1', said: '0.3' }),
  sent({ when: at(11, 1, 0), state: made, estimate: '0.1' }),
  sent({ when: at(11, 1, 0, 1), state: made, estimate: '0.2', more: { request: request('two') } }),
  sent({ when: at(11, 1, 23, 59), state: empty, said: '1.000000001' }),
  sent({ when: at(11, 2, 0), state: failed, estimate: '2', more: { batchId } }),
  sent({ when: at(11, 2, 1), state: rejected, estimate: '9', more: { batchId } }),
  sent({ when: at(11, 2, 2), state: unknown, estimate: '4' }),
  sent({ when: at(11, 2, 2), state: unknown, estimate: '4', more: { settled: '0' } }),
  sent({ when: at(11, 2, 3), state: made }),
  sent({ when: at(11, 3, 3), state: made, said: '7', more: { accountId: other.id } }),
  sent({ when: at(11, 3, 3), state: made, said: '70', more: { accountId: practiceAccountId } }),
  makeTask({ state: { status: 'queued', waitingFor: 'turn' }, createdAt: at(11, 2, 4) }),
];

let database: TestDatabase;
let views: LibraryViews;

beforeAll(async () => {
  database = await openTestDatabase();
  const { repository } = database;
  await repository.saveAccount(other);
  await repository.saveAccount({ ...testAccount, id: practiceAccountId, kind: 'practice', name: 'Practice' });
  await repository.beginBatch({ id: batchId, accountId: testAccount.id, name: 'Foxes', createdAt: at(11, 2, 0), recipe: { from: 'list' }, hold: null, place: 0 });
  await repository.insertTasks(tasks);
  await repository.finishBatch(batchId);
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
});

afterAll(async () => {
  await views.close();
  await database.remove();
});

const november = { accountIds: [testAccount.id], from: at(11, 1, 0), until: at(11, 30, 0) };

describe('the sums of what was spent', () => {
  it('are exact, by local day, and count what the service said before the estimate', async () => {
    const { days, months, total } = await views.spending({ ...november, from: null });
    expect(days.map(({ key, spent, tasks: count }) => [key, spent, count])).toEqual([
      ['2026-10-31', '0.3', 1],
      ['2026-11-01', '1.300000001', 3],
      ['2026-11-02', '6', 5],
    ]);
    expect(months.map(({ key, spent }) => [key, spent])).toEqual([
      ['2026-10', '0.3'],
      ['2026-11', '7.300000001'],
    ]);
    expect(total).toMatchObject({ tasks: 9, made: 4, empty: 1, failed: 1, rejected: 1, unknown: 2, open: 0, spent: '7.600000001' });
  });

  it('put the estimate beside what the service said, and count what nobody knows', async () => {
    const { total } = await views.spending(november);
    expect(total).toMatchObject({ estimated: '10.3', estimatedTasks: 5, said: '1.000000001', saidTasks: 2, unpriced: 1 });
  });

  it('compare only what the same tasks were estimated at and cost, and add up with the rest', async () => {
    const { days, total } = await views.spending(november);
    // Of the first day, the task whose cost was said had no estimate. Of the second, the settled one had.
    expect(days.map(({ compared }) => compared)).toEqual([
      { tasks: 0, said: '0', estimated: '0' },
      { tasks: 1, said: '0', estimated: '4' },
    ]);
    expect([total.spent, total.said, total.rest, total.restTasks]).toEqual(['7.300000001', '1.000000001', '6.3', 4]);
  });

  it('tell models and batches apart, those that cost most first', async () => {
    const { models, batches } = await views.spending(november);
    expect(models.map(({ key, spent }) => [key, spent])).toEqual([
      ['painter-1', '7.100000001'],
      ['two', '0.2'],
    ]);
    expect(batches.map(({ key, name, tasks: count, spent }) => [key, name, count, spent])).toEqual([
      [batchId, 'Foxes', 2, '2'],
      ['', null, 6, '5.300000001'],
    ]);
  });

  it('are of the wanted accounts and time, and never of the practice account', async () => {
    const { accounts, total } = await views.spending({ accountIds: [testAccount.id, other.id, practiceAccountId], from: at(11, 2, 0), until: at(11, 4, 0) });
    expect(accounts.map(({ key, spent }) => [key, spent])).toEqual([
      [other.id, '7'],
      [testAccount.id, '6'],
    ]);
    expect(total.spent).toBe('13');
    expect((await views.spending({ ...november, accountIds: [] })).total.tasks).toBe(0);
  });

  it('are the same in the records of an export', async () => {
    const records = await views.spendingRecords(november);
    expect(records.map(({ day, model, batch, spent }) => [day, model, batch, spent])).toEqual([
      ['2026-11-01', 'painter-1', null, '1.100000001'],
      ['2026-11-01', 'two', null, '0.2'],
      ['2026-11-02', 'painter-1', null, '4'],
      ['2026-11-02', 'painter-1', 'Foxes', '2'],
    ]);
  });

  it('are what a budget counts', async () => {
    expect(await views.spent(testAccount.id, at(11, 2, 12))).toEqual({ day: '6', month: '7.300000001', total: '7.600000001' });
  });

  it('follow a task that is settled', async () => {
    const task = tasks[6];
    if (task) await database.repository.saveTask({ ...task, settled: '0' });
    expect((await views.spent(testAccount.id, at(11, 2, 12))).day).toBe('2');
    if (task) await database.repository.saveTask(task);
  });
});
