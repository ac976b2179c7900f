import { spawn } from 'node:child_process';
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { plainChecksum } from '../../../../electron/core/thumbnails/checksum.ts';
import { openThumbnailStore, type ThumbnailStore } from '../../../../electron/core/thumbnails/thumbnail-store.ts';
import { found, sampleColours, sampleThumbnail, seeded, temporaryFolder } from '../../../support/thumbnail-samples.ts';

let folder: string;
let store: ThumbnailStore;
beforeEach(async () => {
  const temporary = await temporaryFolder();
  ({ folder } = temporary);
  store = await openThumbnailStore(folder);
  return async () => {
    await store.close();
    await temporary.remove();
  };
});

async function reopen(limit?: number): Promise<void> {
  await store.close();
  store = await openThumbnailStore(folder, limit);
}
const write = (id: number, length?: number): Promise<boolean> => store.write(id, sampleThumbnail(id, length), sampleColours(id));
const inFolder = (name: string): string => path.join(folder, name);
const packs = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.startsWith('pack-')).toSorted();

describe('the store of thumbnails', () => {
  it('gives back what was written, also after it was opened again', async () => {
    for (const id of [1, 2, 70_000]) expect(await write(id)).toBe(true);
    for (const again of [false, true]) {
      if (again) await reopen();
      for (const id of [1, 2, 70_000]) expect(await found(store, id)).toEqual(sampleThumbnail(id));
      for (const id of [3, 69_999, 70_001, 2_000_000_000]) expect(await found(store, id)).toBe('none');
    }
  });

  it('answers for many pictures at once, in the order they are asked for', async () => {
    for (const id of [5, 6, 7, 900]) await write(id);
    await store.markBroken(8, 'too-many-pixels');
    const ids = [900, 7, 8, 4, 6, 50_000];
    const colours = await store.colours(ids);
    const expected = ids.map((id) => ([900, 7, 6].includes(id) ? sampleColours(id) : new Uint8Array(16)));
    expect(colours).toEqual(new Uint8Array(Buffer.concat(expected)));
    expect(await store.broken(ids)).toEqual([null, null, 'too-many-pixels', null, null, null]);
    expect(await store.missing(ids)).toEqual([4, 50_000]);
    expect(await store.missing([])).toEqual([]);
  });

  it('remembers why a picture is broken until it is forgotten or made', async () => {
    await store.markBroken(1, 'damaged');
    await store.markBroken(2, 'unreadable');
    await reopen();
    expect([await found(store, 1), await found(store, 2)]).toEqual(['damaged', 'unreadable']);
    await store.forget(1);
    await write(2);
    expect([await found(store, 1), await found(store, 2)]).toEqual(['none', sampleThumbnail(2)]);
  });

  it('remembers how far the background came', async () => {
    expect(await store.walked()).toBeNull();
    await store.setWalked({ from: 17, to: 4_000_000_000 });
    await reopen();
    expect(await store.walked()).toEqual({ from: 17, to: 4_000_000_000 });
  });

  it('holds nothing in memory for a picture that is far away', async () => {
    await write(1_000_000_000);
    expect(await found(store, 1_000_000_000)).toEqual(sampleThumbnail(1_000_000_000));
    if (process.platform !== 'linux') return;
    // The file is long, the disk is not filled.
    expect((await stat(inFolder('index.bin'))).blocks * 512).toBeLessThan(1_000_000);
  });

  it('deletes the folders of single files that were there before it', async () => {
    await mkdir(inFolder('17'));
    await writeFile(inFolder('17/17001.webp'), 'old');
    await reopen();
    expect(await readdir(folder)).toEqual(['index.bin']);
  });

  it('begins a new pack when one is full', async () => {
    await reopen(4_000);
    for (let id = 1; id <= 10; id += 1) await write(id);
    expect(await packs()).toEqual(['pack-0001.bin', 'pack-0002.bin', 'pack-0003.bin', 'pack-0004.bin']);
    for (let id = 1; id <= 10; id += 1) expect(await found(store, id)).toEqual(sampleThumbnail(id));
  });

  it('writes side by side without mixing anything up', async () => {
    const ids = Array.from({ length: 200 }, (_, at) => at + 1);
    await Promise.all(ids.map((id) => write(id, 100 + (id % 7) * 300)));
    for (const id of ids) expect(await found(store, id)).toEqual(sampleThumbnail(id, 100 + (id % 7) * 300));
  });

  it('says so when something cannot be written, and goes on', async () => {
    await write(1);
    await store.close();
    expect(await write(2)).toBe(false);
    expect(await store.markBroken(3, 'damaged')).toBe(false);
    expect(await found(store, 1)).toBe('none');
  });
});

