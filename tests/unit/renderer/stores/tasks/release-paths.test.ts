import { beforeEach, describe, expect, test } from 'vitest';
import { noConsoles, noOptions, practiceAccountId, type Account } from '../../../../../shared/account.ts';
import type { BatchHold } from '../../../../../shared/batch.ts';
import { noBudget } from '../../../../../shared/money/budget.ts';
import type { PriceRow } from '../../../../../shared/money/price-table.ts';
import { ok } from '../../../../../shared/result.ts';
import { noFacts, type GenerationRequest, type QueueReason, type Task } from '../../../../../shared/task.ts';
import type { Input } from '../../../../../shared/ipc/schemas.ts';
import type { Reverted, UndoQuestion } from '../../../../../shared/reverting.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';
import { sampleBatch } from '../../rooms/tasks/sample-batches.ts';
import { completed, said, sampleTask, withImages } from '../../sample-tasks.ts';
import { submissionQuestion } from '../../submission-question.ts';

/** Whatever lets waiting tasks be sent, and does not look like a submission: each asks first about what is sent, with number and price. */

const studio: Account = { id: snapshot.selectedAccountId, kind: 'service', name: 'Studio', baseUrl: 'https://a.example', key: { status: 'present', keeping: 'session', lastFour: '1234' }, removed: false, consoles: noConsoles, options: { ...noOptions, budget: { ...noBudget, total: '3' } }, sendingStopped: false };
const practice: Account = { ...studio, id: practiceAccountId, kind: 'practice', name: 'Practice', options: noOptions };
const price: PriceRow = { model: 'm', size: '*', quality: '*', fields: {}, per: 'task', amount: '2', origin: 'person', at: 1 };
const batchId = '44444444-4444-4444-8444-444444444444';
const byPerson: BatchHold = { by: 'person' };

const queued = (waitingFor: QueueReason, more: Partial<Task> = {}): Task => sampleTask({ status: 'queued', waitingFor }, { accountId: studio.id, ...more });

let main: FakeMain;
/** What main was told, but for reading. */
let told: string[];
/** What main asks before an undo or redo. Null: nothing. */
let question: UndoQuestion | null;
let spent: string;
beforeEach(() => {
  main = new FakeMain();
  main.install();
  [told, spent, question] = [[], '0', null];
  const { api } = (globalThis as unknown as { window: { api: Record<string, unknown> } }).window;
  const calls = ['settingsUpdate', 'batchesHold', 'accountsResumeSending', 'accountsReplaceKey', 'accountsChangeAddress', 'accountsAdd', 'accountsKeepEnvironmentKey', 'accountsTest', 'accountsRename', 'accountsSetOptions', 'pricesSet', 'tasksEdit', 'tasksSettle', 'tasksDetach', 'tasksAttach'];
  for (const name of calls) {
    api[name] = (input: { taskIds?: readonly string[] }) => {
      const { taskIds = [] } = input;
      told.push(name);
      return Promise.resolve(ok({ taskIds, token: name }));
    };
  }
  // Main asks about an undo or redo first.
  api['undoRun'] = ({ what, agreed }: Input<'undo:run'>) => {
    if (agreed) told.push(what);
    return Promise.resolve(ok<Reverted>(agreed || question === null ? { came: 'done', count: 1, left: 0, kept: 0 } : { came: 'asks', question }));
  };
  api['spendingSpent'] = () => Promise.resolve(ok({ day: spent, month: spent, total: spent }));
});

interface State {
  readonly account?: Partial<Account>;
  readonly queueStopped?: boolean;
  readonly hold?: BatchHold;
  /** In addition to the paid account and the practice account. */
  readonly more?: readonly Account[];
}

