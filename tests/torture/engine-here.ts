import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TaskEngine } from '../../electron/core/engine/task-engine.ts';
import type { Database } from '../../electron/database/client/database-contract.ts';
import { openDatabase } from '../../electron/database/client/open-database.ts';
import { createSocketHttp } from '../../electron/network/socket-http.ts';
import { databaseWorkerFile } from '../support/built-threads.ts';
import { testAccount } from '../support/open-test-database.ts';
import { wireEngine, type Wiring } from './wired-engine.ts';

export interface EngineHere {
  readonly engine: TaskEngine;
  readonly database: Database;
  /** Holds the library folder and nothing else but the database. */
  readonly folder: string;
  readonly library: string;
  close(): Promise<void>;
}

/** The real engine in this process, on a new database and an empty library, for families that kill no process. */
export async function startEngineHere(wiring: Pick<Wiring, 'service' | 'clock' | 'submitDeadlineMs' | 'events'>): Promise<EngineHere> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-torture-here-'));
  const library = path.join(folder, 'library');
  await mkdir(library);
  const database = await openDatabase({ file: path.join(folder, 'latent.db'), workerFile: databaseWorkerFile });
  await database.saveAccount({ ...testAccount, baseUrl: wiring.service.url });
  const http = createSocketHttp();
  const engine = wireEngine({ ...wiring, repository: database, http, library, concurrentSubmissions: 16 });
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