describe('what is not what was written', () => {
  it('is never another picture’s thumbnail, whatever the index says', async () => {
    for (const id of [1, 2, 3]) await write(id);
    const index = await readFile(inFolder('index.bin'));
    const entry = (id: number): Buffer => Buffer.from(index.subarray(id * 32, id * 32 + 32));
    const [one, two] = [entry(1), entry(2)];
    index.set(two, 32);
    index.set(one, 64);
    await writeFile(inFolder('index.bin'), index);
    expect([await found(store, 1), await found(store, 2), await found(store, 3)]).toEqual(['none', 'none', sampleThumbnail(3)]);
    expect(await store.colours([1, 2])).toEqual(new Uint8Array(32));
  });

  it('is missing when another picture’s record lies at its place', async () => {
    await write(1);
    await write(2);
    const pack = await readFile(inFolder('pack-0001.bin'));
    pack.copyWithin(0, pack.length / 2);
    await writeFile(inFolder('pack-0001.bin'), pack);
    expect([await found(store, 1), await found(store, 2)]).toEqual(['none', sampleThumbnail(2)]);
  });

  it('is missing where the pack is gone or short, and can be made again', async () => {
    for (const id of [1, 2]) await write(id);
    const { size } = await stat(inFolder('pack-0001.bin'));
    const pack = await open(inFolder('pack-0001.bin'), 'r+');
    await pack.truncate(size - 1);
    await pack.close();
    expect([await found(store, 1), await found(store, 2)]).toEqual([sampleThumbnail(1), 'none']);
    await reopen();
    await write(2);
    expect([await found(store, 1), await found(store, 2)]).toEqual([sampleThumbnail(1), sampleThumbnail(2)]);
  });

  it('is told from what is right after 10,000 bytes were changed at random', async () => {
    await reopen(20_000);
    const count = 120;
    for (let id = 1; id <= count; id += 1) await write(id, 300);
    for (let id = count + 1; id <= count + 20; id += 1) await store.markBroken(id, 'damaged');
    const files = ['index.bin', ...(await packs())];
    const whole = await Promise.all(files.map((name) => readFile(inFolder(name))));
    const dice = seeded(20_261_121);
    let made = 0;
    for (let round = 0; round < 100; round += 1) {
      const changed = whole.map((bytes) => Buffer.from(bytes));
      for (let flip = 0; flip < 100; flip += 1) {
        // The index is small and matters most: half of the flips are there.
        const bytes = changed[flip % 2 === 0 ? 0 : dice(changed.length)] as Buffer;
        const at = dice(bytes.length);
        bytes[at] = (bytes[at] as number) ^ (1 + dice(255));
      }
      await Promise.all(files.map((name, at) => writeFile(inFolder(name), changed[at] as Buffer)));
      await reopen(20_000);
      await store.walked();
      for (let id = 1; id <= count + 25; id += 1) {
        const answer = await found(store, id);
        if (answer instanceof Uint8Array) {
          made += 1;
          expect(id <= count && Buffer.compare(answer, sampleThumbnail(id, 300)) === 0, `picture ${id}, round ${round}`).toBe(true);
        } else {
          expect(answer === 'none' || (answer === 'damaged' && id > count), `picture ${id}, round ${round}: ${answer}`).toBe(true);
        }
      }
      const colours = await store.colours(Array.from({ length: count }, (_, at) => at + 1));
      for (let id = 1; id <= count; id += 1) expect([0, sampleColours(id)[5]]).toContain(colours[(id - 1) * 16 + 5]);
    }
    expect(made).toBeGreaterThan(1_000);
    expect(made).toBeLessThan(count * 100);
  }, 60_000);
});

