import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { openThumbnailStore, type OpenThumbnailStore } from '../../../../electron/database/client/open-thumbnail-store.ts';
import { thumbnailWorkerFile } from '../../../support/built-threads.ts';
import { createDice } from '../../../support/dice.ts';
import { found, sampleColours, sampleHash, sampleThumbnail, temporaryFolder, until } from '../../../support/thumbnail-samples.ts';

let folder: string;
let store: OpenThumbnailStore;
beforeEach(async () => {
  const temporary = await temporaryFolder();
  ({ folder } = temporary);
  store = openThumbnailStore(folder, thumbnailWorkerFile, () => undefined);
  return async () => {
    await store.close();
    await temporary.remove();
  };
});

const file = (): string => path.join(folder, 'thumbnails.sqlite');
async function reopen(whileClosed?: () => unknown): Promise<void> {
  await store.close();
  await whileClosed?.();
  store = openThumbnailStore(folder, thumbnailWorkerFile, () => undefined);
}
const write = (id: number, length?: number): Promise<boolean> => store.write(id, sampleThumbnail(id, length), sampleColours(id), sampleHash(id));
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

describe('the store of thumbnails', () => {
  it('returns what was written, also after it is reopened', async () => {
    for (const id of [1, 2, 70_000]) expect(await write(id)).toBe(true);
    for (const again of [false, true]) {
      if (again) await reopen();
      for (const id of [1, 2, 70_000]) expect(await found(store, id)).toEqual(sampleThumbnail(id));
      for (const id of [3, 69_999, 70_001, 2_000_000_000]) expect(await found(store, id)).toBe('none');
    }
  });

  it('tells what is known of many pictures, in the order they are asked for', async () => {
    for (const id of [5, 900]) await write(id);
    await store.write(6, sampleThumbnail(6), null, null);
    await store.markBroken(8, 'too-many-pixels');
    expect(await store.look([900, 8, 4, 6, 5])).toEqual([
      { state: 'kept', colours: sampleColours(900) },
      { state: 'broken', reason: 'too-many-pixels' },
      { state: 'none' },
      { state: 'kept', colours: null },
      { state: 'kept', colours: sampleColours(5) },
    ]);
    expect(await store.look([])).toEqual([]);
  });

  it('deletes all thumbnails, gives their space back, and keeps what is known of the pictures', async () => {
    for (const id of numbers(1_200)) await write(id, 4_000);
    await store.markBroken(9_000, 'damaged');
    await store.setWalked(9_000);
    const onDisk = async (): Promise<number> => {
      const names = await readdir(folder);
      return (await Promise.all(names.map((name) => stat(path.join(folder, name))))).reduce((sum, { size }) => sum + size, 0);
    };
    const before = await onDisk();
    expect(before).toBeGreaterThan(4_800_000);
    expect(await store.clear()).toBe(true);
    expect(await onDisk()).toBeLessThan(before - 4_500_000);
    expect(await found(store, 700)).toBe('none');
    // So the background walk does not make them all again at once, and similar pictures are still found.
    expect(await store.look([700, 9_000])).toEqual([{ state: 'kept', colours: sampleColours(700) }, { state: 'broken', reason: 'damaged' }]);
    expect(await store.walked()).toBe(9_000);
    await write(700);
    expect(await found(store, 700)).toEqual(sampleThumbnail(700));
    expect(await store.clear()).toBe(true);
  });

  it('remembers why a picture is broken until it is forgotten or made', async () => {
    for (const id of [1, 2, 3]) await store.markBroken(id, id === 1 ? 'damaged' : 'unreadable');
    await write(4);
    await store.markBroken(4, 'damaged');
    await reopen();
    expect([await found(store, 1), await found(store, 2), await found(store, 4)]).toEqual(['damaged', 'unreadable', 'damaged']);
    await store.forget(1);
    await write(2);
    expect([await found(store, 1), await found(store, 2), await found(store, 3)]).toEqual(['none', sampleThumbnail(2), 'unreadable']);
  });

  it('remembers how far the background came', async () => {
    expect(await store.walked()).toBeNull();
    await store.setWalked(100);
    await store.setWalked(4_000_000_000);
    await reopen();
    expect(await store.walked()).toBe(4_000_000_000);
  });

  it('writes side by side without mixing anything up', async () => {
    await Promise.all(numbers(200).map((id) => write(id, 100 + (id % 7) * 300)));
    for (const id of numbers(200)) expect(await found(store, id)).toEqual(sampleThumbnail(id, 100 + (id % 7) * 300));
  });

  it('returns the space of forgotten thumbnails to the disk', async () => {
    for (const id of numbers(1_000)) await write(id, 9_000);
    await reopen();
    const { size } = await stat(file());
    for (const id of numbers(990)) await store.forget(id);
    await store.vacuum();
    await reopen();
    expect((await stat(file())).size).toBeLessThan(size / 20);
    for (const id of [991, 1_000]) expect(await found(store, id)).toEqual(sampleThumbnail(id, 9_000));
  });
});

