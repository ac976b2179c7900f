import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createSystemClock } from '../../../electron/core/util/system-clock.ts';
import type { EngineEvents } from '../../../electron/core/engine/task-events.ts';
import { createTaskEngine, type TaskEngine } from '../../../electron/core/engine/task-engine.ts';
import { createImageDownloads } from '../../../electron/core/library/download-to-library.ts';
import { createServiceClient } from '../../../electron/core/service/service-client.ts';
import type { Database } from '../../../electron/database/client/database-contract.ts';
import { openDatabase } from '../../../electron/database/client/open-database.ts';
import { createSocketHttp } from '../../../electron/network/socket-http.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { benchAccount, benchAccountId, benchKey, putInFlight } from '../harness/tasks-in-flight.ts';
import { noBudget } from '../../../shared/money/budget.ts';

export interface BenchEngine {
  readonly engine: TaskEngine;
  readonly database: Database;
  /** Puts accepted tasks of these ids into the history, as a start finds them. */
  put(remoteIds: readonly string[]): Promise<void>;
  /** The same for a further account, whose service is at `besideUrl`. */
  putBeside(besideUrl: string, remoteIds: readonly string[]): Promise<void>;
}

/** The engine as main wires it, on a database and a library of its own. */
export async function openEngine(folder: string, url: string, events: Partial<EngineEvents> = {}): Promise<BenchEngine> {
  const clock = createSystemClock();
  const library = path.join(folder, 'library');
  await mkdir(library, { recursive: true });
  const database = await openDatabase({ file: path.join(folder, 'latent.db'), workerFile: databaseWorkerFile });
  await database.saveAccount(benchAccount(url));
  const urls = new Map([[benchAccountId, url]]);
  const http = createSocketHttp();
  const engine = createTaskEngine({
    clock,
    random: Math.random,
    repository: database,
    client: createServiceClient({ http, clock }),
    downloads: createImageDownloads({ http, library: { root: () => library }, clock }),
    accounts: {
      credentials: (id) => Promise.resolve({ baseUrl: urls.get(id) ?? url, key: benchKey }),
      keyRefused: () => Promise.resolve(),
      isSendingStopped: () => false,
      stopSending: () => Promise.resolve(),
    },
    events: { taskChanged: () => undefined, imageKept: () => undefined, batchChanged: () => undefined, notice: (code, subject) => subject !== null && console.error(code, subject), ...events },
    prices: { price: () => null },
    budget: () => noBudget,
    attach: () => Promise.resolve(null),
    repeats: () => null,
    isOnline: () => true,
    settings: () => ({ watchLimitMinutes: 1_440, concurrentSubmissions: 4, queueStopped: false }),
  });
  return {
    engine,
    database,
    put: (remoteIds) => putInFlight(database, remoteIds),
    async putBeside(besideUrl, remoteIds) {
      const id = randomUUID();
      urls.set(id, besideUrl);
      await database.saveAccount(benchAccount(besideUrl, id));
      await putInFlight(database, remoteIds, id);
    },
  };
}
