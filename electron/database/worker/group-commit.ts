import type { DatabaseSync } from 'node:sqlite';
import type { Method, Store } from '../client/database-contract.ts';
import type { OpenStore } from '../tables/store.ts';
import { inTransaction } from '../sqlite/transaction.ts';

export interface Call {
  readonly id: number;
  readonly method: Method;
  readonly args: readonly unknown[];
}

/** The result of a call: its value, or what it threw. */
export type Outcome = { readonly id: number } & ({ readonly value: unknown } | { readonly error: unknown });

/** Most calls in one commit. It limits how long a call waits for the others. */
const mostInGroup = 100;

/**
 * Answers waiting calls in their order. Adjacent calls that are `groupable` share one commit, and so one wait for the disk. Each of them is
 * atomic, and is answered when the commit is on the disk. If the commit fails, all of its calls fail.
 * `beforeCommit` receives the calls of the next commit.
 */
export function* answersTo(db: DatabaseSync, { store, groupable }: OpenStore, calls: readonly Call[], beforeCommit: (calls: readonly Call[]) => void = () => undefined): Iterable<Outcome> {
  for (let at = 0; at < calls.length;) {
    const group = calls.slice(at, at + mostInGroup);
    const end = group.findIndex(({ method }) => !groupable.has(method));
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
        // After some failures, such as a full disk, SQLite also rolls back the earlier calls.
        if ('error' in outcome && !db.isTransaction) throw outcome.error;
        return outcome;
      }),
    );
  } catch (error) {
    return calls.map(({ id }) => ({ id, error }));
  }
}
