import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createImageDownloads } from '../../electron/core/downloads/image-download.ts';
import { createJournalledDownloads } from '../../electron/core/downloads/journalled-downloads.ts';
import { createLibraryJournal } from '../../electron/core/library/library-journal.ts';
import type { TaskEngine } from '../../electron/core/service/outcomes.ts';
import type { Clock } from '../../electron/core/util/clock.ts';
import { createServiceClient } from '../../electron/core/service/service-client.ts';
import { createTaskEngine } from '../../electron/core/engine/task-runner.ts';
import type { Database } from '../../electron/database/client/database-contract.ts';
import { openDatabase } from '../../electron/database/client/open-database.ts';
import { createUndiciHttp } from '../../electron/network/undici-http.ts';
import type { TaskWithImages } from '../../shared/task.ts';
import { databaseWorkerFile } from '../support/built-threads.ts';
import { testAccount } from '../support/open-test-database.ts';

export interface EngineHere {
  readonly engine: TaskEngine;
  readonly database: Database;
  /** Holds the library folder and nothing else but the database. */
  readonly folder: string;
  readonly library: string;
  close(): Promise<void>;
}

export interface EngineHereOptions {
  readonly service: { readonly url: string; readonly key: string };
  readonly clock: Clock;
  readonly submitDeadlineMs?: number;
  readonly taskChanged?: (entry: TaskWithImages) => void;
}

/** The real engine in this process, on a new database and an empty library, for torture that kills nobody. */
export async function startEngineHere({ service, clock, submitDeadlineMs = 120_000, taskChanged = () => undefined }: EngineHereOptions): Promise<EngineHere> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-torture-here-'));
  const library = path.join(folder, 'library');
  await mkdir(library);
  const database = await openDatabase({ file: path.join(folder, 'latent.db'), workerFile: databaseWorkerFile });
  await database.saveAccount({ ...testAccount, baseUrl: service.url });
  const http = createUndiciHttp();
  const root = { root: () => library };
  const client = createServiceClient({ http, clock, submitDeadlineMs });
  const engine = createTaskEngine({
    clock,
    random: Math.random,
    repository: database,
    client,
    downloads: createJournalledDownloads({
      downloads: createImageDownloads({ http, clock, library: root }),
      journal: createLibraryJournal(),
      library: root,
      repository: database,
    }),
    accounts: { credentials: () => Promise.resolve({ baseUrl: service.url, key: service.key }), keyRefused: () => Promise.resolve() },
    events: { taskChanged, imageKept: () => undefined, notice: () => undefined },
    isOnline: () => true,
    settings: () => ({ watchLimitMinutes: 24 * 60, concurrentSubmissions: 16 }),
  });
  await engine.start();
  return {
    engine,
    database,
    folder,
    library,
    async close() {
      await engine.close();
      await http.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