describe('a process that is killed while it writes', () => {
  const writer = fileURLToPath(new URL('store-writer.ts', import.meta.url));

  /** Writes from `first` on until so many are promised, then is killed. Answers the last that was promised. */
  function writeAndDie(first: number, promised: number): Promise<number> {
    const child = spawn(process.execPath, ['--no-warnings', writer, folder, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let last = 0;
    createInterface(child.stdout).on('line', (line) => {
      last = Number(line);
      if (last === first + promised) child.kill('SIGKILL');
    });
    return new Promise((resolve) => child.once('close', () => resolve(last)));
  }

  it('leaves all that was promised, and nothing that is wrong', async () => {
    let first = 1;
    for (const promised of [3, 41, 120, 7]) {
      const last = await writeAndDie(first, promised);
      await reopen(40_000);
      for (let id = 1; id <= last; id += 1) expect(await found(store, id)).toEqual(sampleThumbnail(id));
      // Some were written whose promise was still on its way.
      for (let id = last + 1; id < last + 500; id += 1) {
        const next = await found(store, id);
        expect(next === 'none' || Buffer.compare(next as Uint8Array, sampleThumbnail(id)) === 0).toBe(true);
      }
      await store.close();
      first = last + 1;
    }
  }, 60_000);

  it('leaves a torn record that the next one does not run into', async () => {
    await write(1);
    await write(2);
    await store.close();
    // As a power cut leaves it: the entry is on the disk, the end of the record is not.
    const pack = await open(inFolder('pack-0001.bin'), 'r+');
    await pack.truncate(2_000);
    await pack.close();
    store = await openThumbnailStore(folder);
    expect(await found(store, 2)).toBe('none');
    await write(3, 500);
    await write(2);
    expect([await found(store, 1), await found(store, 2), await found(store, 3)]).toEqual([sampleThumbnail(1), sampleThumbnail(2), sampleThumbnail(3, 500)]);
  });
});

describe('room that is not used any more', () => {
  const ids = Array.from({ length: 60 }, (_, at) => at + 1);
  const bytesOnDisk = async (): Promise<number> => {
    let sum = 0;
    for (const name of await packs()) sum += (await stat(inFolder(name))).size;
    return sum;
  };

  it('is given back, and every thumbnail stays', async () => {
    await reopen(10_000);
    for (const id of ids) await write(id);
    const once = await bytesOnDisk();
    // All but every tenth are made again: the old packs hold little that is of use.
    for (const id of ids) if (id % 10 !== 0) await store.write(id, sampleThumbnail(id + 1_000), sampleColours(id));
    expect(await bytesOnDisk()).toBeGreaterThan(once * 1.8);
    const reads = Promise.all(ids.map((id) => found(store, id)));
    await store.compact();
    const expected = ids.map((id) => sampleThumbnail(id % 10 === 0 ? id : id + 1_000));
    expect(await reads).toEqual(expected);
    expect(await bytesOnDisk()).toBeLessThan(once * 1.25);
    for (const again of [false, true]) {
      if (again) await reopen(10_000);
      expect(await Promise.all(ids.map((id) => found(store, id)))).toEqual(expected);
      expect(await store.colours(ids)).toEqual(new Uint8Array(Buffer.concat(ids.map(sampleColours))));
    }
  });

  it('is looked for only where there can be some', async () => {
    const isNoted = async (): Promise<boolean> => (await readdir(folder)).includes('garbage');
    for (const id of ids) await write(id);
    await store.markBroken(99, 'damaged');
    await store.forget(99);
    expect(await isNoted()).toBe(false);
    await write(1);
    expect(await isNoted()).toBe(true);
    // Also by the next process.
    await reopen(10_000);
    await store.compact();
    expect(await isNoted()).toBe(false);
    await store.forget(2);
    expect(await isNoted()).toBe(true);
  });

  it('does not touch packs that are mostly in use', async () => {
    await reopen(10_000);
    for (const id of ids) await write(id);
    for (const id of ids) if (id % 3 === 0) await store.forget(id);
    const before = await packs();
    await store.compact();
    expect(await packs()).toEqual(before);
  });

  it('is given back while thumbnails are written and read', async () => {
    await reopen(10_000);
    for (const id of ids) await write(id);
    for (const id of ids) if (id > 3) await store.forget(id);
    const others = ids.map((id) => id + 100);
    const [, , ...seen] = await Promise.all([store.compact(), Promise.all(others.map((id) => write(id))), ...Array.from({ length: 40 }, () => found(store, 2))]);
    for (const answer of seen) expect(answer).toEqual(sampleThumbnail(2));
    for (const id of [1, 2, 3, ...others]) expect(await found(store, id)).toEqual(sampleThumbnail(id));
    expect(await packs()).not.toContain('pack-0001.bin');
  });
});

describe('the checksum in plain code', () => {
  it('is zlib’s', () => {
    for (const length of [0, 1, 2, 3, 1_000]) {
      const bytes = sampleThumbnail(9, length);
      expect(plainChecksum(bytes)).toBe(crc32(bytes));
      expect(plainChecksum(bytes, 77)).toBe(crc32(bytes, 77));
    }
  });
});
