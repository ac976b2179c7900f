import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../../electron/core/http/retry-after.ts';

const now = Date.UTC(2026, 10, 21, 14, 0, 0);

describe('retryAfterMs', () => {
  it.each<readonly [string, number | null]>([
    ['0', 0],
    ['1', 1000],
    ['120', 120_000],
    [' 7 ', 7000],
    ['007', 7000],
    ['+5', 5000],
    ['1.5', 1500],
    ['2.', 2000],
    ['30, 30', 30_000],
    ['30s', 30_000],
    ['30 s', 30_000],
    ['600', 600_000],
    ['601', 600_000],
    ['99999999999999999999', 600_000],
    ['Sat, 21 Nov 2026 14:00:05 GMT', 5000],
    ['Sat, 21 Nov 2026 14:05:00 UTC', 300_000],
    ['sat, 21 nov 2026 14:00:05 gmt', 5000],
    ['Saturday, 21-Nov-26 14:00:09 GMT', 9000],
    ['Sat Nov 21 14:00:08 2026', 8000],
    ['Sun Nov  1 14:00:08 2026', 0],
    ['Sat, 21 Nov 2026 13:59:00 GMT', 0],
    ['Sat, 21 Nov 2036 14:00:00 GMT', 600_000],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['', null],
    ['-5', null],
    ['soon', null],
    ['1e3', null],
    ['0x10', null],
    ['Infinity', null],
    ['NaN', null],
    ['2026-11-21T14:00:05Z', null],
    ['Sat, 32 Nov 2026 14:00:05 GMT', null],
    ['Sat, 21 Foo 2026 14:00:05 GMT', null],
    ['Sat, 21 Nov 2026 25:00:05 GMT', null],
    ['5 apples', null],
  ])('%j: %s', (value, expected) => {
    expect(retryAfterMs({ 'retry-after': value }, now)).toBe(expected);
  });

  it('there is none', () => {
    expect(retryAfterMs({}, now)).toBeNull();
  });

  it("takes a date against the answer's own, for this clock may be a year off", () => {
    const headers = { 'retry-after': 'Sat, 21 Nov 2026 14:00:05 GMT', date: 'Sat, 21 Nov 2026 14:00:00 GMT' };
    expect(retryAfterMs(headers, now - 365 * 86_400_000)).toBe(5000);
    expect(retryAfterMs(headers, now + 365 * 86_400_000)).toBe(5000);
    expect(retryAfterMs({ ...headers, date: 'garbage' }, now)).toBe(5000);
  });
});
