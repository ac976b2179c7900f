import { describe, expect, it } from 'vitest';
import { createFirstThumbnails } from '../../../electron/platform/first-thumbnails.ts';
import type { ThumbnailStore } from '../../../electron/core/thumbnails/thumbnail-store.ts';

const bytes = new Uint8Array([1, 2, 3]);
const store: Pick<ThumbnailStore, 'read'> = { read: (id) => Promise.resolve(id === 1 ? { state: 'kept', thumbnail: bytes } : id === 2 ? { state: 'broken', reason: 'damaged' } : { state: 'none' }) };

/** Whether a promise has an answer after everything that can run has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('the thumbnails that the page begins with', () => {
  it('are read once the history is open, and never while it may be rebuilt', async () => {
    const thumbnails = createFirstThumbnails();
    const history = Promise.withResolvers<void>();
    const found = thumbnails.read(1);
    thumbnails.opened(history.promise, store);
    const all = thumbnails.answered();
    expect(await isSettled(found)).toBe(false);
    expect(await isSettled(all)).toBe(false);
    history.resolve();
    expect(await found).toBe(bytes);
    await all;
  });

  it('are left to the services if there are none', async () => {
    const thumbnails = createFirstThumbnails();
    thumbnails.opened(Promise.resolve(), store);
    expect(await Promise.all([thumbnails.read(2), thumbnails.read(3)])).toEqual([null, null]);
  });

  it('are left to the services if the history cannot be opened, and once the services are there', async () => {
    const failed = createFirstThumbnails();
    failed.opened(Promise.reject(new Error('damaged')), store);
    expect(await failed.read(1)).toBeNull();
    await failed.answered();
    const ended = createFirstThumbnails();
    ended.end();
    expect(await ended.read(1)).toBeNull();
  });
});
