/** Runs calls with the same key one at a time, in the order of the calls. Calls with different keys do not wait for each other. */
export interface Sequencer {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when no call runs or waits. */
  idle(): Promise<void>;
}

export function createSequencer(): Sequencer {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const before = last.get(key);
      const running = before === undefined ? work() : before.then(work, work);
      last.set(key, running);
      const leave = (): void => {
        if (last.get(key) === running) last.delete(key);
      };
      running.then(leave, leave);
      return running;
    },
    async idle() {
      while (last.size > 0) await Promise.allSettled(last.values());
    },
  };
}
