import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPracticeWorker } from '../../../electron/practice/start-worker.ts';
import { practiceWorkerFile as workerFile } from '../../support/built-threads.ts';
import { longEnough, pictureUrl, practise } from './practice-client.ts';

let folder = '';
let dataFile = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'practice-'));
  dataFile = path.join(folder, 'practice.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

describe('a restart with the same data file', () => {
  test('still has the earlier tasks, at the new address and with the new key', async () => {
    const before = await practise({ dataFile });
    const id = await before.submit('a fox');
    before.pass(longEnough);
    const oldUrl = pictureUrl(await before.query(id));
    const oldBytes = Buffer.from(await (await fetch(oldUrl)).arrayBuffer());
    await before.service.stop();

    const after = await practise({ dataFile });
    after.pass(longEnough);
    const answer = await after.query(id);
    expect(answer.json).toMatchObject({ id, status: 'completed', model: 'm' });
    const url = pictureUrl(answer);
    expect(new URL(url).origin).toBe(after.service.url);
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(oldBytes)).toBe(true);
    const bent = new URL(new URL(oldUrl).pathname + new URL(oldUrl).search, after.service.url);
    expect((await fetch(bent)).status).toBe(403);
  });

  test('continues a task that was in progress: only the time counts', async () => {
    const before = await practise({ dataFile });
    const id = await before.submit('a fox [slow]');
    await before.service.stop();
    const after = await practise({ dataFile });
    after.pass(15_000);
    const { json } = await after.query(id);
    expect(json.status).toBe('processing');
    expect(json.progress).toBe(49);
  });

  test('a task is on disk before its id is answered', async () => {
    const practice = await practise({ dataFile });
    const id = await practice.submit('a fox');
    expect(await readFile(dataFile, 'utf8')).toContain(id);
  });

  test('a line that a crash cut off does not affect other lines', async () => {
    const before = await practise({ dataFile });
    const kept = await before.submit('a fox');
    await before.service.stop();
    await appendFile(dataFile, '{"id":"task-cut","createdAt":18');
    const between = await practise({ dataFile });
    const later = await between.submit('a heron');
    await between.service.stop();
    const after = await practise({ dataFile });
    expect((await after.query(kept)).status).toBe(200);
    expect((await after.query(later)).status).toBe(200);
    expect((await after.query('task-cut')).status).toBe(404);
  });

  test('the same prompt gives another picture after a restart too', async () => {
    const before = await practise({ dataFile });
    const one = await before.submit('a fox');
    await before.service.stop();
    const after = await practise({ dataFile });
    const two = await after.submit('a fox');
    after.pass(longEnough);
    const [first, second] = await Promise.all([one, two].map(async (id) => Buffer.from(await (await fetch(pictureUrl(await after.query(id)))).arrayBuffer())));
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
  });
});

describe('in a worker', () => {
  test('starts, answers over HTTP, and stops', async () => {
    const worker = await startPracticeWorker({ workerFile, dataFile });
    const submit = await fetch(`${worker.url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${worker.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'a fox', size: '64x64' }),
    });
    expect(submit.status).toBe(200);
    await worker.stop();
    await worker.ended;
    await expect(fetch(worker.url)).rejects.toThrow('fetch failed');
    expect(await readFile(dataFile, 'utf8')).toContain('"prompt":"a fox"');
  });

  test('rejects when the data file cannot be used', async () => {
    await expect(startPracticeWorker({ workerFile, dataFile: folder })).rejects.toThrow(/could not start: EISDIR/);
  });
});
