export interface QuietWork {
  /** A call was answered. */
  called(): void;
  end(): void;
}

/** Milliseconds without a call before the first step. */
const quiet = 100;
/** Milliseconds between two steps, which leave room for calls. */
const between = 20;
/** Milliseconds after which a step runs even if calls never stop. */
const longestWait = 2000;

/** Runs steps of background work while no calls arrive, until `step` returns false. Each call delays the next step. */
export function createQuietWork(step: () => boolean): QuietWork {
  let timer: NodeJS.Timeout | undefined;
  /** When the work that waits began to wait, monotonic. */
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
      // Later the timer is left as it stands, so that it comes between two calls of many.
      if (performance.now() - waitingSince < longestWait) after(quiet);
    },
    end: () => clearTimeout(timer),
  };
}