async function load(tasks: readonly Task[], { account = {}, queueStopped = false, hold = byPerson, more = [] }: State = {}) {
  const batch = sampleBatch(batchId, { queued: 1 }, { accountId: studio.id, hold: { at: 1, ...hold } as never });
  const accounts = [{ ...studio, ...account }, practice, ...more];
  main.snapshot = ok({ ...snapshot, accounts, batches: [batch], prices: [{ accountId: studio.id, rows: [price] }], settings: { ...snapshot.settings, askAbove: 100, confirmedAccounts: accounts.map(({ id }) => id), queueStopped } });
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  await connect();
  const { useTasks } = await import('../../../../../renderer/stores/tasks-store.ts');
  const show = (now: readonly Task[]): void => useTasks.setState({ tasks: new Map(now.map((task) => [task.id, withImages(task)])) });
  show(tasks);
  const { askedNow, answerSubmission } = await submissionQuestion();
  const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
  const asked = async () => {
    await settle();
    const shown = askedNow();
    return shown && { account: shown.account.name, count: shown.count, amount: shown.price?.amount ?? null };
  };
  return {
    batch,
    show,
    asked,
    question: () => askedNow(),
    answerSubmission,
    ...(await import('../../../../../renderer/stores/undo.ts')),
    ...(await import('../../../../../renderer/stores/tasks/hold.ts')),
    ...(await import('../../../../../renderer/stores/tasks/resume-sending.ts')),
    ...(await import('../../../../../renderer/stores/accounts/change-money.ts')),
    ...(await import('../../../../../renderer/parts/tasks/task-actions.ts')),
    ...(await import('../../../../../renderer/parts/tasks/batch-actions.ts')),
    ...(await import('../../../../../renderer/rooms/settings/accounts/account-form.ts')),
  };
}

const draft = { name: 'Studio', address: studio.baseUrl, key: 'sk-1234567890', keeping: 'session', consoles: { key: '', billing: '' } } as const;
const cheap: GenerationRequest = { model: 'm', prompt: 'p', size: '', quality: '' };

interface Path {
  readonly name: string;
  /** What the two tasks wait for. */
  readonly waits: QueueReason;
  readonly more?: Partial<Task>;
  readonly state?: State;
  /** How many are sent. */
  readonly count?: number;
  /** Whether it is done to tasks, so that it is nothing without them. */
  readonly actsOnTasks?: boolean;
  readonly tells: string;
  readonly press: (at: Awaited<ReturnType<typeof load>>, tasks: readonly Task[]) => Promise<unknown>;
}

const removed: Account = { ...studio, removed: true };

