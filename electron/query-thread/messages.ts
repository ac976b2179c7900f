import type { EpochMs, TaskId } from '../../shared/task.ts';
import type { NextQuery, Permit, QueriedTask, QueryAnswer } from '../core/engine/task-queries.ts';
import type { Route } from '../network/route.ts';

/** What the main thread and the thread of the queries say to each other; moments are those of `processTime`. */

export interface QueryThreadData {
  /** When every task counts as queried. */
  readonly openedAt: number;
}

export type ToQueryThread =
  | { readonly kind: 'want'; readonly task: QueriedTask; readonly due: number }
  | { readonly kind: 'drop'; readonly id: TaskId }
  | { readonly kind: 'forget' }
  /** To the call of that number. */
  | { readonly kind: 'reply'; readonly call: number; readonly reply: Reply };

export type Reply = Permit | NextQuery | RoutesReply | null;

export type Call =
  | { readonly kind: 'credentials'; readonly task: QueriedTask }
  | { readonly kind: 'answered'; readonly answer: QueryAnswer }
  /** The ways to an origin. */
  | { readonly kind: 'routes'; readonly origin: string };

/** Or the code of the HttpFailure for which there is no way. */
export type RoutesReply = { readonly routes: readonly Route[] } | { readonly code: string };

export interface Unchanged {
  readonly id: TaskId;
  readonly wish: number;
  readonly at: EpochMs;
}

export type FromQueryThread =
  /** It could be loaded. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'call'; readonly number: number; readonly call: Call }
  | { readonly kind: 'unchanged'; readonly tasks: readonly Unchanged[] };
