import { expect, onTestFinished, test, vi } from 'vitest';
import { practiceAccountId } from '../../../../shared/account.ts';
import { noFacts, type Task } from '../../../../shared/task.ts';
import { openPriceBook, type PriceBook } from '../../../../electron/core/money/price-book.ts';
import { openTestDatabase, testAccount, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeTask, start } from '../../database/samples.ts';

const request = { model: 'painter-1', prompt: 'a fox', size: '1024x1024', quality: 'low' };
const costing = (credits: string | null, more: Partial<Task> = {}): Task =>
  makeTask({ request, submittedAt: start, state: { status: 'completed', remoteId: 'r', imageCount: 1 }, facts: { ...noFacts, credits }, ...more });

async function openBook(): Promise<{ book: PriceBook; again: () => Promise<PriceBook>; changed: ReturnType<typeof vi.fn> }> {
  let database: TestDatabase = await openTestDatabase();
  onTestFinished(() => database.remove());
  const changed = vi.fn();
  const open = (): Promise<PriceBook> => openPriceBook({ repository: database.repository, changed, now: () => start, failed: (error) => expect.fail(String(error)) });
  return {
    book: await open(),
    changed,
    async again() {
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
  const { book } = await openBook();
  book.learn(costing('1.8', { submittedAt: start - 2 }));
  await book.set(testAccount.id, [{ model: '*', size: '*', quality: '*', amount: '1' }]);
  expect(price(book)).toBe('1');
  book.learn(costing('1.8', { submittedAt: start + 1 }));
  expect(price(book)).toBe('1.8');
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
    { model: 'other', size: '*', quality: '*', amount: '0.000000001' },
    { model: 'painter-2', size: '*', quality: 'hd', amount: '123456789.123456789' },
    { model: 'painter-3', size: '*', quality: '*', amount: null },
  ]);
  const later = await again();
  for (const each of [book, later]) {
    expect([price(each), price(each, { model: 'other' }), price(each, { model: 'painter-2', quality: 'hd' }), price(each, { model: 'painter-3' })]).toEqual(['2', '0.000000001', '123456789.123456789', null]);
  }
  await later.set(testAccount.id, []);
  expect(price(later, { model: 'other' })).toBeNull();
});
