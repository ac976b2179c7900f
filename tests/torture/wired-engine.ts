import { createImageDownloads } from '../../electron/core/library/download-to-library.ts';
import { createJournaledDownloads } from '../../electron/core/library/journaled-downloads.ts';
import type { EngineEvents } from '../../electron/core/engine/task-events.ts';
import { createTaskEngine, type TaskEngine } from '../../electron/core/engine/task-engine.ts';
import { createLibraryJournal } from '../../electron/core/library/library-journal.ts';
import type { Http } from '../../electron/core/http/http-client.ts';
import { createServiceClient } from '../../electron/core/service/service-client.ts';
import type { Clock } from '../../electron/core/util/clock.ts';
import { createSystemClock } from '../../electron/core/util/system-clock.ts';
import type { Database } from '../../electron/database/client/database-contract.ts';
import { asNeighbour, neighbour, price } from './engine-messages.ts';
import type { AccountOptions } from '../../shared/account.ts';
import { noBudget, type Budget } from '../../shared/money/budget.ts';

export interface Wiring {
  readonly repository: Database;
  readonly http: Http;
  readonly clock: Clock;
  readonly library: string;
  readonly service: { readonly url: string; readonly key: string };
  readonly concurrentSubmissions: number;
  readonly submitDeadlineMs?: number | undefined;
  readonly watchLimitMinutes?: number | undefined;
  readonly repeats?: AccountOptions['repeats'];
  /** Called when the service is believed to refuse the key. */
  readonly keyRefused?: () => void;
  /** Absent: none. */
  readonly budget?: () => Budget;
  readonly events?: Partial<EngineEvents>;
}

/** The real engine, wired as the app wires it, but for accounts whose key is known. */
export function wireEngine({ repository, http, clock, library, service, concurrentSubmissions, submitDeadlineMs = 120_000, watchLimitMinutes = 24 * 60, repeats = null, keyRefused, budget = () => noBudget, events }: Wiring): TaskEngine {
  const root = { root: () => library };
  return createTaskEngine({
    clock,
    random: Math.random,
    repository,
    client: createServiceClient({ http, clock, submitDeadlineMs }),
    downloads: createJournaledDownloads({
      downloads: createImageDownloads({ http, clock, library: root }),
      journal: createLibraryJournal(),
      lease: { during: async (_root, write) => ({ value: await write() }) },
      library: root,
      repository,
    }),
    accounts: {
      credentials: (accountId) => Promise.resolve({ baseUrl: accountId === neighbour.id ? asNeighbour(service.url) : service.url, key: service.key }),
      keyRefused: () => Promise.resolve(keyRefused?.()),
      isSendingStopped: () => false,
      stopSending: () => Promise.resolve(),
    },
    events: { taskChanged: () => undefined, imageKept: () => undefined, batchChanged: () => undefined, notice: () => undefined, ...events },
    prices: { price: () => price },
    budget,
    attach: () => Promise.resolve(null),
    repeats: () => repeats,
    isOnline: () => true,
    settings: () => ({ watchLimitMinutes, concurrentSubmissions, queueStopped: false }),
  });
}

/** The fast wall clock goes ahead from here, so that it is the same for each process. */
const origin = Date.UTC(2026, 10, 1);

/** A clock on which waiting takes a fraction of the time: intervals and backoffs pass `speed` times as fast. `withWall`: the wall clock too. */
export function createFastClock(speed: number, withWall = false): Clock {
  const clock = createSystemClock();
  return {
    monotonic: () => clock.monotonic() * speed,
    now: () => (withWall ? origin + (clock.now() - origin) * speed : clock.now()),
    after: (delay, run) => clock.after(delay / speed, run),
  };
}
