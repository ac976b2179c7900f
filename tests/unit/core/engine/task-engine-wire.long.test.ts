import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createImageDownloads } from '../../../../electron/core/library/download-to-library.ts';
import type { Stores } from '../../../../electron/database/client/database-contract.ts';
import { createServiceClient } from '../../../../electron/core/service/service-client.ts';
import { createSystemClock } from '../../../../electron/core/util/system-clock.ts';
import { createTaskEngine, type TaskEngine } from '../../../../electron/core/engine/task-engine.ts';
import { createSocketHttp } from '../../../../electron/network/socket-http.ts';
import { remoteIdOf, type TaskId, type TaskWithImages } from '../../../../shared/task.ts';
import { openTestDatabase, testAccount } from '../../../support/open-test-database.ts';
import { pollGaps } from '../../../support/poll-gaps.ts';
import { paddedPng } from '../../../support/sample-pictures.ts';
import { startScriptedService, type ScriptedService } from '../../../support/scripted-service.ts';
import { noBudget } from '../../../../shared/money/budget.ts';

/** Everything but the window is real: the engine over HTTP, the system's clock, SQLite and files. */
describe('over the wire', () => {
  let service: ScriptedService;

  beforeAll(async () => {
    service = await startScriptedService({ key: 'a-key-of-the-test' });
  });
  afterAll(() => service.stop());

  interface Running {
    readonly engine: TaskEngine;
    readonly library: string;
    readonly repository: Stores;
    readonly latest: Map<TaskId, TaskWithImages>;
    submit(prompt: string, count?: number): Promise<readonly TaskId[]>;
  }

  async function open(): Promise<Running> {
    const database = await openTestDatabase();
    const library = path.join(database.folder, 'library');
    await mkdir(library);
    const clock = createSystemClock();
    const http = createSocketHttp();
    const latest = new Map<TaskId, TaskWithImages>();
    const engine = createTaskEngine({
      clock,
      random: Math.random,
      repository: database.repository,
      client: createServiceClient({ http, clock }),
      downloads: createImageDownloads({ http, clock, library: { root: () => library } }),
      accounts: {
        credentials: () => Promise.resolve({ baseUrl: service.url, key: service.key }),
        keyRefused: () => Promise.resolve(),
        isSendingStopped: () => false,
        stopSending: () => Promise.resolve(),
      },
      events: { taskChanged: (entry) => latest.set(entry.task.id, entry), imageKept: () => undefined, batchChanged: () => undefined, notice: () => undefined },
      prices: { price: () => null },
      budget: () => noBudget,
      attach: () => Promise.resolve(null),
      repeats: () => null,
      isOnline: () => true,
      settings: () => ({ watchLimitMinutes: 10, concurrentSubmissions: 4, queueStopped: false }),
    });
    await engine.start();
    onTestFinished(async () => {
      await engine.close();
      await http.close();
      await database.remove();
    });
    const submit = (prompt: string, count = 1): Promise<readonly TaskId[]> =>
      engine.submit(
        Array.from({ length: count }, () => ({ id: randomUUID(), accountId: testAccount.id, request: { model: 'm', prompt, size: '', quality: '' }, retryOf: null })),
      );
    return { engine, library, repository: database.repository, latest, submit };
  }

  it('saves every picture byte for byte, with one POST each and at least 3 s between queries', async () => {
    const { latest, library, repository, submit } = await open();
    const bytes = paddedPng(300_000);
    const prompt = 'a fox in the snow';
    await service.script(prompt, { processing: 2, images: [{ base64: bytes.toString('base64') }, { base64: bytes.toString('base64') }] });
    const ids = await submit(prompt, 10);
    await expect.poll(() => ids.filter((id) => latest.get(id)?.images.filter(({ state }) => state.status === 'kept').length === 2).length, { timeout: 50_000 }).toBe(10);
    for (const id of ids) {
      const { images = [] } = (await repository.task(id)) ?? {};
      for (const { state } of images) expect(state.status === 'kept' && (await readFile(path.join(library, state.file.path))).equals(bytes)).toBe(true);
    }
    expect(await service.posts(prompt)).toBe(10);
    const gaps = pollGaps(await service.requests());
    expect(gaps.length).toBe(20);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3_000);
    expect(Math.max(...gaps)).toBeLessThan(4_000);
  });

  it('sends a POST once although its connection breaks', async () => {
    const { latest, submit } = await open();
    const prompt = 'a connection that breaks';
    await service.script(prompt, { submit: [{ then: { do: 'reset', after: 'before-answer' } }] });
    const ids = await submit(prompt, 20);
    await expect.poll(() => ids.filter((id) => latest.get(id)?.task.state.status === 'unknown').length, { timeout: 50_000 }).toBe(20);
    expect(await service.posts(prompt)).toBe(20);
  });

  it('sends one of sixteen that the service refuses, and the others when they are released', async () => {
    const { engine, latest, submit } = await open();
    const prompt = 'a size that is refused';
    await service.script(prompt, { submit: [{ status: 422, body: { json: { error: { code: 'invalid_size', message: 'No such size.' } } } }, null], processing: 0 });
    const ids = await submit(prompt, 16);
    const waits = (): number => ids.filter((id) => isHeld(latest.get(id))).length;
    await expect.poll(waits, { timeout: 50_000 }).toBe(15);
    expect(await service.posts(prompt)).toBe(1);
    await Promise.all(ids.filter((id) => isHeld(latest.get(id))).map(engine.release));
    await expect.poll(() => ids.filter((id) => latest.get(id)?.task.state.status === 'completed').length, { timeout: 50_000 }).toBe(15);
    expect(await service.posts(prompt)).toBe(16);
  });

  it('commits the id of a submission while all queries hang', async () => {
    const { repository, submit } = await open();
    const hanging = 'a query that hangs';
    await service.script(hanging, { query: [{ then: { do: 'hang', after: 'before-answer' } }] });
    const ids = await submit(hanging, 10);
    const remoteIds = async () => (await Promise.all(ids.map(repository.task))).map((entry) => entry && remoteIdOf(entry.task));
    const underWay = async (): Promise<number> => {
      const asked = new Set((await remoteIds()).map((id) => `/v1/tasks/${id}`));
      return (await service.requests()).filter((request) => request.method === 'GET' && asked.has(request.path)).length;
    };
    await expect.poll(underWay, { timeout: 50_000 }).toBe(8);
    const [id = ''] = await submit('a fox that does not wait');
    await expect.poll(async () => (await repository.task(id))?.task.state.status, { timeout: 50_000 }).toBe('processing');
    expect(await underWay()).toBe(8);
  });

  it('asks the same task again when an address has expired', async () => {
    const { latest, submit } = await open();
    const prompt = 'an address that expires';
    await service.script(prompt, { processing: 0, images: [{ base64: paddedPng(2_000).toString('base64'), answers: [{ status: 403 }, null] }] });
    const [id = ''] = await submit(prompt);
    await expect.poll(() => latest.get(id)?.images.map(({ state }) => state.status), { timeout: 50_000 }).toEqual(['kept']);
    expect(await service.posts(prompt)).toBe(1);
    expect(Math.min(...pollGaps(await service.requests()))).toBeGreaterThanOrEqual(3_000);
  });
});

function isHeld(entry: TaskWithImages | undefined): boolean {
  return entry?.task.state.status === 'queued' && entry.task.state.waitingFor === 'held';
}
