import { describe, expect, it } from 'vitest';
import { createBackgroundWalk } from '../../../../electron/core/thumbnails/background-walk.ts';
import type { StoredLook } from '../../../../electron/core/thumbnails/thumbnail-store.ts';
import { nextMacrotask } from '../../../support/fake-clock.ts';

/** Walks through a library and handles what it finds. Returns the reported progress, and the number of pictures that were found. */
async function walk(pictures: number, isThere: (id: number) => boolean, { stopAfter = Infinity } = {}): Promise<{ readonly progress: readonly (number | null)[]; readonly found: number }> {
  const progress: (number | null)[] = [];
  let ended = false;
  const walked = createBackgroundWalk({
    store: {
      look: (ids) => Promise.resolve(ids.map((id): StoredLook => (isThere(id) ? { state: 'kept', colours: null } : { state: 'none' }))),
      walked: () => Promise.resolve(null),
      setWalked: () => Promise.resolve(true),
      vacuum: () => Promise.resolve(void (ended = true)),
    },
    keptIds: (below, limit) => Promise.resolve(Array.from({ length: Math.min(limit, (below ?? pictures + 1) - 1) }, (_, at) => (below ?? pictures + 1) - 1 - at)),
    found: () => undefined,
    progress: (percent) => progress.push(percent),
  });
  walked.start();
  let found = 0;
  while (!ended && found < stopAfter) {
    const id = walked.next();
    if (id === null) await nextMacrotask();
    else walked.done(id, (found += 1) > 0);
  }
  walked.stop();
  return { progress, found };
}

describe('the progress of missing thumbnails', () => {
  it('is shown in steps if many are missing, and ends by itself', async () => {
    const { progress, found } = await walk(2_000, () => false);
    expect(found).toBe(2_000);
    expect(progress.at(-1)).toBeNull();
    const shown = progress.slice(0, -1).map(Number);
    expect(shown).toEqual(Array.from({ length: 20 }, (_, step) => 5 * step));
  });

  it('is not shown if few are missing', async () => {
    expect(await walk(2_000, (id) => id % 10 !== 0)).toEqual({ progress: [], found: 200 });
  });

  it('begins at the position of the walk once many are missing', async () => {
    const { progress } = await walk(2_000, (id) => id > 1_000);
    expect(progress[0]).toBe(50);
    expect(progress.at(-1)).toBeNull();
  });

  it('ends with a walk that is stopped', async () => {
    expect((await walk(2_000, () => false, { stopAfter: 1_000 })).progress.at(-1)).toBeNull();
  });
});
