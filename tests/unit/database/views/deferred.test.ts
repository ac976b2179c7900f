import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { begunLater } from '../../../../electron/database/views/deferred.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = (): boolean => false;

it('begins after its time, once', async () => {
  const begin = vi.fn(() => Promise.resolve('made'));
  const { made, now } = begunLater(120, begin, never);
  await vi.advanceTimersByTimeAsync(119);
  expect(begin).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect([await made, await now()]).toEqual(['made', 'made']);
  expect(begin).toHaveBeenCalledOnce();
});

it('begins at once for somebody who waits', async () => {
  const begin = vi.fn(() => Promise.resolve('made'));
  expect(await begunLater(1_000, begin, never).now()).toBe('made');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(begin).toHaveBeenCalledOnce();
});

it('does not begin when it is stale by then, and a failure that nobody asks for is nobody’s', async () => {
  const begin = vi.fn(() => Promise.resolve('made'));
  const { made } = begunLater(120, begin, () => true);
  begunLater(120, () => Promise.reject(new Error('unasked')), never);
  await vi.advanceTimersByTimeAsync(120);
  expect(await made).toBeNull();
  expect(begin).not.toHaveBeenCalled();
});
