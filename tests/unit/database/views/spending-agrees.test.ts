import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { practiceAccountId } from '../../../../shared/account.ts';
import { addAmounts, compareAmounts, type Amount } from '../../../../shared/money/amount.ts';
import { spendingOutcomes, type SpendingQuery, type SpendingSums } from '../../../../shared/money/spending.ts';
import { costOf, sumCosts } from '../../../../shared/money/task-cost.ts';
import { noFacts, saidNothing, type Task, type TaskState } from '../../../../shared/task.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, testAccount, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeTask } from '../samples.ts';

const other = { ...testAccount, id: '7d6f1f6e-3a2c-4b8e-9d0a-5c4b3a291807', name: 'Other' };
const accounts = [testAccount.id, other.id, practiceAccountId];
const paid = [testAccount.id, other.id];
const batchId = randomUUID();
const first = new Date(2026, 9, 29).getTime();
const day = 24 * 3_600_000;

let database: TestDatabase;
let views: LibraryViews;

beforeAll(async () => {
  database = await openTestDatabase();
  const { repository } = database;
  await repository.saveAccount(other);
  await repository.saveAccount({ ...testAccount, id: practiceAccountId, kind: 'practice', name: 'Practice' });
  await repository.beginBatch({ id: batchId, accountId: testAccount.id, name: 'Foxes', createdAt: first, recipe: { from: 'list' }, hold: null, place: 0 });
  await repository.finishBatch(batchId);
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
});

afterAll(async () => {
  await views.close();
  await database.remove();
});

const states: readonly TaskState[] = [
  { status: 'queued', waitingFor: 'turn' },
  { status: 'submitting' },
  { status: 'unknown', reason: 'connection-lost', said: saidNothing },
  { status: 'rejected', said: saidNothing },
  { status: 'withdrawn' },
  { status: 'processing', remoteId: 'r', misses: 0 },
  { status: 'paused', remoteId: 'r', by: 'user' },
  { status: 'missing', remoteId: 'r', said: saidNothing },
  { status: 'completed', remoteId: 'r', imageCount: 0 },
  { status: 'completed', remoteId: 'r', imageCount: 4 },
  { status: 'failed', remoteId: 'r', said: saidNothing },
];
const amount: fc.Arbitrary<Amount | null> = fc.oneof(fc.constant(null), fc.constantFrom('0', '0.04', '0.000000001', '1.8', '999999'));
const when = fc.integer({ min: 0, max: 5 * 24 * 4 }).map((quarters) => first + quarters * 900_000);

/** Sent by Latent, added by its id, or not sent. What a person settles, and an id entered by hand, come later, as changes of a stored task. */
const changes = fc.record({ state: fc.constantFrom(...states), estimate: amount, credits: amount, settled: amount });
const origin = fc.record({ accountId: fc.constantFrom(...accounts), model: fc.constantFrom('a', 'b', ''), batchId: fc.constantFrom(null, batchId), submittedAt: fc.oneof(fc.constant(null), when), acceptedAt: fc.oneof(fc.constant(null), when) });
const lives = fc.array(fc.tuple(origin, fc.array(changes, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 25 });

const changed = (task: Task, { state, estimate, credits, settled }: { state: TaskState; estimate: Amount | null; credits: Amount | null; settled: Amount | null }): Task => ({ ...task, state, estimate, settled, facts: { ...noFacts, credits } });

const plain = ({ tasks, spent, rest, unpriced }: Pick<SpendingSums, 'tasks' | 'spent' | 'rest' | 'unpriced'>) => ({ tasks, spent, rest, unpriced });
const added = (lines: readonly SpendingSums[]) => ({
  tasks: lines.reduce((sum, { tasks }) => sum + tasks, 0),
  spent: addAmounts(...lines.map(({ spent }) => spent)),
  rest: addAmounts(...lines.map(({ rest }) => rest)),
  unpriced: lines.reduce((sum, { unpriced }) => sum + unpriced, 0),
});

/** The last state of each task. Tasks of earlier runs are deleted as a test leaves them: unsent. */
async function live(tasks: Drawn<typeof lives>): Promise<readonly Task[]> {
  const ends: Task[] = [];
  for (const [{ model, ...from }, steps] of tasks) {
    const task = makeTask({ ...from, request: { model, prompt: 'p', size: '1x1', quality: 'low' } });
    const each = steps.map((step) => changed(task, step));
    const [begin] = each;
    if (begin) await database.repository.insertTasks([begin]);
    for (const next of each.slice(1)) await database.repository.saveTask(next);
    ends.push(...each.slice(-1));
  }
  return ends;
}

type Drawn<From> = From extends fc.Arbitrary<infer Value> ? Value : never;

const sentAt = ({ submittedAt, acceptedAt }: Task): number => submittedAt ?? acceptedAt ?? -1;

test('the card, the lines of the table and what each task costs are the same sum, for each account and time', async () => {
  await fc.assert(
    fc.asyncProperty(lives, fc.array(fc.tuple(fc.subarray(paid, { minLength: 1 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 6 })), { minLength: 1, maxLength: 3 }), async (tasks, asked) => {
      const ends = await live(tasks);
      try {
        for (const [accountIds, from, length] of [...asked, [paid, 0, 7] as const]) {
          const query: SpendingQuery = { accountIds, from: first + from * day, until: first + (from + length) * day };
          const { total, days, months, accounts: byAccount, models, batches } = await views.spending(query);
          const wanted = ends.filter((task) => accountIds.includes(task.accountId) && sentAt(task) >= first + from * day && sentAt(task) < query.until);
          const sums = sumCosts(wanted);
          expect(plain(total)).toEqual(plain(sums));
          for (const lines of [days, months, byAccount, models, batches]) expect(added(lines)).toEqual(plain(sums));
          expect(added(await views.spendingRecords(query))).toEqual(plain(sums));
          // Each task has one outcome, and its amount was said, estimated or is unknown, if it was not refused.
          expect(spendingOutcomes.reduce((sum, outcome) => sum + total[outcome], 0)).toBe(total.tasks);
          expect(total.saidTasks + total.restTasks + total.unpriced + total.rejected).toBe(total.tasks);
          expect(compareAmounts(addAmounts(total.said, total.rest), total.spent)).toBe(0);
          expect(total.lost).toBe(wanted.filter((task) => costOf(task) !== null && task.state.status === 'missing').length);
        }
        const [{ progress } = { progress: null }] = await database.repository.batches([batchId]);
        const ofBatch = sumCosts(ends.filter((task) => task.batchId === batchId && task.accountId !== practiceAccountId));
        expect(progress).toMatchObject({ spent: ofBatch.spent, rest: ofBatch.rest, unpriced: ofBatch.unpriced });
        for (const accountId of paid) {
          const own = ends.filter((task) => task.accountId === accountId);
          expect((await views.spent(accountId, first)).total).toBe(sumCosts(own).spent);
        }
      } finally {
        // What was never sent costs nothing, so the next run begins with nothing spent.
        for (const task of ends) await database.repository.saveTask({ ...task, submittedAt: null, acceptedAt: null, state: { status: 'withdrawn' } });
      }
    }),
    { numRuns: 60 },
  );
});
