export interface IdleScheduler {
  /** A call was answered. */
  called(): void;
  end(): void;
}

/** Milliseconds without a call before the first step. */
const quiet = 100;
/** Milliseconds between two steps, for calls that arrive meanwhile. */
const between = 20;
/** Milliseconds after which a step runs even if calls never stop. */
const longestWait = 2000;

/** Runs steps of background work while no calls arrive, until `step` returns false. Each call delays the next step. */
export function createIdleScheduler(step: () => boolean): IdleScheduler {
  let timer: NodeJS.Timeout | undefined;
  /** The monotonic time since which work waits. */
  let waitingSince: number | null = null;

  const after = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
  const work = (): void => {
    const more = step();
    waitingSince = more ? performance.now() : null;
    if (more) after(between);
  };

  return {
    called() {
      waitingSince ??= performance.now();
      // After that, the timer is not reset any more, so that a step runs between two of many calls.
      if (performance.now() - waitingSince < longestWait) after(quiet);
    },
    end: () => clearTimeout(timer),
  };
}