const paths: readonly Path[] = [
  { name: '“Resume all”', waits: 'stopped', state: { queueStopped: true }, count: 2, tells: 'settingsUpdate', press: ({ holdAll }) => holdAll(false) },
  { name: '“Resume” of a batch', waits: 'batch-held', more: { batchId }, count: 2, tells: 'batchesHold', press: ({ holdBatch, batch }) => holdBatch(batch, false) },
  { name: '“Resume” of a batch that was refused', waits: 'batch-held', more: { batchId }, state: { hold: { by: 'refused', said: { httpStatus: 422, code: null, message: null } } }, count: 2, tells: 'batchesHold', press: ({ holdBatch, batch }) => holdBatch(batch, false) },
  {
    name: '“Go on sending”',
    waits: 'unclear',
    state: { account: { sendingStopped: true } },
    count: 2,
    tells: 'accountsResumeSending',
    press: ({ resumeSending }) => resumeSending([studio.id]),
  },
  { name: 'another key', waits: 'key', tells: 'accountsReplaceKey', press: ({ save }) => save({ kind: 'replace-key', account: studio }, draft, null) },
  { name: 'another address, with a key', waits: 'key', tells: 'accountsChangeAddress', press: ({ save }) => save({ kind: 'change-address', account: studio }, draft, null) },
  { name: 'a removed account, added again', waits: 'key', state: { account: removed }, tells: 'accountsAdd', press: ({ save }) => save({ kind: 'add', from: removed }, draft, null) },
  {
    name: 'a key of the environment, for a removed account',
    waits: 'key',
    state: { account: removed },
    tells: 'accountsKeepEnvironmentKey',
    press: ({ save }) => save({ kind: 'environment', lastFour: '7890', corrected: [], fault: null }, draft, null),
  },
  { name: 'a test of a refused key', waits: 'key', tells: 'accountsTest', press: ({ testAccount }) => testAccount(studio.id, () => undefined) },
  { name: 'a higher budget', waits: 'budget', tells: 'accountsSetOptions', press: ({ changeMoney }) => changeMoney(studio.id, { options: { budget: { ...noBudget, total: '3.5' } } }, '') },
  { name: 'a price', waits: 'price', tells: 'pricesSet', press: ({ changeMoney }) => changeMoney(studio.id, { rows: [price] }, '') },
  { name: 'a field for references', waits: 'references', tells: 'accountsSetOptions', press: ({ changeMoney }) => changeMoney(studio.id, { options: { references: { name: 'image', form: 'address', several: false } } }, '') },
  {
    name: 'a cost that is noted',
    waits: 'budget',
    actsOnTasks: true,
    tells: 'tasksSettle',
    press: ({ settleTasks }) => settleTasks([sampleTask(completed(0), { accountId: studio.id, estimate: '2', submittedAt: Date.now() })], '0'),
  },
  {
    name: 'an edit',
    waits: 'budget',
    actsOnTasks: true,
    tells: 'tasksEdit',
    press: ({ editTask }, [task]) => (task ? editTask(task, cheap) : expect.fail('no task')),
  },
  {
    name: 'an id that is taken back, with the cost that the service said under it',
    waits: 'budget',
    actsOnTasks: true,
    tells: 'tasksDetach',
    press: ({ show, actOnTasks }, tasks) => {
      const wrong = sampleTask({ status: 'failed', remoteId: 'wrong', said }, { accountId: studio.id, byHand: 'connection-lost', submittedAt: 1, estimate: '1', facts: { ...noFacts, credits: '5' } });
      spent = '5';
      show([wrong, ...tasks]);
      return actOnTasks('detach', [wrong]);
    },
  },
  { name: 'an undo of “Cancel”', waits: 'turn', count: 2, actsOnTasks: true, tells: 'undo', press: ({ rememberAct, undoLatest }, tasks) => {
    question = { kind: 'put-back', tasks, declined: 'nothing' };
    rememberAct({ name: '', token: 'withdraw' });
    return undoLatest();
  } },
];

describe.each(paths)('$name', ({ waits, more = {}, state = {}, count = 1, actsOnTasks = false, tells, press }) => {
  test('asks with number and price about what is sent, and only then; if the person says no, nothing is done', async () => {
    const tasks = [queued(waits, more), queued(waits, more)];
    const at = await load(tasks, state);
    const declined = press(at, tasks);
    expect(await at.asked()).toEqual({ account: 'Studio', count, amount: String(2 * count) });
    expect(told).toEqual([]);
    at.answerSubmission(false);
    await declined;
    expect(told).toEqual([]);

    const agreed = press(at, tasks);
    await at.asked();
    at.answerSubmission(true);
    await agreed;
    expect(told.splice(0)).toEqual([tells]);

    if (actsOnTasks) return;
    for (const others of [[], [queued('held', more)], [sampleTask({ status: 'processing', remoteId: 'r', misses: 0 })]]) {
      at.show(others);
      await press(at, []);
      expect(told.splice(0), 'nothing is sent').toEqual([tells]);
    }
  });
});

describe('letting the queue go on', () => {
  test('asks nothing about free tasks, however many', async () => {
    const free = Array.from({ length: 200 }, () => queued('stopped', { accountId: practice.id }));
    const at = await load(free, { queueStopped: true });
    await at.holdAll(false);
    expect(told).toEqual(['settingsUpdate']);
  });

  test('asks nothing about a batch that waits for the whole queue or its account, which ask themselves', async () => {
    const tasks = [queued('batch-held', { batchId })];
    for (const state of [{ queueStopped: true }, { account: { sendingStopped: true } }]) {
      const at = await load(tasks, state);
      await at.holdBatch(at.batch, false);
      expect(told.splice(0)).toEqual(['batchesHold']);
    }
  });

  test('leaves out what then still waits: its batch or its account is stopped', async () => {
    const stopped: Account = { ...studio, id: '55555555-5555-4555-8555-555555555555', name: 'Stopped', sendingStopped: true };
    const at = await load([queued('stopped'), queued('batch-held', { batchId }), queued('stopped', { accountId: stopped.id })], { queueStopped: true, more: [stopped] });
    void at.holdAll(false);
    expect(await at.asked()).toMatchObject({ count: 1 });
  });

  test('asks for each account', async () => {
    const other: Account = { ...studio, id: '55555555-5555-4555-8555-555555555555', name: 'Other' };
    const at = await load([queued('stopped'), queued('stopped', { accountId: other.id })], { queueStopped: true, more: [other] });
    const agreed = at.holdAll(false);
    for (const name of ['Studio', 'Other']) {
      expect(await at.asked()).toMatchObject({ account: name, count: 1 });
      at.answerSubmission(true);
    }
    await agreed;
    expect(told).toEqual(['settingsUpdate']);
  });

  test('asks nothing before it holds', async () => {
    const at = await load([queued('turn')]);
    expect(await at.holdAll(true)).toBe(true);
    await at.holdBatch(at.batch, true);
    expect(told).toEqual(['settingsUpdate', 'batchesHold']);
  });
});

