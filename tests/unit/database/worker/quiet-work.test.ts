import { expect, it, onTestFinished, vi } from 'vitest';
import { createQuietWork } from '../../../../electron/database/worker/quiet-work.ts';

/** Work of so many parts, on a clock of the test's own. */
function work(parts: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let done = 0;
  const quietWork = createQuietWork(() => {
    done += 1;
    return done < parts;
  });
  return { quietWork, done: () => done };
}

it('is done in parts when nobody has called for a while, to its end', () => {
  const { quietWork, done } = work(3);
  quietWork.called();
  vi.advanceTimersByTime(99);
  expect(done()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(done()).toBe(3);
});

it('is put off by each call, and comes between them when they never cease', () => {
  const { quietWork, done } = work(1_000);
  for (let at = 0; at < 1_800; at += 5) {
    quietWork.called();
    vi.advanceTimersByTime(5);
  }
  expect(done()).toBe(0);
  for (let at = 0; at < 8_000; at += 5) {
    quietWork.called();
    vi.advanceTimersByTime(5);
  }
  expect(done()).toBeGreaterThanOrEqual(3);
});
