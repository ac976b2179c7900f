import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { firstView } from '../../../shared/view-memory.ts';
import { openViewMemoryFile } from '../../../electron/platform/view-memory-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-view-'));
  return () => rm(folder, { recursive: true });
});

const file = (): string => path.join(folder, 'view.json');
const onDisk = async (): Promise<unknown> => JSON.parse(await readFile(file(), 'utf8'));
const query = { search: 'status:failed owl', sort: { by: 'took', descending: true } } as const;
const history = { query, anchor: { taskId: '00000000-0000-4000-8000-000000000001', query, position: 900_000, offset: -3.5 } };
const left = { ...firstView, search: 'cat', anchor: { imageId: 7, position: 70, savedAt: 1_700_000_000, offset: -12.5 }, history, draft: 'a "fox" <b>' };

it('applies at once, is written a moment later, and is found at the next start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const memory = openViewMemoryFile(folder);
  expect(memory.get()).toEqual(firstView);
  memory.set(firstView);
  memory.set(left);
  expect(memory.get()).toEqual(left);
  expect(await readdir(folder)).toEqual([]);
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual(['view.json']));
  expect(await onDisk()).toEqual(left);
  expect(openViewMemoryFile(folder).get()).toEqual(left);
});

it('is written if the app ends before that moment', async () => {
  const memory = openViewMemoryFile(folder);
  memory.set(left);
  memory.flush();
  expect(await onDisk()).toEqual(left);
  memory.flush();
});

it('starts empty if its file is damaged or of another version, and does no harm if the disk refuses it', async () => {
  const unknownOrder = { ...history, query: { ...query, sort: { by: 'colour', descending: true } } };
  for (const content of ['{', 'null', '{"search":7}', JSON.stringify({ ...left, cellSize: 1e9 })]) {
    await writeFile(file(), content);
    expect(openViewMemoryFile(folder).get()).toEqual(firstView);
  }
  await writeFile(file(), JSON.stringify({ ...left, history: unknownOrder }));
  expect(openViewMemoryFile(folder).get()).toEqual({ ...left, history: firstView.history });
  const { history: _history, stripOpen: _stripOpen, sidebarOpen, zoom, draft: _draft, ...older } = left;
  await writeFile(file(), JSON.stringify(older));
  expect(openViewMemoryFile(folder).get()).toEqual({ ...left, sidebarOpen, zoom, history: firstView.history, draft: '' });
  const nowhere = openViewMemoryFile(path.join(folder, 'not there'));
  nowhere.set(left);
  expect(() => nowhere.flush()).not.toThrow();
  expect(nowhere.get()).toEqual(left);
});
