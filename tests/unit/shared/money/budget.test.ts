import { describe, expect, test } from 'vitest';
import { nextPeriodStart, noBudget, periodStart, roomIn } from '../../../../shared/money/budget.ts';

const at = (year: number, month: number, day: number, hour = 0): number => new Date(year, month - 1, day, hour).getTime();

describe('a period', () => {
  test('begins at midnight, in local time', () => {
    expect(periodStart(at(2026, 11, 23, 19), 'day')).toBe(at(2026, 11, 23));
    expect(periodStart(at(2026, 11, 23), 'day')).toBe(at(2026, 11, 23));
    expect(periodStart(at(2026, 11, 23, 19), 'month')).toBe(at(2026, 11, 1));
  });

  test('begins anew the next day or month, also at the end of a year', () => {
    expect(nextPeriodStart(at(2026, 12, 31, 23), 'day')).toBe(at(2027, 1, 1));
    expect(nextPeriodStart(at(2026, 12, 31, 23), 'month')).toBe(at(2027, 1, 1));
    expect(nextPeriodStart(at(2028, 2, 28), 'day')).toBe(at(2028, 2, 29));
  });
});

describe('the room in a budget', () => {
  const spent = { day: '3', month: '10', total: '90.5' };

  test('has no end without a limit', () => expect(roomIn(noBudget, spent)).toBeNull());

  test.each([
    [{ ...noBudget, day: '3.01' }, { amount: '0.01', period: 'day' }],
    [{ day: '5', month: '11', total: '100' }, { amount: '1', period: 'month' }],
    [{ day: '5', month: '12', total: '92.5' }, { amount: '2', period: 'total' }],
    [{ day: '2', month: '5', total: null }, { amount: '0', period: 'month' }],
    [{ day: '0', month: null, total: '100' }, { amount: '0', period: 'day' }],
  ] as const)('%j leaves %j', (budget, room) => expect(roomIn(budget, spent)).toEqual(room));
});
