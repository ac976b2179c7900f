export interface QuietWork {
  /** A call was answered. */
  called(): void;
  end(): void;
}

/** Milliseconds without a call until the first part. */
const quiet = 100;
/** Milliseconds from part to part, for calls that come meanwhile. */
const between = 20;
/** Milliseconds after which a part is done although calls never cease. */
const longestWait = 2000;

/** Does work in parts when nobody has called for a while, until `step` says that nothing is left. Each call puts the next part off. */
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
