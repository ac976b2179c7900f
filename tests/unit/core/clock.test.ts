import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../electron/core/util/clock.ts';
import { createSystemClock } from '../../../electron/core/util/system-clock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** What the engine relies on. The fake clock must not be more lenient than the real one. */
function holdsForEveryClock(name: string, make: () => { clock: Clock; pass: (ms: number) => Promise<void> }): void {
  describe(name, () => {
    it('runs once, never before the delay is over', async () => {
      const { clock, pass } = make();
      const start = clock.monotonic();
      const runs: number[] = [];
      for (const delay of [0, 0.4, 1, 7.6, 25]) clock.after(delay, () => runs.push(clock.monotonic() - (start + delay)));
      await pass(80);
      expect(runs).toHaveLength(5);
      for (const late of runs) expect(late).toBeGreaterThanOrEqual(0);
    });

    it('runs nothing before the call returns, and nothing that was cancelled', async () => {
      const { clock, pass } = make();
      const runs: string[] = [];
      const cancel = clock.after(0, () => runs.push('cancelled'));
      clock.after(-5, () => runs.push('overdue'));
      clock.after(5, () => runs.push('later'));
      expect(runs).toEqual([]);
      cancel();
      await pass(60);
      expect(runs).toEqual(['overdue', 'later']);
      cancel();
    });

    it('lets a timer set another', async () => {
      const { clock, pass } = make();
      const runs: string[] = [];
      clock.after(2, () => {
        runs.push('first');
        clock.after(2, () => runs.push('second'));
      });
      await pass(60);
      expect(runs).toEqual(['first', 'second']);
    });

    it('never goes back, and has the wall clock in milliseconds since the epoch', async () => {
      const { clock, pass } = make();
      const [before, wall] = [clock.monotonic(), clock.now()];
      await pass(20);
      expect(clock.monotonic() - before).toBeGreaterThanOrEqual(19);
      expect(clock.now()).toBeGreaterThanOrEqual(wall + 15);
      expect(clock.now()).toBeGreaterThan(Date.UTC(2020, 0, 1));
    });

    it('waits longer than one timer of the system can', async () => {
      const { clock, pass } = make();
      const runs: string[] = [];
      const cancel = clock.after(60 * 24 * 3_600_000, () => runs.push('too early'));
      await pass(30);
      expect(runs).toEqual([]);
      cancel();
    });
  });
}

holdsForEveryClock('the system clock', () => ({
  clock: createSystemClock(),
  pass: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
}));

holdsForEveryClock('the fake clock', () => {
  const clock = createFakeClock();
  return { clock, pass: clock.advance };
});

describe('the fake clock', () => {
  it('moves the wall without moving monotonic time', async () => {
    const clock = createFakeClock();
    const [monotonic, wall] = [clock.monotonic(), clock.now()];
    clock.moveWall(-365 * 24 * 3_600_000);
    expect(clock.monotonic()).toBe(monotonic);
    expect(clock.now()).toBeLessThan(wall);
  });

  it('runs timers late after a sleep, each once', async () => {
    const clock = createFakeClock();
    const late: number[] = [];
    clock.after(10, () => late.push(clock.monotonic()));
    const start = clock.monotonic();
    clock.sleep(60_000);
    await clock.advance(0);
    expect(late).toEqual([start + 60_000]);
  });
});
