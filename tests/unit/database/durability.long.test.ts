import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/database/client/open-database.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { testAccount } from '../../support/open-test-database.ts';
import { createDice } from '../../support/dice.ts';
import { makeTask } from './samples.ts';

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));

interface Said {
  readonly tried?: readonly string[];
  readonly kept?: readonly string[];
  readonly status?: 'queued' | 'processing' | 'completed';
  readonly failed?: readonly string[];
  readonly step?: string;
  readonly code?: string;
  readonly detail?: string;
}

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-durability-'));
  file = path.join(folder, 'latent.db');
  return () => rm(folder, { recursive: true, force: true });
});

/** How far each task had come when the process last said so. */
const order = { queued: 0, processing: 1, completed: 2 } as const;

describe('a process killed at any moment', () => {
  it('leaves everything that it was promised, and a sound file', { timeout: 60_000 }, async () => {
    const dice = createDice(Date.now());
    const promised = new Map<string, keyof typeof order>();
    for (let kill = 0; kill < 10; kill += 1) {
      const child = spawn(process.execPath, ['--no-warnings', writer, file], { stdio: ['ignore', 'pipe', 'inherit'] });
      const lines = createInterface({ input: child.stdout });
      let deadline: NodeJS.Timeout | undefined;
      lines.on('line', (line) => {
        const { kept, status } = JSON.parse(line) as Said;
        if (kept === undefined || status === undefined) return;
        for (const id of kept) promised.set(id, status);
        deadline ??= setTimeout(() => child.kill('SIGKILL'), dice.next() * 120);
      });
      const [[code, signal]] = await Promise.all([once(child, 'exit'), once(lines, 'close')]);
      expect([code, signal]).toEqual([null, 'SIGKILL']);

      const database = await openDatabase({ file, workerFile: databaseWorkerFile });
      expect(await database.integrity()).toEqual([]);
      for (const [id, status] of promised) {
        const found = await database.task(id);
        const stored = found?.task.state.status as keyof typeof order | undefined;
        expect(stored && order[stored], `${id} was said to be ${status}, is ${stored ?? 'gone'}`).toBeGreaterThanOrEqual(order[status]);
        // A completion is whole or absent.
        expect(found?.images.length).toBe(stored === 'completed' ? 3 : 0);
      }
      // What a killed process leaves must not keep the next one from going on.
      await database.insertTasks([makeTask()]);
      await database.close();
    }
    expect(promised.size).toBeGreaterThan(20);
  });
});

describe('a full disk', () => {
  it.runIf(process.platform !== 'win32')('is named as such, and nothing of the call is written', { timeout: 60_000 }, async () => {
    const seed = await openDatabase({ file, workerFile: databaseWorkerFile });
    await seed.saveAccount(testAccount);
    await seed.close();
    // The largest file that the process may write: 2 or 4 MiB, in blocks of 512 bytes (dash) or 1024 (bash).
    const child = spawn('sh', ['-c', `ulimit -f 4096; exec "$0" --no-warnings "$1" "$2" until-failure`, process.execPath, writer, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const said: Said[] = [];
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => said.push(JSON.parse(line) as Said));
    await Promise.all([once(child, 'exit'), once(lines, 'close')]);

    const failure = said.at(-1);
    expect(failure, JSON.stringify(failure)).toMatchObject({ code: 'disk-full' });
    expect(said.filter((line) => line.kept !== undefined).length).toBeGreaterThan(10);

    const database = await openDatabase({ file, workerFile: databaseWorkerFile });
    const kept = new Map(said.flatMap(({ kept: ids, status }) => (ids ?? []).map((id) => [id, status] as const)));
    for (const [id, status] of kept) expect((await database.task(id))?.task.state.status, id).toBe(status);
    for (const id of failure?.failed ?? []) if (!kept.has(id)) expect(await database.task(id)).toBeNull();
    const { tasks } = await database.page({ statuses: [], before: null, limit: kept.size + 1 });
    expect(tasks).toHaveLength(kept.size);
    expect(await database.integrity()).toEqual([]);
    await database.close();
  });
});