describe('an edit', () => {
  const dear: GenerationRequest = { ...cheap, model: 'dear' };
  const asksAbove: Partial<Account> = { options: { ...noOptions, askAbove: '1' } };
  test.each<readonly [string, QueueReason, GenerationRequest, Partial<Account>, boolean]>([
    ['there is room for it', 'budget', cheap, {}, true],
    ['there is still no room', 'budget', cheap, { options: { ...noOptions, budget: { ...noBudget, total: '1' } } }, false],
    ['its price is known by that', 'price', cheap, {}, true],
    ['its price is still unknown', 'price', dear, {}, false],
    ['its reference pictures are the same', 'references', cheap, {}, false],
    ['it is in its turn', 'turn', cheap, {}, false],
    ['it may cost more than the person wants to spend unasked', 'turn', dear, asksAbove, true],
    ['it is on hold', 'held', dear, asksAbove, false],
    ['the queue is on hold', 'stopped', dear, asksAbove, false],
  ])('asks where it sends the task, or sends something dearer: %s', async (_, waitingFor, request, account, asks) => {
    const task = queued(waitingFor, { request: dear });
    const at = await load([task], { account });
    const edited = at.editTask(task, request);
    expect((await at.asked())?.count ?? 0).toBe(asks ? 1 : 0);
    at.answerSubmission(true);
    expect(await edited).toBe(true);
  });

  test('asks if it takes away the reference pictures for which the task waits', async () => {
    const task = queued('references', { request: { ...cheap, references: [{ kind: 'address', url: 'https://a.example/a.png' }] } });
    const at = await load([task]);
    void at.editTask(task, cheap);
    expect(await at.asked()).toMatchObject({ count: 1, amount: '2' });
  });

  test('asks about the others, too, for which there is room then', async () => {
    const [first, second] = [queued('budget', { request: dear, place: 1 }), queued('budget', { place: 2 })];
    const at = await load([first, second], { account: { options: { ...noOptions, budget: { ...noBudget, total: '4' } } } });
    void at.editTask(first, cheap);
    expect(await at.asked()).toMatchObject({ count: 2, amount: '4' });
  });
});