describe('a store in trouble', () => {
  it('says so when something cannot be written', async () => {
    await write(1);
    await store.close();
    expect(await write(2)).toBe(false);
    expect(await store.markBroken(3, 'damaged')).toBe(false);
    expect(await found(store, 1)).toBe('none');
  });

  it('stores nothing if its folder cannot be created, and requests no thumbnails', async () => {
    await reopen(async () => {
      await rm(folder, { recursive: true });
      await writeFile(folder, 'a file');
    });
    expect(await write(1)).toBe(false);
    await until(async () => (await store.look([1])).length === 0);
    expect(await found(store, 1)).toBe('none');
  });

  it('replaces the file of another version with an empty one', async () => {
    await write(1);
    await reopen(() => {
      const db = new DatabaseSync(file());
      db.exec('PRAGMA user_version = 99; DROP TABLE look;');
      db.close();
    });
    expect(await found(store, 1)).toBe('none');
    expect(await write(1)).toBe(true);
    await reopen();
    expect(await found(store, 1)).toEqual(sampleThumbnail(1));
  });

  it('replaces a damaged file with an empty one, whenever the damage is found', async () => {
    for (const id of numbers(60)) await write(id);
    await reopen();
    const whole = await readFile(file());
    const { below } = createDice(20_261_123);
    for (let round = 0; round < 25; round += 1) {
      const changed = Buffer.from(whole);
      // A few pages, sometimes the first one.
      for (let pages = 0; pages < 4; pages += 1) {
        const at = 4_096 * below(changed.length / 4_096);
        changed.fill(below(256), at, at + 4_096);
      }
      await reopen(() => writeFile(file(), changed));
      for (const id of [1, 30, 60]) {
        await found(store, id);
        await store.look([id]);
      }
      expect(await write(7), `round ${round}`).toBe(true);
      expect(await found(store, 7), `round ${round}`).toEqual(sampleThumbnail(7));
    }
  }, 120_000);
});

/** Paths of all files that this process has open, in all its threads. Linux only. */
async function openFiles(): Promise<readonly string[]> {
  const links = await readdir('/proc/self/fd');
  return Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')));
}

describe('a look before the history is open', () => {
  it('finds what is there, in the order of the ids, and leaves no file open that a rebuild deletes', async () => {
    for (const id of [1, 2, 70_000]) await write(id);
    await reopen();
    expect(await store.peek([70_000, 3, 1])).toEqual([sampleThumbnail(70_000), null, sampleThumbnail(1)]);
    if (process.platform === 'linux') expect((await openFiles()).filter((name) => name.startsWith(folder))).toEqual([]);
    // As if the history were rebuilt now.
    await rm(folder, { recursive: true });
    expect(await store.peek([1])).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    expect(await found(store, 1)).toBe('none');
    expect(await write(1)).toBe(true);
    expect(await store.peek([1])).toEqual([sampleThumbnail(1)]);
  });

  it('finds what a killed process had written', async () => {
    for (const id of [1, 2]) await write(id);
    const left = path.join(folder, 'left');
    await mkdir(left);
    for (const name of ['thumbnails.sqlite', 'thumbnails.sqlite-wal']) await copyFile(path.join(folder, name), path.join(left, name));
    const next = openThumbnailStore(left, thumbnailWorkerFile, () => undefined);
    expect(await next.peek([2, 1])).toEqual([sampleThumbnail(2), sampleThumbnail(1)]);
    expect(await found(next, 2)).toEqual(sampleThumbnail(2));
    await next.close();
  });

  it.each([
    ['is damaged', (bytes: Buffer) => bytes.fill(7)],
    ['was written by another version', (bytes: Buffer) => (bytes.writeUInt32BE(99, 60), bytes)],
  ])('finds nothing in a file that %s, and does not change it', async (_how, changed) => {
    await write(1);
    await store.close();
    const bytes = changed(await readFile(file()));
    await writeFile(file(), bytes);
    store = openThumbnailStore(folder, thumbnailWorkerFile, () => undefined);
    expect((await store.peek([1])).every((each) => each === null)).toBe(true);
    expect(await readFile(file())).toEqual(bytes);
  });
});

describe('a process that is killed while it writes', () => {
  const writer = fileURLToPath(new URL('store-writer.ts', import.meta.url));

  /** Writes from `first` on until the store has reported this many as written, then kills the process. Resolves to the last of them. */
  function writeAndDie(first: number, promised: number): Promise<number> {
    const child = spawn(process.execPath, ['--no-warnings', writer, folder, thumbnailWorkerFile, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let last = 0;
    createInterface(child.stdout).on('line', (line) => {
      last = Number(line);
      if (last === first + promised) child.kill('SIGKILL');
    });
    return new Promise((resolve) => child.once('close', () => resolve(last)));
  }

  it('loses no thumbnail that it reported as written, and leaves no wrong one', async () => {
    await store.close();
    let first = 1;
    for (const promised of [3, 41, 120, 7]) {
      const last = await writeAndDie(first, promised);
      store = openThumbnailStore(folder, thumbnailWorkerFile, () => undefined);
      for (let id = 1; id <= last; id += 1) expect(await found(store, id)).toEqual(sampleThumbnail(id));
      // More may have been written than were reported before the kill.
      for (let id = last + 1; id < last + 500; id += 1) expect(['none', sampleThumbnail(id)]).toContainEqual(await found(store, id));
      await store.close();
      first = last + 1;
    }
  }, 60_000);
});
