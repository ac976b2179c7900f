import type { Clock } from '../ports.ts';

export interface Teller {
  soon(within: number): void;
  now(): void;
  stop(): void;
}

/** Tells at most once in a while, and the last state for certain. */
export function createTeller(clock: Pick<Clock, 'after'>, tell: () => void): Teller {
  let cancel: (() => void) | null = null;
  const stop = (): void => {
    cancel?.();
    cancel = null;
  };
  const now = (): void => {
    stop();
    tell();
  };
  return {
    soon(within) {
      cancel ??= clock.after(within, now);
    },
    now,
    stop,
  };
}
