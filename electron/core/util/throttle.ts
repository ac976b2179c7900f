import type { Clock } from './clock.ts';

export interface Throttle {
  /** Calls within so many milliseconds, unless a call is due already. */
  soon(within: number): void;
  /** Calls at once; a call that was due is dropped. */
  now(): void;
  stop(): void;
}

/** Calls `run` at most once per interval, and always once after the last request. */
export function createThrottle(clock: Pick<Clock, 'after'>, run: () => void): Throttle {
  let cancel: (() => void) | null = null;
  const stop = (): void => {
    cancel?.();
    cancel = null;
  };
  const now = (): void => {
    stop();
    run();
  };
  return {
    soon(within) {
      cancel ??= clock.after(within, now);
    },
    now,
    stop,
  };
}
