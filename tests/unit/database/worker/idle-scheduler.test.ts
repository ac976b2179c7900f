import { expect, it, onTestFinished, vi } from 'vitest';
import { createIdleScheduler } from '../../../../electron/database/worker/idle-scheduler.ts';

/** Work of so many parts, on a clock of the test's own. */
function work(parts: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let done = 0;
  const idleWork = createIdleScheduler(() => {
    done += 1;
    return done < parts;
  });
  return { idleWork, done: () => done };
}

it('is done in parts to its end after a while without calls', () => {
  const { idleWork, done } = work(3);
  idleWork.called();
  vi.advanceTimersByTime(99);
  expect(done()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(done()).toBe(3);
});

it('is delayed by each call, and runs between calls if they never stop', () => {
  const { idleWork, done } = work(1_000);
  for (let at = 0; at < 1_800; at += 5) {
    idleWork.called();
    vi.advanceTimersByTime(5);
  }
  expect(done()).toBe(0);
  for (let at = 0; at < 8_000; at += 5) {
    idleWork.called();
    vi.advanceTimersByTime(5);
  }
  expect(done()).toBeGreaterThanOrEqual(3);
});
