import { Worker } from 'node:worker_threads';
import { assertNever } from '../../shared/result.ts';
import type { TaskId } from '../../shared/task.ts';
import { backoff } from '../core/engine/backoff.ts';
import type { OpenTaskQueries, QueriedTask, QueryDesk, TaskQueries } from '../core/engine/task-queries.ts';
import type { Clock, Random } from '../core/ports.ts';
import { toHttpFailure } from '../network/failure.ts';
import type { FindRoutes } from '../network/route.ts';
import type { Call, FromQueryThread, QueryThreadData, Reply, ToQueryThread } from './messages.ts';
import { processTime } from './process-time.ts';

export interface QueryThreadDeps {
  /** The built `query-worker.cjs`. */
  readonly workerFile: string | URL;
  readonly clock: Pick<Clock, 'after'>;
  readonly random: Random;
  readonly desk: QueryDesk;
  readonly findRoutes: FindRoutes;
  /** Makes queries without a thread, where none can be begun. */
  readonly withoutThread: OpenTaskQueries;
  /** The thread ended by itself; another one takes its place. */
  readonly failed: (error: unknown) => void;
}

/** Threads in a row that could not even be loaded, after which no other is tried: a file is missing, or there is no room for threads. */
const mostUnbegun = 3;

/** Milliseconds for which a thread that has nothing to query is kept: no query that is still under way takes so long (`queryDeadlineMs`). */
const restAfter = 150_000;

/**
 * Queries tasks in a thread of its own. Where the window keeps the main thread and both cores busy, a query from there comes a
 * tenth of a second late, from here a hundredth (docs/performance.md, "mixed"). The thread is started when there is
 * something to query, and ended when there was nothing for some minutes. One that breaks is replaced; nobody knows then when it asked
 * last, so all tasks count as queried at that moment. Where none can be begun, queries are made without: late ones are better than none.
 */
export function openQueryThread({ workerFile, clock, random, desk, findRoutes, withoutThread, failed }: QueryThreadDeps): TaskQueries {
  /** What the thread has, with its latest wish. */
  const wanted = new Map<TaskId, number>();
  let openedAt = processTime();
  let worker: Worker | null = null;
  let startedAt = 0;
  let failures = 0;
  let hasBegun = false;
  let unbegun = 0;
  let here: TaskQueries | null = null;
  let cancelRest = (): void => undefined;
  let cancelReplacement: (() => void) | null = null;
  let closed = false;

  const say = (message: ToQueryThread): void => worker?.postMessage(message);

  const start = (): void => {
    startedAt = processTime();
    hasBegun = false;
    const thread = opened({ openedAt });
    if (thread === null) return;
    let cause: unknown = null;
    thread.on('message', (message: FromQueryThread) => {
      if (worker === thread) heard(message, thread);
    });
    thread.on('error', (error) => {
      cause = error;
    });
    // A call that cannot be read would never be answered.
    thread.on('messageerror', (error) => {
      cause = error;
      void thread.terminate();
    });
    thread.on('exit', (code) => {
      if (worker === thread) broke(cause ?? new Error(`the thread of the queries ended with code ${code}`));
    });
    worker = thread;
  };

  /** Null: the system has no room for one; it is tried again as after a break. */
  const opened = (workerData: QueryThreadData): Worker | null => {
    try {
      return new Worker(workerFile, { workerData });
    } catch (error) {
      broke(error);
      return null;
    }
  };

  const heard = (message: FromQueryThread, thread: Worker): void => {
    switch (message.kind) {
      case 'begun':
        hasBegun = true;
        break;
      case 'unchanged':
        for (const { id, wish, at } of message.tasks) desk.unchanged(id, wish, at);
        break;
      case 'call':
        void answer(message.call).then((reply) => thread.postMessage({ kind: 'reply', call: message.number, reply } satisfies ToQueryThread));
        break;
      default:
        assertNever(message);
    }
  };

  const answer = async (call: Call): Promise<Reply> => {
    switch (call.kind) {
      case 'credentials': {
        const permit = await desk.credentials(call.task);
        if (permit.kind === 'not-now' && permit.delay === null) gone(call.task);
        return permit;
      }
      case 'answered': {
        const next = await desk.answered(call.answer);
        if (next === null) gone(call.answer);
        return next;
      }
      case 'routes':
        return findRoutes(call.origin).then(
          (routes) => ({ routes }),
          (error: unknown) => ({ code: toHttpFailure(error, false).code }),
        );
      default:
        return assertNever(call);
    }
  };

  /** Unless it was wanted again meanwhile. */
  const gone = ({ id, wish }: Pick<QueriedTask, 'id' | 'wish'>): void => {
    if (wanted.get(id) !== wish) return;
    wanted.delete(id);
    if (wanted.size > 0 || worker === null) return;
    cancelRest();
    cancelRest = clock.after(restAfter, () => void end());
  };

  const end = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };

  const broke = (error: unknown): void => {
    worker = null;
    wanted.clear();
    cancelRest();
    openedAt = processTime();
    failures = openedAt - startedAt > restAfter ? 1 : failures + 1;
    unbegun = hasBegun ? 0 : unbegun + 1;
    failed(error);
    cancelReplacement = clock.after(backoff(failures, random), () => {
      cancelReplacement = null;
      if (unbegun >= mostUnbegun) here = withoutThread(desk);
      desk.lost();
    });
  };

  return {
    want(task, delay) {
      // While a thread that broke is about to be replaced nothing is lost: all of it is wanted again then.
      if (closed || cancelReplacement !== null) return;
      if (here !== null) {
        here.want(task, delay);
        return;
      }
      cancelRest();
      wanted.set(task.id, task.wish);
      if (worker === null) start();
      say({ kind: 'want', task, due: processTime() + delay });
    },
    drop(id) {
      here?.drop(id);
      say({ kind: 'drop', id });
      const wish = wanted.get(id);
      if (wish !== undefined) gone({ id, wish });
    },
    forget() {
      here?.forget();
      say({ kind: 'forget' });
    },
    async close() {
      closed = true;
      cancelRest();
      cancelReplacement?.();
      await Promise.all([here?.close(), end()]);
    },
  };
}
