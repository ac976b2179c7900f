import type { Clock } from '../../electron/core/util/clock.ts';

export interface FakeClock extends Clock {
  /** Lets `ms` pass. Timers run in order, each after all effects of the one before it have settled. */
  advance(ms: number): Promise<void>;
  /** Changes the wall clock, as a person or a time server does. Monotonic time does not change. */
  moveWall(ms: number): void;
  /** Monotonic time passes without running timers, as if the machine slept or the process was stopped. */
  sleep(ms: number): void;
  /** The number of pending timers. */
  waiting(): number;
}

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
}

/** `settle` resolves when nothing is pending but timers of this clock. */
export function createFakeClock(settle: () => Promise<void> = nextMacrotask): FakeClock {
  let monotonic = 1_000;
  let wall = Date.UTC(2025, 8, 6, 12);
  let order = 0;
  const timers = new Set<Timer>();

  /** The exact number, so that rounding makes no timer early. */
  const passUntil = (moment: number): void => {
    if (moment <= monotonic) return;
    wall += moment - monotonic;
    monotonic = moment;
  };
  const first = (): Timer | undefined => {
    let earliest: Timer | undefined;
    for (const timer of timers) {
      if (!earliest || timer.due < earliest.due || (timer.due === earliest.due && timer.order < earliest.order)) earliest = timer;
    }
    return earliest;
  };

  return {
    monotonic: () => monotonic,
    now: () => wall,
    after(delay, run) {
      const timer: Timer = { due: monotonic + Math.max(0, delay), order: order++, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = monotonic + ms;
      await settle();
      for (let next = first(); next && next.due <= end; next = first()) {
        timers.delete(next);
        passUntil(next.due);
        next.run();
        await settle();
      }
      passUntil(end);
    },
    moveWall(ms) {
      wall += ms;
    },
    sleep: (ms) => passUntil(monotonic + ms),
    waiting: () => timers.size,
  };
}

export function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
