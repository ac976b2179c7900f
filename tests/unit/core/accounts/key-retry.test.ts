import { expect, it, vi } from 'vitest';
import { retryKeys } from '../../../../electron/core/accounts/key-retry.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

it('retries unreadable keys at least once a minute until it is stopped', async () => {
  const clock = createFakeClock();
  const read = vi.fn(() => Promise.resolve());
  const stop = retryKeys(clock, read);
  await clock.advance(60_000);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(1);
  await clock.advance(600_000);
  const soFar = read.mock.calls.length;
  expect(soFar).toBeGreaterThanOrEqual(11);
  stop();
  await clock.advance(600_000);
  expect([read.mock.calls.length, clock.waiting()]).toEqual([soFar, 0]);
});

it('does not start an attempt before the last one has ended', async () => {
  const clock = createFakeClock();
  const answer = Promise.withResolvers<void>();
  const read = vi.fn(() => answer.promise);
  const stop = retryKeys(clock, read);
  await clock.advance(300_000);
  expect(read).toHaveBeenCalledOnce();
  stop();
  answer.resolve();
  await clock.advance(60_000);
  expect([read.mock.calls.length, clock.waiting()]).toEqual([1, 0]);
});

it('continues after an attempt that failed', async () => {
  const clock = createFakeClock();
  const read = vi.fn(() => Promise.reject(new Error('the disk')));
  const stop = retryKeys(clock, read);
  await clock.advance(120_000);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(2);
  stop();
});
