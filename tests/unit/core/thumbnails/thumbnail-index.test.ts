import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RandomFile } from '../../../../electron/core/thumbnails/random-file.ts';
import { openRandomFile } from '../../../../electron/core/thumbnails/random-file.ts';
import type { Entry } from '../../../../electron/core/thumbnails/records.ts';
import { createThumbnailIndex, type ThumbnailIndex } from '../../../../electron/core/thumbnails/thumbnail-index.ts';
import { sampleColours, temporaryFolder } from '../../../support/thumbnail-samples.ts';

let index: ThumbnailIndex;
/** Reads of the file. */
let reads: number;
let broken: boolean;
/** Reads wait for it before they answer. */
let held: Promise<void>;

beforeEach(async () => {
  const temporary = await temporaryFolder();
  const file = await openRandomFile(path.join(temporary.folder, 'index.bin'));
  [reads, broken, held] = [0, false, Promise.resolve()];
  const watched: RandomFile = {
    ...file,
    async read(position, length) {
      reads += 1;
      if (broken) throw new Error('EIO');
      const bytes = await file.read(position, length);
      await held;
      return bytes;
    },
  };
  index = createThumbnailIndex(watched);
  return async () => {
    await file.close();
    await temporary.remove();
  };
});

const keptAt = (offset: number): Entry => ({ state: 'kept', place: { pack: 1, offset, length: 9 }, colours: sampleColours(offset) });
const offsetOf = (entry: Entry | undefined): number | null => (entry?.state === 'kept' ? entry.place.offset : null);
const offsets = async (...ids: readonly number[]): Promise<readonly (number | null)[]> => (await index.entries(ids)).map(offsetOf);

describe('entries of thumbnails', () => {
  beforeEach(async () => {
    for (const id of [1, 2, 200, 300]) await index.write(id, keptAt(id));
  });

  it('are read with their neighbours, once for all who ask for them', async () => {
    expect(await Promise.all([offsets(1, 2, 3, 200), offsets(2), offsets(200)])).toEqual([[1, 2, null, 200], [2], [200]]);
    expect(await offsets(1)).toEqual([1]);
    expect(reads).toBe(1);
    expect(await offsets(1, 300)).toEqual([1, 300]);
    expect(reads).toBe(2);
  });

  it('are what was written last, also when they were being read meanwhile', async () => {
    let answer = (): void => undefined;
    held = new Promise((resolve) => (answer = resolve));
    const before = offsets(1);
    await index.write(1, keptAt(77));
    const after = offsets(1, 2);
    answer();
    expect([await before, await after]).toEqual([[1], [77, 2]]);
    await index.write(2, { state: 'none' });
    expect(await offsets(1, 2)).toEqual([77, null]);
  });

  it('of far apart pictures are not held for ever', async () => {
    expect(await offsets(1)).toEqual([1]);
    await index.entries(Array.from({ length: 70 }, (_, at) => (at + 10) * 10_000));
    const before = reads;
    expect(await offsets(1)).toEqual([1]);
    expect(reads).toBe(before + 1);
  });

  it('are there again after the disk was in trouble', async () => {
    broken = true;
    expect(await offsets(1, 2)).toEqual([null, null]);
    broken = false;
    expect(await offsets(1, 2)).toEqual([1, 2]);
  });
});
