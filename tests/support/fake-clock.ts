import type { Clock } from '../../electron/core/util/clock.ts';

export interface FakeClock extends Clock {
  /** Lets `ms` pass: timers run in their order, and after each everything that it set off comes to rest. */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock, as a person or a time server does; monotonic time takes no notice. */
  moveWall(ms: number): void;
  /** Monotonic time passes while no timer may run: the machine sleeps, or the process is stopped. */
  sleep(ms: number): void;
  /** Timers that wait. */
  waiting(): number;
}

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
}

/** `settle` resolves when nothing is under way but timers of this clock. */
export function createFakeClock(settle: () => Promise<void> = nextMacrotask): FakeClock {
  let monotonic = 1_000;
  let wall = Date.UTC(2025, 8, 6, 12);
  let order = 0;
  const timers = new Set<Timer>();

  /** The very number, so that no rounding makes a timer early. */
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
