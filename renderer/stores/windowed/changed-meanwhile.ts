/** Newer states of what is being read from main. */
export interface ChangedMeanwhile<Id, State> {
  begin(): void;
  end(): void;
  /** Main has reported a newer state. */
  changed(id: Id, state: State): void;
  /** The newer state, if one was reported since the reading began. */
  newest(id: Id, read: State): State;
}

/** Keeps the states that main reports while requests run, because their answers may have been read before. */
export function changedMeanwhile<Id, State>(): ChangedMeanwhile<Id, State> {
  const recent = new Map<Id, State>();
  let running = 0;
  return {
    begin: () => {
      if (running === 0) recent.clear();
      running += 1;
    },
    end: () => {
      running -= 1;
    },
    changed: (id, state) => {
      if (running > 0 || recent.has(id)) recent.set(id, state);
    },
    newest: (id, read) => recent.get(id) ?? read,
  };
}
