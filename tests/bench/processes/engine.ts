import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createSystemClock } from '../../../electron/core/system-clock.ts';
import { createTaskEngine } from '../../../electron/core/engine/task-runner.ts';
import { createImageDownloads } from '../../../electron/core/pictures/image-download.ts';
import { createServiceClient } from '../../../electron/core/service/service-client.ts';
import type { ServiceClient, TaskEngine } from '../../../electron/core/outcomes.ts';
import type { EngineEvents } from '../../../electron/core/ports.ts';
import type { Database } from '../../../electron/database/contract.ts';
import { openDatabase } from '../../../electron/database/open-database.ts';
import { createUndiciHttp } from '../../../electron/network/undici-http.ts';
import { newTask } from '../../../shared/task.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';

export interface BenchEngine {
  readonly engine: TaskEngine;
  readonly database: Database;
  /** Puts accepted tasks of these ids into the history, as a start finds them. */
  put(remoteIds: readonly string[]): Promise<void>;
}

const account = { id: randomUUID(), kind: 'service', name: 'Bench', baseUrl: 'http://127.0.0.1', createdAt: 0 } as const;

/** The engine as main wires it, on a database and a library of its own; `client` may be looked at on its way. */
export async function openEngine(folder: string, url: string, look: (client: ServiceClient) => ServiceClient, imageKept: EngineEvents['imageKept']): Promise<BenchEngine> {
  const clock = createSystemClock();
  const library = path.join(folder, 'library');
  await mkdir(library, { recursive: true });
  const database = await openDatabase({ file: path.join(folder, 'latent.db'), workerFile: databaseWorkerFile });
  await database.saveAccount(account);
  const http = createUndiciHttp();
  const engine = createTaskEngine({
    clock,
    random: Math.random,
    repository: database,
    client: look(createServiceClient({ http, clock })),
    downloads: createImageDownloads({ http, library: { root: () => library }, clock }),
    accounts: { credentials: () => Promise.resolve({ baseUrl: url, key: 'bench-key' }), keyRefused: () => Promise.resolve() },
    events: { taskChanged: () => undefined, imageKept, notice: (code, subject) => subject !== null && console.error(code, subject) },
    settings: () => ({ watchLimitMinutes: 1_440, concurrentSubmissions: 4 }),
  });
  return {
    engine,
    database,
    async put(remoteIds) {
      const now = Date.now();
      const tasks = remoteIds.map((remoteId) => ({
        ...newTask(randomUUID(), account.id, { model: 'm', prompt: `a picture of ${remoteId}`, size: '1024x1024', quality: 'low' }, null, now),
        submittedAt: now,
        acceptedAt: now,
        state: { status: 'processing' as const, remoteId, misses: 0 },
      }));
      await database.insertTasks(tasks);
    },
  };
}
