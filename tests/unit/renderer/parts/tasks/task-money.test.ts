import { expect, test } from 'vitest';
import { isOutcomeUnknown, moneyOf, shownCost, mostSerious, unitCosts } from '../../../../../renderer/parts/tasks/task-money.ts';
import { noConsoles, noOptions, practiceAccountId, type Account } from '../../../../../shared/account.ts';
import { noFacts } from '../../../../../shared/task.ts';
import type { TaskState } from '../../../../../shared/task.ts';
import { completed, keptImage, processing, said, sampleTask, waiting, withImages } from '../../sample-tasks.ts';

const states: readonly (readonly [ReturnType<typeof moneyOf>, TaskState])[] = [
  ['nothing', { status: 'queued', waitingFor: 'turn' }],
  ['nothing', { status: 'withdrawn' }],
  ['not-accepted', { status: 'rejected', said }],
  ['maybe', { status: 'submitting' }],
  ['maybe', processing],
  ['maybe', { status: 'paused', remoteId: 'r', by: 'user' }],
  ['maybe', { status: 'failed', remoteId: 'r', said }],
  ['maybe', completed(0)],
  ['unknown', { status: 'unknown', reason: 'connection-lost', said }],
  ['unknown', { status: 'missing', remoteId: 'r', said }],
];

test.each(states)('%s: %j', (money, state) => {
  const task = sampleTask(state);
  expect(moneyOf(withImages(task))).toBe(money);
  expect(isOutcomeUnknown(task)).toBe(money === 'unknown');
});

test('a picture that came was charged', () => {
  const task = sampleTask(completed(2));
  const late = { id: 2, taskId: task.id, index: 1, state: waiting };
  expect(moneyOf(withImages(task, keptImage(1, task.id), late))).toBe('charged');
  expect(moneyOf(withImages(task, late))).toBe('maybe');
});

test('several are summed up by the worst', () => {
  const all = states.map(([, state]) => withImages(sampleTask(state)));
  expect(mostSerious(all)).toBe('unknown');
  expect(mostSerious(all.slice(0, 4))).toBe('maybe');
  expect(mostSerious(all.slice(0, 3))).toBe('not-accepted');
  expect(mostSerious(all.slice(0, 2))).toBe('nothing');
});

test('what the service says about the charge overrides the guess', () => {
  const failed = (message: string | null, credits: string | null) =>
    withImages(sampleTask({ status: 'failed', remoteId: 'r', said: { ...said, message } }, { facts: { ...noFacts, credits } }));
  expect(shownCost([failed('The prompt was blocked.', null)])).toMatchObject({ kind: 'guess', money: 'maybe' });
  expect(shownCost([failed('The prompt was blocked. No credits were taken.', null)])).toBeNull();
  expect(shownCost([failed('The prompt was blocked. No credits were taken.', '0')])).toMatchObject({ kind: 'credits' });
  expect(shownCost([failed(null, '0.1'), failed(null, '0.2')])).toMatchObject({ kind: 'credits' });
  // Without a word of the service on one of them, the guess stays.
  expect(shownCost([failed(null, '2'), failed(null, null)])).toMatchObject({ kind: 'guess', money: 'maybe' });
});

test.each(states)('the practice service never charges: not %s: %j', (_, state) => {
  const entry = withImages(sampleTask(state, { accountId: practiceAccountId, facts: { ...noFacts, credits: '3' } }));
  expect(moneyOf(entry)).toBe('free');
  expect(shownCost([entry])).toMatchObject({ kind: 'guess', money: 'free' });
  // With a paid task among them, only that one counts.
  expect(shownCost([entry, withImages(sampleTask(processing))])).toMatchObject({ kind: 'guess', money: 'maybe' });
  expect(shownCost([entry, withImages(sampleTask(processing, { facts: { ...noFacts, credits: '2' } }))])).toMatchObject({ kind: 'credits' });
});

test('a refusal for lack of credits does not mention a charge for this task', () => {
  const refused = (message: string) => withImages(sampleTask({ status: 'rejected', said: { httpStatus: 402, code: null, message } }));
  expect(shownCost([refused('Insufficient balance')])).toMatchObject({ kind: 'guess', money: 'not-accepted' });
});

test('what a person settled stands above what the service says', () => {
  const failed = { status: 'failed', remoteId: 'r', said: { ...said, message: 'No credits were taken.' } } as const;
  const entry = (settled: string) => withImages(sampleTask(failed, { settled, facts: { ...noFacts, credits: '2' } }));
  expect(shownCost([entry('0')])).toMatchObject({ kind: 'guess', money: 'settled' });
  expect(shownCost([entry('0.5')])).toMatchObject({ kind: 'guess', money: 'settled' });
});

test('amounts of different units are told apart, and practice and unsent tasks have none', () => {
  const account = (id: string, unit: string): Account => ({ id, kind: 'service', name: id, baseUrl: 'https://a', key: { status: 'missing' }, removed: false, sendingStopped: false, consoles: noConsoles, options: { ...noOptions, unit } });
  const sent = (accountId: string, more: Partial<ReturnType<typeof sampleTask>>) => sampleTask(processing, { accountId, submittedAt: 1, ...more });
  const tasks = [
    sent('a', { estimate: '0.1' }),
    sent('a', { estimate: '0.1', facts: { ...noFacts, credits: '0.3' } }),
    sent('b', { estimate: '5' }),
    sent('c', {}),
    sent(practiceAccountId, { facts: { ...noFacts, credits: '9' } }),
    sampleTask({ status: 'queued', waitingFor: 'turn' }, { accountId: 'b' }),
  ];
  expect(unitCosts(tasks, [account('a', 'USD'), account('b', 'credits'), account('c', 'USD')])).toEqual([
    { unit: 'USD', tasks: 3, spent: '0.4', rest: '0.1', unpriced: 1 },
    { unit: 'credits', tasks: 1, spent: '5', rest: '5', unpriced: 0 },
  ]);
});

test('the amount beside the worst is that of the tasks which it is true of', () => {
  const unknown = (settled: string | null) => withImages(sampleTask({ status: 'unknown', reason: 'server-error', said }, { submittedAt: 1, estimate: '0.04', settled }));
  const [settled, open, other] = [unknown('0.05'), unknown(null), unknown(null)];
  expect(shownCost([settled, open, other])).toEqual({ kind: 'guess', money: 'unknown', of: [open, other] });
  expect(shownCost([settled, unknown('0')])).toMatchObject({ money: 'settled', of: [{ task: { settled: '0.05' } }, { task: { settled: '0' } }] });
});
