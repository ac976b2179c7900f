/** Keeps the computer from going to sleep while something is under way that sleep would cut off. */
export interface Awake {
  /** Until the promise settles. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** @param keepAwake begins it, and returns what ends it */
export function createAwake(keepAwake: () => () => void): Awake {
  let underWay = 0;
  let allowSleep = (): void => undefined;
  return {
    async during(work) {
      if (underWay === 0) allowSleep = keepAwake();
      underWay += 1;
      try {
        return await work;
      } finally {
        underWay -= 1;
        if (underWay === 0) allowSleep();
      }
    },
  };
}
