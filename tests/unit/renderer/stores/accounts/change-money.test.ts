import { beforeEach, describe, expect, test } from 'vitest';
import { noOptions, type Account } from '../../../../../shared/account.ts';
import { noBudget } from '../../../../../shared/money/budget.ts';
import type { PriceRow } from '../../../../../shared/money/price-table.ts';
import { ok, type Result } from '../../../../../shared/result.ts';
import { newTask, saidNothing, type QueueReason, type Task, type TaskWithImages } from '../../../../../shared/task.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';
import { submissionQuestion } from '../../submission-question.ts';

const account: Account = {
  id: snapshot.selectedAccountId,
  kind: 'service',
  name: 'Studio',
  baseUrl: 'https://a.example',
  key: { status: 'present', keeping: 'session', lastFour: '1234' },
  removed: false,
  consoles: { key: null, billing: null },
  options: { ...noOptions, budget: { ...noBudget, total: '1' }, askAbove: '100' },
  sendingStopped: false,
};
const price: PriceRow = { model: 'm', size: '*', quality: '*', fields: {}, per: 'task', amount: '1', origin: 'person', at: 1 };

let main: FakeMain;
let calls: [string, unknown][];

beforeEach(() => {
  main = new FakeMain();
  main.install();
  calls = [];
});

/** Waiting tasks in the order of the queue. One of a batch is as it was sent, in `model`. */
async function load(waiting: readonly (readonly [QueueReason, string?])[], rows: readonly PriceRow[] = [price], spent = '1') {
  const head = waiting.map(([waitingFor, model = 'm'], at): TaskWithImages => {
    const task = newTask(`00000000-0000-4000-8000-00000000000${at}`, account.id, { model, prompt: `${at}`, size: '', quality: '' }, null, at);
    return { task: { ...task, state: { status: 'queued', waitingFor } }, images: [] };
  });
  main.snapshot = ok({ ...snapshot, accounts: [account], prices: [{ accountId: account.id, rows }], head, settings: { ...snapshot.settings, confirmedAccounts: [account.id] } });
  const answer = (name: string, value: unknown) => (input: unknown): Promise<Result<unknown>> => {
    calls.push([name, input]);
    return Promise.resolve(ok(value));
  };
  Object.assign((globalThis as unknown as { window: { api: object } }).window.api, {
    spendingSpent: () => Promise.resolve(ok({ day: spent, month: spent, total: spent })),
    pricesSet: answer('prices', undefined),
    accountsSetOptions: answer('options', undefined),
  });
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  await connect();
  const { changeMoney, confirmFreedRoom } = await import('../../../../../renderer/stores/accounts/change-money.ts');
  const { askedNow, answerSubmission } = await submissionQuestion();
  const { undoLatest, actsSoFar } = await import('../../../../../renderer/stores/undo.ts');
  const asked = async (): Promise<{ readonly count: number; readonly amount: string | null; readonly unpriced: number | null } | null> => {
    await new Promise((resolve) => setTimeout(resolve));
    const question = askedNow();
    return question && { count: question.count, amount: question.price?.amount ?? null, unpriced: question.price?.unpriced ?? null };
  };
  return { change: changeMoney, confirmFreedRoom, answerSubmission, asked, undoLatest, actsSoFar };
}

const raised = (total: string | null) => ({ options: { budget: { ...noBudget, total } } });

describe('a changed budget', () => {
  test('is asked about with the tasks that wait for it by now, and not at all once none does', async () => {
    const { change, asked } = await load([['budget'], ['budget'], ['budget']]);
    const { useTasks } = await import('../../../../../renderer/stores/tasks-store.ts');
    const changed = change(account.id, raised('3'), 'Changed');
    expect(await asked()).toMatchObject({ count: 2 });
    useTasks.setState({ tasks: new Map([...useTasks.getState().tasks].slice(1, 2)) });
    expect(await asked()).toMatchObject({ count: 1, amount: '1' });
    useTasks.setState({ tasks: new Map() });
    expect(await changed).toBe(false);
    expect(await asked()).toBeNull();
    expect(calls).toEqual([]);
  });

  test('asks before it sends tasks that wait for it, with their number and price, and changes nothing if the person says no', async () => {
    const { change, answerSubmission, asked } = await load([['budget'], ['budget'], ['budget']]);
    const changed = change(account.id, raised('3'), 'Changed');
    expect(await asked()).toEqual({ count: 2, amount: '2', unpriced: 0 });
    expect(calls).toEqual([]);
    answerSubmission(false);
    expect(await changed).toBe(false);
    expect(calls).toEqual([]);
  });

  test('is changed once the person says yes, and has no undo', async () => {
    const { change, answerSubmission, asked, actsSoFar } = await load([['budget']]);
    const changed = change(account.id, raised('9'), 'Changed');
    await asked();
    answerSubmission(true);
    expect(await changed).toBe(true);
    expect(calls).toMatchObject([['options', { options: { budget: { total: '9' } } }]]);
    expect(actsSoFar()).toEqual([]);
  });

  test.each<[string, readonly (readonly [QueueReason, string?])[], string | null, number | null]>([
    ['nothing waits', [], '9', null],
    ['it is lower', [['budget']], '0.5', null],
    ['there is still no room', [['budget']], '1.5', null],
    ['there is no limit any more', [['budget'], ['price', 'other']], null, 2],
    ['a task is sent before them', [['turn'], ['budget'], ['budget']], '3', 1],
    ['one without a price is passed', [['price', 'other'], ['budget']], '9', 1],
    ['tasks are on hold', [['held'], ['batch-held'], ['stopped'], ['key'], ['references']], '9', null],
  ])('asks about as many as it sends: %s', async (_, waiting, total, count) => {
    const { change, answerSubmission, asked } = await load(waiting);
    const changed = change(account.id, raised(total), 'Changed');
    expect((await asked())?.count ?? null).toBe(count);
    answerSubmission(true);
    expect(await changed).toBe(true);
    expect(calls).toHaveLength(1);
  });
});

