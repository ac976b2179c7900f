import { beforeEach, describe, expect, test } from 'vitest';
import { noOptions, type Account } from '../../../../../shared/account.ts';
import type { PriceRow } from '../../../../../shared/money/price-table.ts';
import { ok } from '../../../../../shared/result.ts';
import type { QueueReason, Task } from '../../../../../shared/task.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';
import { sampleTask } from '../../sample-tasks.ts';
import { submissionQuestion } from '../../submission-question.ts';

const studio: Account = {
  id: snapshot.selectedAccountId,
  kind: 'service',
  name: 'Studio',
  baseUrl: 'https://a.example',
  key: { status: 'present', keeping: 'session', lastFour: '1234' },
  removed: false,
  consoles: { key: null, billing: null },
  options: { ...noOptions, askAbove: '1' },
  sendingStopped: true,
};
const costing = (amount: string): PriceRow => ({ model: '*', size: '*', quality: '*', fields: {}, per: 'task', amount, origin: 'person', at: 1 });
const queued = (waitingFor: QueueReason): Task => sampleTask({ status: 'queued', waitingFor }, { accountId: studio.id });

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.install();
  main.snapshot = ok({ ...snapshot, accounts: [studio], prices: [{ accountId: studio.id, rows: [costing('2')] }], settings: { ...snapshot.settings, askAbove: 100, confirmedAccounts: [studio.id] } });
});

async function load(tasks: readonly Task[] = []) {
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  await connect();
  const { useTasks } = await import('../../../../../renderer/stores/tasks-store.ts');
  const submit = await import('../../../../../renderer/stores/compose/submit.ts');
  const dialog = await submissionQuestion();
  const { changeFacts } = await import('../../../../../renderer/stores/app-store.ts');
  const show = (now: readonly Task[]): void => useTasks.setState({ tasks: new Map(now.map((task) => [task.id, { task, images: [] }])) });
  show(tasks);
  return {
    ...submit,
    ...dialog,
    show,
    setPrice: (amount: string): void => changeFacts({ prices: [{ accountId: studio.id, rows: [costing(amount)] }] }),
    changeFacts,
    asked: dialog.askedNow,
  };
}

describe('an open question before money', () => {
  const request = { prompt: 'a fox', model: 'm', size: '', quality: '' };

  test('has the price of now, and is the same question as long as nothing of it changes', async () => {
    const { submitTasks, answerSubmission, setPrice, changeFacts, asked } = await load();
    const sent = submitTasks([{ accountId: studio.id, request, count: 3, retryOf: null }]);
    const first = asked();
    expect(first).toMatchObject({ count: 3, price: { amount: '6' } });
    changeFacts({ suggestions: { models: ['m'], sizes: [], qualities: [] } });
    setPrice('2');
    expect(asked()).toBe(first);
    setPrice('5');
    expect(asked()).toMatchObject({ count: 3, price: { amount: '15' } });
    answerSubmission(true);
    expect(await sent).toEqual(['sent']);
    setPrice('7');
    expect(asked()).toBeNull();
  });

  test('closes, and nothing is sent, if there is nothing to ask any more', async () => {
    const { submitTasks, setPrice, asked } = await load();
    const sent = submitTasks([{ accountId: studio.id, request, count: 1, retryOf: null }]);
    expect(asked()).toMatchObject({ abovePrice: '1' });
    setPrice('0.5');
    expect(asked()).toBeNull();
    expect(await sent).toEqual(['declined']);
    expect(main.inputsOf('tasksSubmit')).toEqual([]);
  });

  test('counts the tasks in the queue that are still there, with their requests of now', async () => {
    const [one, two] = [queued('held'), queued('held')];
    const { confirmRelease, stillQueued, show, asked } = await load([one, two]);
    const confirmed = confirmRelease(() => stillQueued([one, two]));
    expect(asked()).toMatchObject({ count: 2, price: { amount: '4' } });
    const edited = { ...one, request: { ...one.request, prompt: 'edited' } };
    show([edited, two]);
    expect(asked()?.submissions.map((submission) => submission.request.prompt)).toEqual(['edited', two.request.prompt]);
    show([edited]);
    expect(asked()).toMatchObject({ count: 1, price: { amount: '2' } });
    show([{ ...edited, state: { status: 'submitting' } }]);
    expect(asked()).toBeNull();
    expect(await confirmed).toBe(false);
  });

  test('about going on after unknown outcomes counts what has come to wait, and closes once sending goes on', async () => {
    const one = queued('unclear');
    const { show, changeFacts, asked } = await load([one]);
    const { resumeSending } = await import('../../../../../renderer/stores/tasks/resume-sending.ts');
    const resumed = resumeSending([studio.id]);
    expect(asked()).toMatchObject({ count: 1, price: { amount: '2' } });
    show([one, queued('unclear')]);
    expect(asked()).toMatchObject({ count: 2, price: { amount: '4' } });
    changeFacts({ accounts: [{ ...studio, sendingStopped: false }] });
    expect(asked()).toBeNull();
    await resumed;
    expect(main.inputsOf('accountsResumeSending')).toEqual([]);
  });
});
