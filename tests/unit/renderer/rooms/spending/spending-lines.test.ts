import { expect, it } from 'vitest';
import type { SpendingLine } from '../../../../../shared/money/spending.ts';
import { withoutGaps } from '../../../../../renderer/rooms/spending/spending-lines.ts';
import { queryFor, scopeIn, scopesOf } from '../../../../../renderer/rooms/spending/spending-choices.ts';
import { noConsoles, noOptions, type Account } from '../../../../../shared/account.ts';

const line = (key: string): SpendingLine =>
  ({ key, name: null, tasks: 1, made: 1, empty: 0, failed: 0, rejected: 0, unknown: 0, lost: 0, open: 0, spent: '1', said: '0', saidTasks: 0, estimated: '1', estimatedTasks: 1, rest: '0', restTasks: 0, compared: { tasks: 0, said: '0', estimated: '0' }, unpriced: 0 });
const local = (year: number, month: number, day: number): number => new Date(year, month - 1, day).getTime();

it('draws a bar for every day of a month, also when the clock changes', () => {
  const filled = withoutGaps([line('2026-03-02'), line('2026-03-29')], 'days', local(2026, 3, 1), local(2026, 4, 1));
  expect(filled).toHaveLength(31);
  expect(filled.filter(({ tasks }) => tasks > 0).map(({ key }) => key)).toEqual(['2026-03-02', '2026-03-29']);
  expect(new Set(filled.map(({ key }) => key)).size).toBe(31);
});

it('begins with the first month if no time is set, and leaves gaps in years of days', () => {
  expect(withoutGaps([line('2025-11'), line('2026-02')], 'months', null, local(2026, 3, 5)).map(({ key }) => key)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02', '2026-03']);
  expect(withoutGaps([line('2020-01-01'), line('2026-02-01')], 'days', null, local(2026, 3, 5))).toHaveLength(2);
  expect(withoutGaps([], 'days', null, local(2026, 3, 5))).toEqual([]);
});

const account = (id: string, unit: string, kind: Account['kind'] = 'service'): Account =>
  ({ id, kind, name: id, baseUrl: 'https://a', key: { status: 'missing' }, removed: false, sendingStopped: false, consoles: noConsoles, options: { ...noOptions, unit } });

it('never adds up different units, and leaves practice out', () => {
  const scopes = scopesOf([account('p', 'credits', 'practice'), account('a', 'credits'), account('b', 'USD'), account('c', 'credits')]);
  expect(scopes.map(({ value, accounts }) => [value, accounts.map(({ id }) => id)])).toEqual([
    ['unit credits', ['a', 'c']],
    ['a', ['a']],
    ['b', ['b']],
    ['c', ['c']],
  ]);
  expect(scopeIn(scopes, null, 'b')?.value).toBe('b');
  expect(scopeIn(scopes, null, 'c')?.value).toBe('unit credits');
  expect(scopeIn(scopes, 'c', 'b')?.value).toBe('c');
});

it('knows where its times begin and end', () => {
  const [scope] = scopesOf([account('a', 'credits')]);
  const now = new Date(2026, 0, 31, 15).getTime();
  if (scope === undefined) throw new Error('no scope');
  const times = (['month', 'last-month', 'days', 'year', 'all'] as const).map((period) => queryFor(period, scope, now)).map(({ from, until }) => [from, until]);
  const tomorrow = local(2026, 2, 1);
  expect(times).toEqual([
    [local(2026, 1, 1), tomorrow],
    [local(2025, 12, 1), local(2026, 1, 1)],
    [local(2026, 1, 2), tomorrow],
    [local(2025, 2, 1), tomorrow],
    [null, tomorrow],
  ]);
});
