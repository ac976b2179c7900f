import { describe, expect, test } from 'vitest';
import { noConsoles, noOptions, type Account } from '../../../../../shared/account.ts';
import { nextPeriodStart } from '../../../../../shared/money/budget.ts';
import type { QueueReason } from '../../../../../shared/task.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { batchWaitReason, waitsWords } from '../../../../../renderer/parts/tasks/batch-wait-reason.ts';
import { formatsFor } from '../../../../../shared/words/format.ts';
import { sampleTask } from '../../sample-tasks.ts';
import { sampleBatch } from '../../rooms/tasks/sample-batches.ts';

const queued = (waitingFor: QueueReason, retryAt?: number) => sampleTask({ status: 'queued', waitingFor, ...(retryAt !== undefined && { retryAt }) });
const refusal = { httpStatus: 422, code: null, message: 'No such size.' };
const refused = sampleBatch('x', {}, { hold: { by: 'refused', said: refusal } });

test.each([
  ['its turn', sampleBatch('x'), queued('turn'), null],
  ['a key', sampleBatch('x'), queued('key'), { why: 'other', reason: 'key' }],
  ['a price', sampleBatch('x'), queued('price'), { why: 'price' }],
  ['the account to go on', sampleBatch('x'), queued('unclear'), { why: 'unclear' }],
  ['a budget', sampleBatch('x'), queued('budget', 9), { why: 'budget', until: 9 }],
  ['a budget for ever', sampleBatch('x'), queued('budget'), { why: 'budget', until: null }],
  ['the person', sampleBatch('x', {}, { hold: { by: 'person' } }), queued('budget'), { why: 'held' }],
  ['the person after a refusal', refused, queued('turn'), { why: 'refused', message: 'No such size.' }],
  ['nothing, because all of it was sent', sampleBatch('x', { queued: 0 }, { hold: { by: 'person' } }), undefined, null],
] as const)('a batch waits for %s', (_, batch, next, waits) => {
  expect(batchWaitReason(batch, next, false)).toEqual(waits);
});

test('while the whole queue is on hold, a batch waits for that, unless it is on hold itself', () => {
  expect(batchWaitReason(sampleBatch('x'), queued('stopped'), true)).toEqual({ why: 'stopped' });
  expect(batchWaitReason(refused, queued('stopped'), true)).toMatchObject({ why: 'refused' });
});

describe('the words', () => {
  const account: Account = {
    id: 'a', kind: 'service', name: 'Studio', baseUrl: 'https://s.example', key: { status: 'missing' }, removed: false, consoles: noConsoles,
    options: { ...noOptions, budget: { day: '10', month: '200', total: '1000.5' } },
    sendingStopped: false,
  };
  const now = new Date(2026, 10, 23, 12).getTime();
  const words = (waits: Parameters<typeof waitsWords>[2]): string => waitsWords(wordsFor('en'), formatsFor('en-GB'), waits, account, now);

  test('name the budget that has no room, and when it starts again', () => {
    expect(words({ why: 'budget', until: nextPeriodStart(now, 'day') })).toBe('Today’s budget of 10 credits has no room for the next task. It resets at midnight');
    expect(words({ why: 'budget', until: nextPeriodStart(now, 'month') })).toBe('This month’s budget of 200 credits has no room for the next task. It resets next month');
    expect(words({ why: 'budget', until: null })).toBe('The account’s budget of 1,000.5 credits has no room for the next task');
  });

  test('on the last day of a month name the one that there is', () => {
    const last = new Date(2026, 10, 30, 12).getTime();
    const until = nextPeriodStart(last, 'month');
    const withLimits = (day: string | null, month: string | null): string =>
      waitsWords(wordsFor('en'), formatsFor('en-GB'), { why: 'budget', until }, { ...account, options: { ...account.options, budget: { day, month, total: null } } }, last);
    expect(withLimits(null, '200')).toMatch(/^This month’s budget of 200 credits has/);
    expect(withLimits('10', null)).toMatch(/^Today’s budget of 10 credits has/);
    expect(withLimits('10', '200')).toBe('Today’s or this month’s budget has no room for the next task. Both reset at midnight');
  });

  test('say what the service said', () => {
    expect(words({ why: 'refused', message: 'No such size.' })).toBe('On hold, because the service refused its tasks: “No such size.”');
    expect(words({ why: 'refused', message: null })).toBe('On hold, because the service refused its tasks');
  });

  test('have no unknown values', () => {
    for (const waits of [{ why: 'stopped' }, { why: 'held' }, { why: 'price' }, { why: 'other', reason: 'key' }] as const) expect(words(waits)).not.toMatch(/[{}]|undefined/);
  });
});
