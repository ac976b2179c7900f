import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { firstView } from '../../../../shared/windows/view-memory.ts';
import { openViewMemoryFile } from '../../../../electron/platform/stores/view-memory-file.ts';
import { watchFileCalls } from '../../../support/file-calls.ts';

const settleFiles = watchFileCalls();

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

it('takes effect at once, is in its file a moment later, and is read at the next start', async () => {
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

it('is in its file when the app ends before a change was written', async () => {
  const memory = openViewMemoryFile(folder);
  memory.set(left);
  await memory.flush();
  expect(await onDisk()).toEqual(left);
});

it('a prompt that was sent is gone from the file at once, so that it is not in the field again after a crash', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const memory = openViewMemoryFile(folder);
  memory.set(left);
  await memory.flush();
  memory.set({ ...left, draft: '' });
  await settleFiles();
  await vi.waitFor(async () => expect(await onDisk()).toEqual({ ...left, draft: '' }));
});

it('keeps the last change if the app ends while an older one is being written', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const memory = openViewMemoryFile(folder);
  memory.set(left);
  vi.advanceTimersByTime(1_000);
  memory.set({ ...left, search: 'dog' });
  await memory.flush();
  // A write that nobody waits for would end now.
  await settleFiles();
  expect(await onDisk()).toEqual({ ...left, search: 'dog' });
  expect(await readdir(folder)).toEqual(['view.json']);
});

it('starts anew if nothing can be read, keeps what it understands of another version, and survives a disk that refuses it', async () => {
  const unknownOrder = { ...history, query: { ...query, sort: { by: 'colour', descending: true } } };
  for (const content of ['{', 'null', '', '{"search":7}']) {
    await writeFile(file(), content);
    expect(openViewMemoryFile(folder).get()).toEqual(firstView);
  }
  await writeFile(file(), JSON.stringify({ ...left, cellSize: 1e9 }));
  expect(openViewMemoryFile(folder).get()).toEqual({ ...left, cellSize: firstView.cellSize });
  await writeFile(file(), JSON.stringify({ ...left, history: unknownOrder }));
  expect(openViewMemoryFile(folder).get()).toEqual({ ...left, history: { ...history, query: { ...query, sort: firstView.history.query.sort } } });
  const { history: _history, stripOpen: _stripOpen, sidebarOpen, zoom, draft: _draft, ...older } = left;
  await writeFile(file(), JSON.stringify(older));
  expect(openViewMemoryFile(folder).get()).toEqual({ ...left, sidebarOpen, zoom, history: firstView.history, draft: '' });
  const nowhere = openViewMemoryFile(path.join(folder, 'not there'));
  nowhere.set(left);
  await nowhere.flush();
  expect(nowhere.get()).toEqual(left);
});

it('keeps a damaged file under another name before it is written, and keeps fields of a newer version', async () => {
  await writeFile(file(), JSON.stringify({ ...left, cellSize: 1e9, fromTomorrow: { a: 1 } }));
  const memory = openViewMemoryFile(folder);
  expect(await readdir(folder)).toEqual(['view.json']);
  memory.set({ ...memory.get(), search: 'dog' });
  await memory.flush();
  expect(await onDisk()).toMatchObject({ search: 'dog', draft: left.draft, cellSize: firstView.cellSize, fromTomorrow: { a: 1 } });
  const loss = memory.repair();
  expect(loss?.fields).toEqual(['cellSize']);
  expect(JSON.parse(await readFile(loss?.kept ?? '', 'utf8'))).toMatchObject({ cellSize: 1e9 });
  expect(openViewMemoryFile(folder).repair()).toBeNull();
});

it('is held without its file until the services are there or the app ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const memory = openViewMemoryFile(folder);
  memory.hold(left);
  memory.hold({ ...left, zoom: 'far' });
  memory.hold(undefined);
  expect(memory.get()).toEqual(left);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  expect(await readdir(folder)).toEqual([]);
  await memory.flush();
  expect(await onDisk()).toEqual(left);
});

it('reads a file of 1.0.0, which has neither entries of the palette nor folded tags, without a loss', async () => {
  const { recentEntries: _recentEntries, tagsOpen: _tagsOpen, ...earlier } = left;
  await writeFile(file(), JSON.stringify(earlier));
  const memory = openViewMemoryFile(folder);
  expect(memory.get()).toEqual({ ...left, recentEntries: [], tagsOpen: true });
  expect(memory.repair()).toBeNull();
  memory.set({ ...left, recentEntries: ['tag owl'], tagsOpen: false });
  await memory.flush();
  expect(openViewMemoryFile(folder).get()).toMatchObject({ recentEntries: ['tag owl'], tagsOpen: false });
});
