import { expect, test } from 'vitest';
import { noOptions, practiceAccountId, type Account } from '../../../../shared/account.ts';
import type { PriceRow } from '../../../../shared/money/price-table.ts';
import { anyFits, commonPrice, expectedPrice, firstUnpriced, fittingIn, type PriceFacts } from '../../../../shared/money/expected-price.ts';

const request = { model: 'm', size: '1024x1024', quality: 'low' };
const accountOf = (id: string, unit: string): Account => ({ id, kind: 'service', name: id, baseUrl: 'https://a.example', key: { status: 'missing' }, removed: false, consoles: { key: null, billing: null }, options: { ...noOptions, pricedBy, unit }, sendingStopped: false });
const row = (amount: string | null, more: Partial<PriceRow> = {}): PriceRow => ({ ...request, fields: {}, per: 'task', amount, origin: 'learned', at: 1, ...more });
/** No field changes the price. */
const pricedBy = { pictures: null, fields: [], references: false };
const [ada, bob, eve] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'] as const;

/** Three accounts with the same prices. */
function priced(...rows: readonly PriceRow[]): PriceFacts {
  const accounts = [accountOf(ada, 'credits'), accountOf(bob, 'credits'), accountOf(eve, 'USD')];
  return { accounts, prices: [ada, bob, eve].map((accountId) => ({ accountId, rows })) };
}

test('is the sum by the tables of the accounts, exactly', () => {
  const facts = priced(row('0.1'), row('2', { size: '64*', origin: 'person' }));
  expect(expectedPrice([{ accountId: ada, request, count: 3 }, { accountId: bob, request: { ...request, size: '64x64' } }], facts)).toEqual({ amount: '2.3', unit: 'credits', unpriced: 0 });
});

test('says how many have no price, and is null if none has one', () => {
  const facts = priced(row('0.1'));
  expect(expectedPrice([{ accountId: ada, request }, { accountId: ada, request: { ...request, model: 'other' }, count: 4 }], facts)).toEqual({ amount: '0.1', unit: 'credits', unpriced: 4 });
  expect(expectedPrice([{ accountId: ada, request: { ...request, model: 'other' } }], facts)).toBeNull();
});

test('leaves the practice service out, and adds no different units', () => {
  const facts = priced(row('0.1'));
  expect(expectedPrice([{ accountId: practiceAccountId, request }], facts)).toBeNull();
  expect(expectedPrice([{ accountId: ada, request }, { accountId: practiceAccountId, request, count: 9 }], facts)?.amount).toBe('0.1');
  expect(expectedPrice([{ accountId: ada, request }, { accountId: eve, request }], facts)).toBeNull();
});

test('an amount is room for submissions in their order, until one costs more than is left', () => {
  const facts = { accounts: [accountOf(ada, 'credits')], prices: [{ accountId: ada, rows: [row('0.1'), row('0.3', { size: '3x3' })] }] };
  const [cheap, dear, unknown] = [{ accountId: ada, request, count: 3 }, { accountId: ada, request: { ...request, size: '3x3' } }, { accountId: ada, request: { ...request, model: 'other' } }];
  expect(fittingIn('0.3', [cheap], facts)).toBe(3);
  expect(fittingIn('0.29', [cheap], facts)).toBe(2);
  expect(fittingIn('0.09', [cheap], facts)).toBe(0);
  expect(fittingIn('0.45', [dear, cheap], facts)).toBe(2);
  expect(fittingIn('0.25', [dear, cheap], facts)).toBe(0);
  expect(fittingIn('1', [unknown, dear], facts)).toBe(1);
});

test('says whether any fits by itself, in whatever order they are sent', () => {
  const facts = { accounts: [accountOf(ada, 'credits')], prices: [{ accountId: ada, rows: [row('0.1'), row('0.4', { size: '2x2' }), row('0', { size: '3x3' })] }] };
  const of = (size: string) => ({ accountId: ada, request: { ...request, size } });
  expect(anyFits('0.1', [of('2x2'), of('1024x1024')], facts)).toBe(true);
  expect(anyFits('0', [of('2x2'), of('1024x1024'), of('9x9')], facts)).toBe(false);
  expect(anyFits('0', [of('2x2'), of('3x3')], facts)).toBe(true);
});

test('several requests have one price only if it is the same and known for all', () => {
  const facts = { accounts: [accountOf(ada, 'credits')], prices: [{ accountId: ada, rows: [row('0.1'), row('0.1', { size: '2x2' }), row('0.3', { size: '3x3' })] }] };
  const of = (...sizes: readonly string[]): string | null => commonPrice(ada, sizes.map((size) => ({ ...request, size })), facts);
  expect(of('1024x1024', '2x2')).toBe('0.1');
  expect(of('1024x1024', '3x3')).toBeNull();
  expect(of('1024x1024', '4x4')).toBeNull();
  expect(of('4x4')).toBeNull();
});

test('names the first request whose price is missing, and none of the practice service', () => {
  const facts = { accounts: [accountOf(ada, 'credits')], prices: [{ accountId: ada, rows: [row('0.1'), row(null, { size: '2x2' })] }] };
  const requests = ['1024x1024', '2x2', '3x3'].map((size) => ({ ...request, size }));
  expect(firstUnpriced(ada, requests, facts)?.size).toBe('2x2');
  expect(firstUnpriced(ada, requests.slice(0, 1), facts)).toBeNull();
  expect(firstUnpriced(bob, requests, facts)?.size).toBe('1024x1024');
  expect(firstUnpriced(practiceAccountId, requests, facts)).toBeNull();
});
