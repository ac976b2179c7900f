import { describe, expect, it } from 'vitest';
import { createFirstThumbnails } from '../../../electron/platform/first-thumbnails.ts';

const bytes = [new Uint8Array([1]), null, new Uint8Array([3])] as const;
const never = new Promise<never>(() => undefined);

/** Whether a promise has an answer after everything that can run has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('the thumbnails that the page begins with', () => {
  it('are answered as soon as they are found, and the start waits until the page has got all of them', async () => {
    const thumbnails = createFirstThumbnails([7, 8, 9]);
    const asked = [thumbnails.read(9), thumbnails.read(8)];
    const all = thumbnails.answered(never);
    expect(await isSettled(asked[0] ?? all)).toBe(false);
    thumbnails.found(Promise.resolve(bytes));
    expect(await Promise.all(asked)).toEqual([bytes[2], null]);
    expect(await isSettled(all)).toBe(false);
    expect(await thumbnails.read(7)).toBe(bytes[0]);
    await all;
  });

  it.each([
    ['the page asks for none, because its window has another size', () => Promise.resolve()],
    ['the history cannot be opened', () => Promise.reject(new Error('damaged'))],
  ])('keep no start waiting if %s', async (_why, history) => {
    const thumbnails = createFirstThumbnails([7]);
    thumbnails.found(Promise.resolve(bytes));
    await thumbnails.answered(history());
  });

  it('keep no start waiting if there are none', () => createFirstThumbnails([]).answered(never));

  it('are left to the services if the page does not begin with them, and once the services are there', () => {
    const thumbnails = createFirstThumbnails([7]);
    expect([7, 8].map(thumbnails.has)).toEqual([true, false]);
    thumbnails.end();
    expect([7, 8].map(thumbnails.has)).toEqual([false, false]);
  });

  it('are not waited for if none can be read, or the services come first', async () => {
    const failed = createFirstThumbnails([7]);
    failed.found(Promise.reject(new Error('damaged')));
    expect(await failed.read(7)).toBeNull();
    const ended = createFirstThumbnails([7]);
    const asked = ended.read(7);
    ended.end();
    expect(await asked).toBeNull();
  });
});
