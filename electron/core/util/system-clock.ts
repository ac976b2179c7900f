import type { Clock } from './clock.ts';

/** What setTimeout can hold; beyond it fires at once. */
const longestTimeout = 2 ** 31 - 1;

export function createSystemClock(): Clock {
  return {
    monotonic: () => performance.now(),
    now: () => Date.now(),
    after(delay, run) {
      const due = performance.now() + delay;
      let timer: NodeJS.Timeout;
      const arm = (): void => {
        const left = due - performance.now();
        if (left <= 0) run();
        else timer = setTimeout(arm, Math.min(Math.ceil(left), longestTimeout));
      };
      // Always by a timer, so that nothing runs before this call has returned.
      timer = setTimeout(arm, Math.min(Math.max(0, Math.ceil(delay)), longestTimeout));
      return () => clearTimeout(timer);
    },
  };
}
