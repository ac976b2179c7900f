import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { firstView } from '../../../shared/view-memory.ts';
import { openViewStateStore } from '../../../electron/platform/settings-store.ts';
import { createViewMemory } from '../../../electron/platform/view-memory.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-view-'));
  return () => rm(folder, { recursive: true });
});

const onDisk = async (): Promise<unknown> => JSON.parse(await readFile(path.join(folder, 'view-state.json'), 'utf8')).view;
const left = { ...firstView, search: 'cat', anchor: { imageId: 7, position: 70, savedAt: 1_700_000_000, offset: -12.5 } };

it('holds at once, is on the disk a moment later, and is found at the next start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const memory = createViewMemory(openViewStateStore(folder));
  expect(memory.get()).toEqual(firstView);
  memory.set(firstView);
  memory.set(left);
  expect(memory.get()).toEqual(left);
  await expect(onDisk()).rejects.toThrow('ENOENT');
  vi.advanceTimersByTime(1_000);
  expect(await onDisk()).toEqual(left);
  vi.useRealTimers();
  expect(createViewMemory(openViewStateStore(folder)).get()).toEqual(left);
});

it('is on the disk when the app ends in the moment between, with what else was written meanwhile', async () => {
  const store = openViewStateStore(folder);
  const memory = createViewMemory(store);
  memory.set(left);
  store.set({ ...store.get(), environmentKeyDeclined: true });
  memory.flush();
  expect(await onDisk()).toEqual(left);
  expect(store.get().environmentKeyDeclined).toBe(true);
});

it('costs nothing else where the disk refuses it', () => {
  const store = openViewStateStore(folder);
  const memory = createViewMemory({ ...store, set: () => { throw new Error('ENOSPC'); } });
  memory.set(left);
  expect(() => memory.flush()).not.toThrow();
  expect(memory.get()).toEqual(left);
});
