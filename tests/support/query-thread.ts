import type { OpenTaskQueries } from '../../electron/core/engine/task-queries.ts';
import { createSystemClock } from '../../electron/core/system-clock.ts';
import { direct } from '../../electron/network/route.ts';
import { openQueryThread, type QueryThreadDeps } from '../../electron/query-thread/open-query-thread.ts';
import { queryWorkerFile } from './built-threads.ts';

/** The thread of the queries as Latent has it, without proxies. That it breaks, or cannot be begun, is an error unless `given` says otherwise. */
export function realQueryThread(given: Partial<Omit<QueryThreadDeps, 'desk'>> = {}): OpenTaskQueries {
  return (desk) =>
    openQueryThread({
      workerFile: queryWorkerFile,
      clock: createSystemClock(),
      random: Math.random,
      desk,
      findRoutes: () => Promise.resolve(direct),
      withoutThread() {
        throw new Error('queries were to be made without a thread');
      },
      failed(error) {
        throw error;
      },
      ...given,
    });
}
