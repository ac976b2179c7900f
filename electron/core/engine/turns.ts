/** Runs what concerns one subject one at a time, in the order of the calls; different subjects do not wait for each other. */
export interface Turns {
  take<T>(subject: string, run: () => Promise<T>): Promise<T>;
  /** Resolves when nobody has or awaits a turn. */
  allTaken(): Promise<void>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(subject, run) {
      const before = last.get(subject);
      const turn = before === undefined ? run() : before.then(run, run);
      last.set(subject, turn);
      const leave = (): void => {
        if (last.get(subject) === turn) last.delete(subject);
      };
      turn.then(leave, leave);
      return turn;
    },
    async allTaken() {
      while (last.size > 0) await Promise.allSettled(last.values());
    },
  };
}
