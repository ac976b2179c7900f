import { expect, onTestFinished, test, vi } from 'vitest';
import { noOptions, practiceAccountId, type PricedBy } from '../../../../shared/account.ts';
import { noFacts, type Task } from '../../../../shared/task.ts';
import { openPriceBook, type PriceBook } from '../../../../electron/core/money/price-book.ts';
import type { PriceStore } from '../../../../electron/core/money/price-store.ts';
import { openTestDatabase, testAccount, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeTask, start } from '../../database/samples.ts';

const request = { model: 'painter-1', prompt: 'a fox', size: '1024x1024', quality: 'low' };
const whole = { fields: {}, per: 'task' } as const;
const costing = (credits: string | null, more: Partial<Task> = {}): Task =>
  makeTask({ request, submittedAt: start, state: { status: 'completed', remoteId: 'r', imageCount: 1 }, facts: { ...noFacts, credits }, ...more });

async function openBook(pricedBy: () => PricedBy = () => noOptions.pricedBy, now = () => start + 10): Promise<{ book: PriceBook; again: () => Promise<PriceBook>; changed: ReturnType<typeof vi.fn> }> {
  let database: TestDatabase = await openTestDatabase();
  const writes: Promise<void>[] = [];
  const learnPrices: PriceStore['learnPrices'] = (...args) => {
    const write = database.repository.learnPrices(...args);
    writes.push(write);
    return write;
  };
  onTestFinished(async () => {
    await Promise.all(writes);
    await database.remove();
  });
  const changed = vi.fn();
  const open = (): Promise<PriceBook> => openPriceBook({ repository: { ...database.repository, learnPrices }, pricedBy, changed, now, failed: (error) => expect.fail(String(error)) });
  return {
    book: await open(),
    changed,
    async again() {
      await Promise.all(writes);
      database = await database.reopen();
      return open();
    },
  };
}

const price = (book: PriceBook, more: Partial<typeof request> = {}): string | null => book.price(testAccount.id, { ...request, ...more });

test('learns what finished tasks cost, and keeps it', async () => {
  const { book, again, changed } = await openBook();
  expect(price(book)).toBeNull();
  book.learn(costing('1.8'));
  expect([price(book), price(book, { size: '64x64' })]).toEqual(['1.8', null]);
  book.learn(costing('1.8', { submittedAt: start + 1 }));
  expect(changed).toHaveBeenCalledTimes(1);
  expect(price(await again())).toBe('1.8');
});

test('takes an equal price as news once the person has saved a lower one', async () => {
  let time = start;
  const { book } = await openBook(undefined, () => time);
  book.learn(costing('1.8', { submittedAt: start - 2 }));
  await book.set(testAccount.id, [{ model: '*', size: '*', quality: '*', ...whole, amount: '1' }]);
  expect(price(book)).toBe('1');
  time = start + 1;
  book.learn(costing('1.8', { submittedAt: time }));
  expect(price(book)).toBe('1.8');
});

test('a price that was learned while the clock was a year ahead is replaced by a later one, and by what the person writes, and a dearer one counts again after that', async () => {
  const year = 365 * 24 * 3_600_000;
  let time = start + year;
  const { book, again } = await openBook(undefined, () => time);
  book.learn(costing('9', { submittedAt: time }));
  time = start + 10;
  await book.set(testAccount.id, [{ ...request, ...whole, amount: '1' }]);
  expect([price(book), price(await again())]).toEqual(['1', '1']);
  time = start + 20;
  book.learn(costing('2', { submittedAt: time }));
  expect(price(book)).toBe('2');
  time = start + year;
  book.learn(costing('8', { submittedAt: time }));
  time = start + 30;
  book.learn(costing('3', { submittedAt: time }));
  book.learn(costing('7', { submittedAt: time - 5 }));
  expect(price(book)).toBe('3');
});

test('learns the latest price, and nothing from old tasks, tasks without pictures, or practice', async () => {
  const { book } = await openBook();
  book.learn(costing('2', { submittedAt: start + 5 }));
  book.learn(costing('1', { submittedAt: start }));
  book.learn(costing('9', { submittedAt: start + 9, state: { status: 'completed', remoteId: 'r', imageCount: 0 } }));
  book.learn(costing(null, { submittedAt: start + 9 }));
  book.learn(costing('9', { submittedAt: start + 9, accountId: practiceAccountId }));
  expect(price(book)).toBe('2');
  expect(book.price(practiceAccountId, request)).toBeNull();
});

