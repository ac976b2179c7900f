import type { AccountId, EpochMs, TaskId } from '../../../shared/task.ts';
import type { QueryOutcome } from '../outcomes.ts';
import type { Credentials } from '../ports.ts';

/**
 * Queries tasks when they are due, and brings what is new to the desk. Where that is done is of no account: `createQueryLoop` does it in the
 * thread that it is called in, `openQueryThread` in one of its own, for a query that waits behind other work comes late.
 */
export interface TaskQueries {
  /** Asks for queries from `delay` milliseconds on, or as soon after as the schedule's rules allow. The earliest wish counts. */
  want(task: QueriedTask, delay: number): void;
  drop(id: TaskId): void;
  /** What the desk has said of credentials, and others of the way to the service, may not hold any more. */
  forget(): void;
  /** No answer reaches the desk any more, also of what is under way. */
  close(): Promise<void>;
}

export type OpenTaskQueries = (desk: QueryDesk) => TaskQueries;

export interface QueriedTask {
  readonly id: TaskId;
  readonly accountId: AccountId;
  readonly remoteId: string;
  /** Grows with every wish: an answer that names an older one came of a query that began before this wish. */
  readonly wish: number;
}

/** Where queries ask what they may do, and bring what they found. Nothing of it rejects. */
export interface QueryDesk {
  /** What to ask with. It is used for all tasks of the account until `forget`, a refusal, or a query that nobody answers. */
  credentials(task: QueriedTask): Promise<Permit>;
  /** Null: no next query is wanted. */
  answered(answer: QueryAnswer): Promise<NextQuery | null>;
  /** The same clean answer as the last one, that was allowed to repeat itself; it is asked again after the interval. */
  unchanged(id: TaskId, wish: number, at: EpochMs): void;
  /** Every wish is forgotten, for the thread that had them is gone. */
  lost(): void;
}

/** `delay`: milliseconds until it may be tried again; null: not before somebody wants it. */
export type Permit = { readonly kind: 'granted'; readonly credentials: Credentials } | { readonly kind: 'not-now'; readonly delay: number | null };

export interface QueryAnswer {
  readonly id: TaskId;
  readonly accountId: AccountId;
  readonly wish: number;
  readonly outcome: QueryOutcome;
  /** What was asked with. */
  readonly credentials: Credentials;
}

export interface NextQuery {
  /** Milliseconds from now before which it is not wanted; the interval is kept in any case. */
  readonly delay: number;
  /** As long as the same answer comes again, `unchanged` is enough. */
  readonly mayRepeat: boolean;
}
