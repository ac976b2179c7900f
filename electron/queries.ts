import { createQueryLoop } from './core/engine/query-loop.ts';
import type { OpenTaskQueries } from './core/engine/task-queries.ts';
import { errorFacts, type Log } from './core/log/log.ts';
import type { ServiceClient } from './core/outcomes.ts';
import type { Clock } from './core/ports.ts';
import type { FindRoutes } from './network/route.ts';
import { openQueryThread } from './query-thread/open-query-thread.ts';

export interface TaskQueriesInput {
  /** The built `query-worker.cjs`. */
  readonly workerFile: string;
  readonly clock: Clock;
  /** For the main thread, where no thread can be begun. */
  readonly client: Pick<ServiceClient, 'query'>;
  readonly findRoutes: FindRoutes;
  readonly log: Log;
}

/** The thread of the queries as the app has it: the main thread knows the proxies, writes the log, and stands in. */
export function taskQueries({ workerFile, clock, client, findRoutes, log }: TaskQueriesInput): OpenTaskQueries {
  const withoutThread: OpenTaskQueries = (desk) => {
    log.warn('poll', 'no thread can be begun for the queries, so the main thread makes them');
    return createQueryLoop({ clock, client, desk });
  };
  const failed = (error: unknown): void => log.error('poll', 'the thread of the queries broke', errorFacts(error));
  return (desk) => openQueryThread({ workerFile, clock, random: Math.random, desk, findRoutes, withoutThread, failed });
}