describe('a changed price', () => {
  const row = (model: string, amount: string | null) => ({ model, size: '*', quality: '*', fields: {}, per: 'task' as const, amount });

  test('asks with the new price', async () => {
    const { change, answerSubmission, asked } = await load([['price', 'a'], ['price', 'b']], [], '0');
    const changed = change(account.id, { rows: [row('a', '0.25')] }, 'Saved');
    expect(await asked()).toEqual({ count: 1, amount: '0.25', unpriced: 0 });
    answerSubmission(false);
    expect(await changed).toBe(false);
    expect(calls).toEqual([]);
  });

  test('asks if it is lower, so that the budget has room', async () => {
    const { change, answerSubmission, asked } = await load([['budget'], ['budget']], [price], '0.5');
    const changed = change(account.id, { rows: [row('*', '0.2')] }, 'Saved');
    expect(await asked()).toEqual({ count: 2, amount: '0.4', unpriced: 0 });
    answerSubmission(true);
    expect(await changed).toBe(true);
  });

  test('does not ask if it is of other requests', async () => {
    const { change, asked } = await load([['price', 'a']], [], '0');
    expect(await change(account.id, { rows: [row('b', '0.25')] }, 'Saved')).toBe(true);
    expect(await asked()).toBeNull();
    expect(calls).toMatchObject([['prices', { rows: [{ model: 'b' }] }]]);
  });

  test('asks if the fields that change it decide', async () => {
    const { change, answerSubmission, asked } = await load([['price']], [{ ...price, fields: { steps: '*' } }], '0');
    const changed = change(account.id, { options: { pricedBy: { ...noOptions.pricedBy, fields: ['steps'] } } }, 'Saved');
    expect(await asked()).toMatchObject({ count: 1 });
    answerSubmission(false);
    expect(await changed).toBe(false);
  });
});

test('a reference field asks before tasks that wait for it are sent', async () => {
  const { change, answerSubmission, asked } = await load([['references']], [price], '0');
  const changed = change(account.id, { options: { references: { name: 'image', form: 'address', several: false } } }, 'Saved');
  expect(await asked()).toMatchObject({ count: 1 });
  answerSubmission(false);
  expect(await changed).toBe(false);
  expect(calls).toEqual([]);
});

describe('a cost that is noted', () => {
  const lost = (settled: string | null): Task => ({ ...newTask('00000000-0000-4000-8000-0000000000aa', account.id, { model: 'm', prompt: 'lost', size: '', quality: '' }, null, 1), estimate: '1', settled, submittedAt: Date.now(), state: { status: 'unknown', reason: 'server-error', said: saidNothing } });

  test('asks before it lets tasks go that wait for the budget, and only then', async () => {
    const { confirmFreedRoom, answerSubmission, asked } = await load([['budget'], ['budget']]);
    for (const answer of [false, true]) {
      const freed = confirmFreedRoom([{ task: lost(null), cost: '0' }]);
      expect(await asked()).toEqual({ count: 1, amount: '1', unpriced: 0 });
      answerSubmission(answer);
      expect(await freed).toBe(answer);
    }
    // What counts as much as before, or more, frees nothing.
    for (const cost of ['1', '2', null]) expect(await confirmFreedRoom([{ task: lost(null), cost }])).toBe(true);
    expect(await confirmFreedRoom([{ task: lost('0'), cost: null }])).toBe(true);
    expect(await asked()).toBeNull();
  });

  test('asks nothing if no task waits for the budget', async () => {
    const { confirmFreedRoom, asked } = await load([['price']]);
    expect(await confirmFreedRoom([{ task: lost(null), cost: '0' }])).toBe(true);
    expect(await asked()).toBeNull();
  });
});
