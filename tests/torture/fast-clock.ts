import { createSystemClock } from '../../electron/core/util/system-clock.ts';
import type { Clock } from '../../electron/core/util/clock.ts';

/** A clock on which waiting takes a fraction of the time: intervals and backoffs pass `speed` times as fast. */
export function createFastClock(speed: number): Clock {
  const clock = createSystemClock();
  return {
    monotonic: () => clock.monotonic() * speed,
    now: () => clock.now(),
    after: (delay, run) => clock.after(delay / speed, run),
  };
}
