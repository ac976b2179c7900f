import { expect, test } from 'vitest';
import { reasonFor } from '../../bench/harness/reasons.ts';

const reasons = { scroll: 'For all of it.', 'scroll: work on the main thread while the wheel turns': 'For the wheel alone.', search: 'For another metric.' };

test('the most specific sentence explains a finding', () => {
  expect(reasonFor({ metric: 'scroll', what: 'work on the main thread while the wheel turns, p95' }, reasons)).toBe('For the wheel alone.');
  expect(reasonFor({ metric: 'scroll', what: 'End and Home' }, reasons)).toBe('For all of it.');
});

test('a finding that nobody has looked into gets no explanation of another', () => {
  expect(reasonFor({ metric: 'poll', what: 'connections' }, reasons)).toBe('not explained yet.');
  expect(reasonFor({ metric: 'scroll', what: 'End and Home' }, { 'scroll: work': 'For work.' })).toBe('not explained yet.');
});