test('keeps the rows of the person beside learned ones, exactly', async () => {
  const { book, again } = await openBook();
  book.learn(costing('2'));
  await book.set(testAccount.id, [
    { model: 'other', size: '*', quality: '*', ...whole, amount: '0.000000001' },
    { model: 'painter-2', size: '*', quality: 'hd', ...whole, amount: '123456789.123456789' },
    { model: 'painter-3', size: '*', quality: '*', ...whole, amount: null },
  ]);
  const later = await again();
  for (const each of [book, later]) {
    expect([price(each), price(each, { model: 'other' }), price(each, { model: 'painter-2', quality: 'hd' }), price(each, { model: 'painter-3' })]).toEqual(['2', '0.000000001', '123456789.123456789', null]);
  }
  await later.set(testAccount.id, []);
  expect(price(later, { model: 'other' })).toBeNull();
});

test('a price holds for the values that it was learned with, after a new start too', async () => {
  const { book, again } = await openBook();
  book.learn(costing('4', { request: { ...request, fields: { n: 4, seed: 1 } }, state: { status: 'completed', remoteId: 'r', imageCount: 4 } }));
  for (const each of [book, await again()]) {
    expect(each.price(testAccount.id, { ...request, fields: { seed: 2, n: '4' } })).toBe('4');
    for (const fields of [{ n: 2 }, { n: 4, resolution: '4k' }, {}]) expect(each.price(testAccount.id, { ...request, fields })).toBeNull();
  }
});

test('what prices depend on may change: what was learned without the new field says nothing', async () => {
  let by = noOptions.pricedBy;
  const { book } = await openBook(() => by);
  await book.set(testAccount.id, [{ model: 'other', size: '*', quality: '*', fields: {}, per: 'picture', amount: '0.5' }]);
  book.learn(costing('2'));
  expect([price(book), price(book, { model: 'other' })]).toEqual(['2', '0.5']);
  by = { ...by, fields: ['style'] };
  expect([price(book), price(book, { model: 'other' })]).toEqual([null, '0.5']);
  expect(book.price(testAccount.id, { ...request, model: 'other', fields: { style: 'oil' } })).toBeNull();
  expect(book.price(testAccount.id, { ...request, model: 'other', fields: { n: 3 } })).toBe('1.5');
});

test.each<[string, Partial<Task>]>([
  ['that cost nothing, as a trial or a refund', { facts: { ...noFacts, credits: '0' } }],
  ['that gave fewer pictures than asked for', { request: { ...request, fields: { n: 3 } }, state: { status: 'completed', remoteId: 'r', imageCount: 2 } }],
  ['that was sent elsewhere', { adopted: true, request: { ...request, model: '', size: '', quality: '' } }],
  ['that is one of several ids of a submission', { facts: { ...noFacts, credits: '2', ids: 4 } }],
  ['whose id a person entered', { byHand: 'no-answer-in-time' }],
  ['that is an imported picture', { imported: {} as Task['imported'] }],
  ['that failed', { state: { status: 'failed', remoteId: 'r', said: { httpStatus: null, code: null, message: null } } }],
  ['with a value too long for a table', { request: { ...request, fields: { resolution: 'x'.repeat(201) } } }],
])('learns nothing from a task %s', async (_, more) => {
  const { book, changed } = await openBook();
  const task = costing('2', more);
  book.learn(task);
  expect(book.price(testAccount.id, task.request)).toBeNull();
  expect(changed).not.toHaveBeenCalled();
});

test('learns what the service said, and not what the person settled', async () => {
  const { book } = await openBook();
  book.learn(costing('2', { settled: '0' }));
  book.learn(costing(null, { settled: '9', submittedAt: start + 1 }));
  expect(price(book)).toBe('2');
});

test('what was found for thousands of tasks holds until the table changes', async () => {
  const { book } = await openBook();
  await book.set(testAccount.id, Array.from({ length: 5_000 }, (_, at) => ({ model: `m${at}*`, size: '*', quality: '*', ...whole, amount: '1' })));
  for (let each = 0; each < 10_000; each += 1) expect(book.price(testAccount.id, { ...request, prompt: String(each), fields: { seed: each } })).toBeNull();
  await book.set(testAccount.id, [{ model: '*', size: '*', quality: '*', ...whole, amount: '3' }]);
  expect(price(book)).toBe('3');
});
