import type { DatabaseSync } from 'node:sqlite';
import type { Method, Store } from './contract.ts';
import { inTransaction } from './statements.ts';

export interface Call {
  readonly id: number;
  readonly method: Method;
  readonly args: readonly unknown[];
}

/** What came of a call: a value, or what was thrown. */
export type Outcome = { readonly id: number } & ({ readonly value: unknown } | { readonly error: unknown });

/** Calls of which hundreds may wait at once, when a computer wakes up. What else there is reads, or is long, and is answered alone. */
const shareCommit: ReadonlySet<Method> = new Set<Method>(['insertTasks', 'saveTask', 'saveRefusal', 'savePolls', 'saveCompletion', 'saveImage']);

/** Calls in one commit: nobody waits for more than these. */
const mostInGroup = 100;

/**
 * Answers calls that wait, in their order. Neighbours that only write share one commit, and so one wait for the disk; each of them is all
 * or nothing by itself, and is answered when the commit is on the disk. A commit that fails fails all of its calls.
 * `beforeCommit` hears of the calls that are about to be committed together.
 */
export function* answersTo(db: DatabaseSync, store: Store, calls: readonly Call[], beforeCommit: (calls: readonly Call[]) => void = () => undefined): Iterable<Outcome> {
  for (let at = 0; at < calls.length;) {
    const group = calls.slice(at, at + mostInGroup);
    const end = group.findIndex(({ method }) => !shareCommit.has(method));
    const together = end === -1 ? group : group.slice(0, Math.max(end, 1));
    beforeCommit(together);
    yield* together.length === 1 ? together.map((call) => answer(store, call)) : inOneCommit(db, store, together);
    at += together.length;
  }
}

function answer(store: Store, { id, method, args }: Call): Outcome {
  try {
    return { id, value: (store[method] as (...args: readonly unknown[]) => unknown)(...args) };
  } catch (error) {
    return { id, error };
  }
}

function inOneCommit(db: DatabaseSync, store: Store, calls: readonly Call[]): readonly Outcome[] {
  try {
    return inTransaction(db, () =>
      calls.map((call) => {
        const outcome = answer(store, call);
        // After some failures, such as a disk that fills, SQLite takes back what the calls before wrote as well.
        if ('error' in outcome && !db.isTransaction) throw outcome.error;
        return outcome;
      }),
    );
  } catch (error) {
    return calls.map(({ id }) => ({ id, error }));
  }
}