describe('an id that a person entered', () => {
  const unknown = sampleTask({ status: 'unknown', reason: 'connection-lost', said }, { accountId: studio.id, submittedAt: 1, estimate: '1' });
  const wrong: Task = { ...unknown, state: { status: 'failed', remoteId: 'wrong', said }, byHand: 'connection-lost', facts: { ...noFacts, credits: '2.5' } };
  const waiting = queued('budget');

  async function agrees(at: Awaited<ReturnType<typeof load>>, act: Promise<unknown>, tells: string): Promise<void> {
    expect(await at.asked()).toMatchObject({ count: 1, amount: '2' });
    expect(told).toEqual([]);
    at.answerSubmission(true);
    await act;
    expect(told.splice(0)).toEqual([tells]);
  }

  test('the undo of entering it asks about what is sent once the cost under it counts no longer', async () => {
    const at = await load([unknown, waiting]);
    await at.attachId(unknown, 'wrong', true);
    expect(told.splice(0)).toEqual(['tasksAttach']);
    at.show([wrong, waiting]);
    spent = '2.5';
    question = { kind: 'costs', costs: [{ task: wrong, cost: '1' }] };
    await agrees(at, at.undoLatest(), 'undo');
  });

  test('the redo of taking it back asks, too', async () => {
    const at = await load([wrong, waiting]);
    spent = '2.5';
    await agrees(at, at.actOnTasks('detach', [wrong]), 'tasksDetach');
    at.show([unknown, waiting]);
    await at.undoLatest();
    at.show([wrong, waiting]);
    question = { kind: 'costs', costs: [{ task: wrong, cost: '1' }] };
    await agrees(at, at.redoLatest(), 'redo');
  });

  test('comes back with the cost that was noted under it, which asks if it is less than what counts without it', async () => {
    const noted: Task = { ...wrong, settled: '0.5', estimate: '2' };
    const at = await load([noted, waiting]);
    await at.actOnTasks('detach', [noted]);
    expect(told.splice(0)).toEqual(['tasksDetach']);
    at.show([{ ...unknown, estimate: '2' }, waiting]);
    spent = '2';
    question = { kind: 'costs', costs: [{ task: { ...unknown, estimate: '2' }, cost: '0.5' }] };
    await agrees(at, at.undoLatest(), 'undo');
  });
});

test('a test of a key says that it is one, and not a change', async () => {
  const at = await load([queued('key')]);
  void at.testAccount(studio.id, () => undefined);
  expect([await at.asked(), at.question()?.releases]).toMatchObject([{ count: 1 }, 'test']);
});

test('a price is searched for once for all waiting tasks of a kind, because there may be thousands of both', async () => {
  let reads = 0;
  const counted = { ...price, get model() {
    reads += 1;
    return 'm';
  } };
  const tasks = Array.from({ length: 1000 }, (_, place) => queued('key', { place }));
  const at = await load(tasks, { account: { options: { ...noOptions, budget: { ...noBudget, total: '9000' } } } });
  main.send(11, { kind: 'prices', prices: [{ accountId: studio.id, rows: [counted] }] });
  void at.testAccount(studio.id, () => undefined);
  expect(await at.asked()).toMatchObject({ count: 1000 });
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(100);
});

test.each<readonly [string, Parameters<Awaited<ReturnType<typeof load>>['changeMoney']>[1], number]>([
  ['a price, for which all of them waited', { rows: [price] }, 1],
  ['a higher budget, for those that had no room', { options: { budget: { ...noBudget, total: '7' } } }, 2],
])('%s, asks also while the network is away, because it sends them once the network is back', async (_, change, count) => {
  const priced = 'rows' in change ? [] : [price];
  const at = await load([queued('network', { place: 1 }), queued('network', { place: 2 }), queued('network', { place: 3 })], {
    account: { options: { ...noOptions, budget: { ...noBudget, total: '3' } } },
  });
  main.send(11, { kind: 'prices', prices: [{ accountId: studio.id, rows: priced }] });
  const changed = at.changeMoney(studio.id, change, '');
  expect(await at.asked()).toMatchObject({ count });
  at.answerSubmission(false);
  expect(await changed).toBe(false);
  expect(told).toEqual([]);
});

test('a question about the budget follows what is spent while it is open', async () => {
  const tasks = [queued('budget'), queued('budget'), queued('budget')];
  const at = await load(tasks);
  const changed = at.changeMoney(studio.id, { options: { budget: { ...noBudget, total: '6' } } }, '');
  expect(await at.asked()).toMatchObject({ count: 3 });
  // A task that was under way cost 2.
  spent = '2';
  at.show([...tasks, sampleTask(completed(1), { accountId: studio.id })]);
  await expect.poll(at.asked, { timeout: 5_000 }).toMatchObject({ count: 2, amount: '4' });
  spent = '5';
  at.show(tasks);
  // Nothing is left to ask, so that the question closes and nothing is changed.
  await expect.poll(at.asked, { timeout: 5_000 }).toBeNull();
  expect(await changed).toBe(false);
  expect(told).toEqual([]);
});
