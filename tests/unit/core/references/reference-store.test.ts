import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, readFile, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileThread, type FileThread } from '../../../../electron/core/file-worker/file-thread.ts';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import { createLibraryLease } from '../../../../electron/core/library/library-lease.ts';
import { removeStrayParts } from '../../../../electron/core/library/files/part-file.ts';
import { createReferenceStore, type ReferenceStore } from '../../../../electron/core/references/reference-store.ts';
import { createSystemClock } from '../../../../electron/core/util/system-clock.ts';
import { referenceLimits } from '../../../../shared/request/reference-checks.ts';
import { shownTypes } from '../../../../shared/task.ts';
import { sha256 } from '../../../support/bytes.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { fileWorkerFile } from '../../../support/built-threads.ts';
import { paddedPng, samplePicture, samplePictures } from '../../../support/sample-pictures.ts';

let home: string;
let library: string;
let former: string[];
let thread: FileThread;
let store: ReferenceStore;
/** Whether another Latent writes to the library. */
let isTaken: boolean;
let full: boolean;
/** Milliseconds before each copy. */
let slowness: number;
/** Calls to the disk that never return. */
let silent: 'lease' | 'copy' | 'encode' | 'none';
let clock: FakeClock;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-references-'));
  library = path.join(home, 'Latent');
  former = [];
  [isTaken, full, silent, slowness] = [false, false, 'none', 0];
  await mkdir(library);
  const systemClock = createSystemClock();
  clock = createFakeClock();
  thread = createFileThread({ workerFile: fileWorkerFile, clock: systemClock });
  const lease = createLibraryLease({ clock: systemClock, profile: randomUUID(), computer: 'here' });
  store = createReferenceStore({
    folders: createLibraryFolders(() => library, () => former),
    lease: { during: (root, write) => (isTaken ? Promise.resolve(null) : silent === 'lease' ? new Promise(() => undefined) : lease.during(root, write)) },
    thread: {
      ...thread,
      async run(job) {
        if (job.kind === 'copy') await clock.advance(slowness);
        if (full && job.kind === 'copy') return { kind: 'failed', side: 'library', code: 'ENOSPC' };
        // A pipe without a writer keeps the real thread in its call to the disk.
        return thread.run(silent === job.kind ? { ...job, path: pipe } : job);
      },
    },
    clock,
  });
});
afterEach(async () => {
  await store.close();
  await rm(home, { recursive: true });
});

let pipe: string;
beforeEach(() => {
  pipe = path.join(home, 'a disk that never answers');
  if (process.platform !== 'win32') execFileSync('mkfifo', [pipe]);
});
/** Lets the calls to the silent disk end. */
const answer = async (): Promise<void> => (await open(pipe, 'r+')).close();

const png = samplePicture('png').bytes;
const folder = (): string => path.join(library, '.latent', 'references');
const names = (): Promise<readonly string[]> => readdir(folder());
const dataUrl = (bytes: Buffer, type: string): string => `data:image/${type};base64,${bytes.toString('base64')}`;
const put = async (name: string, bytes: Uint8Array): Promise<{ readonly name: string; readonly path: string }> => {
  const file = path.join(home, name);
  await writeFile(file, bytes);
  return { name, path: file };
};
const text = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('latin1');

describe('copies of reference pictures', () => {
  it.each(shownTypes)('are byte for byte, named by their content, and sent as data URLs: %s', async (type) => {
    const bytes = samplePictures.find((sample) => sample.type === type)?.bytes ?? Buffer.alloc(0);
    const original = await put(`an original.${type}`, bytes);
    // The extension says nothing: the bytes do.
    const [kept, pasted] = await store.keep([original, { name: 'pasted.txt', bytes }]);
    expect(kept).toEqual({ kind: 'file', sha256: sha256(bytes), type, bytes: bytes.length, name: original.name });
    expect(pasted).toEqual({ ...kept, name: 'pasted.txt' });
    await rm(original.path);
    const name = `${sha256(bytes)}.${type === 'jpeg' ? 'jpg' : type}`;
    expect(await names()).toEqual([name]);
    expect(await readFile(path.join(folder(), name))).toEqual(bytes);
    if (!kept) return;
    expect(await store.has(kept)).toBe(true);
    expect(text(await store.encode(kept))).toBe(dataUrl(bytes, type));
    expect(await store.file(kept.sha256)).toMatchObject({ type, path: path.join(folder(), name), root: library });
  });

  it('stay as they are when the same picture is added again', async () => {
    const source = await put('fox.png', png);
    const [kept] = await store.keep([source]);
    const inode = async (): Promise<number> => (await stat(path.join(folder(), `${kept?.sha256}.png`))).ino;
    const before = await inode();
    expect(await store.keep([source])).toEqual([kept]);
    expect(await inode()).toBe(before);
  });

  it('are sent exactly, up to the largest', async () => {
    const bytes = paddedPng(referenceLimits.bytes);
    expect(bytes).toHaveLength(referenceLimits.bytes);
    const [kept] = await store.keep([await put('large.png', bytes)]);
    expect(text(kept ? await store.encode(kept) : null) === dataUrl(bytes, 'png')).toBe(true);
  });

  it('refuse what is too large or no picture, and leave nothing behind', async () => {
    const large = Buffer.concat([paddedPng(referenceLimits.bytes), Buffer.alloc(1)]);
    const refused = [
      [await put('large.png', large), 'reference-too-large'],
      [{ name: 'large.png', bytes: large }, 'reference-too-large'],
      [await put('notes.png', Buffer.from('no picture')), 'reference-not-shown'],
      [{ name: 'empty.png', bytes: new Uint8Array() }, 'reference-not-shown'],
      [await put('page.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'reference-not-shown'],
      [await put('torn.png', png.subarray(0, 20)), 'reference-not-shown'],
      [{ name: 'gone.png', path: path.join(home, 'gone.png') }, 'file-unreadable'],
      [{ name: 'folder', path: home }, 'file-unreadable'],
    ] as const;
    for (const [source, code] of refused) await expect(store.keep([source])).rejects.toMatchObject({ appError: { code, detail: source.name } });
    expect(await names()).toEqual([]);
  });

  it('say what is wrong with the disk, and leave nothing behind', async () => {
    const source = await put('fox.png', png);
    full = true;
    await expect(store.keep([source])).rejects.toMatchObject({ appError: { code: 'disk-full' } });
    expect(await names()).toEqual([]);
    full = false;
    isTaken = true;
    await expect(store.keep([source])).rejects.toMatchObject({ appError: { code: 'library-in-use' } });
    isTaken = false;
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'a file in its place');
    await expect(store.keep([source])).rejects.toMatchObject({ appError: { code: 'folder-unwritable' } });
    await rm(library, { recursive: true });
    await expect(store.keep([source])).rejects.toMatchObject({ appError: { code: 'folder-unwritable' } });
    // The disk with the library is not plugged in: no library appears in its place.
    await expect(readdir(library)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('are not sent when they are missing or were changed, and are mended by adding the picture again', async () => {
    const source = await put('fox.png', png);
    const [kept] = await store.keep([source]);
    if (!kept) throw new Error('nothing was kept');
    const copy = path.join(folder(), `${kept.sha256}.png`);
    const damaged = Buffer.from(png);
    damaged[png.length - 5] = (damaged[png.length - 5] ?? 0) ^ 1;
    const damages = [() => writeFile(copy, damaged), () => truncate(copy, 30), () => rm(copy)];
    for (const damage of damages) {
      await damage();
      expect(await store.encode(kept)).toBeNull();
      expect(await store.keep([source])).toEqual([kept]);
      expect(text(await store.encode(kept))).toBe(dataUrl(png, 'png'));
    }
    await rm(copy);
    expect(await store.has(kept)).toBe(false);
    expect(await store.file(kept.sha256)).toBeNull();
    if (process.platform === 'win32') return;
    await symlink(source.path, copy);
    expect([await store.has(kept), await store.encode(kept), await store.file(kept.sha256)]).toEqual([false, null, null]);
  });

  it('are found in a former library folder', async () => {
    const [kept] = await store.keep([{ name: 'fox.png', bytes: png }]);
    if (!kept) throw new Error('nothing was kept');
    former = [library];
    library = path.join(home, 'Other');
    await mkdir(library);
    expect([await store.has(kept), text(await store.encode(kept))]).toEqual([true, dataUrl(png, 'png')]);
  });

  it('that were cut short are removed at a start; whole ones stay', async () => {
    await store.keep([{ name: 'fox.png', bytes: png }]);
    await writeFile(path.join(folder(), `.latent-${randomUUID()}.part`), 'half');
    await removeStrayParts(library);
    expect(await names()).toEqual([`${sha256(png)}.png`]);
  });
});

describe.skipIf(process.platform === 'win32')('if the disk never answers', () => {
  /** Waits until the store has set its time limit, lets it pass, and returns how the call ended. */
  const afterLimit = async (call: Promise<unknown>, milliseconds: number): Promise<unknown> => {
    let ended: unknown = 'not yet';
    call.then(
      () => (ended = 'done'),
      (error: unknown) => (ended = error),
    );
    await expect.poll(() => clock.waiting()).toBe(1);
    await clock.advance(milliseconds - 1);
    expect(ended).toBe('not yet');
    await clock.advance(1);
    return ended;
  };
  const isSilent = { appError: { code: 'disk-silent' } };

  it.each(['lease', 'copy'] as const)('a copy is given up after a minute, and the next picture is copied: %s', async (at) => {
    const source = await put('fox.png', png);
    silent = at;
    expect(await afterLimit(store.keep([source, source]), 60_000)).toMatchObject(isSilent);
    silent = 'none';
    expect(await store.keep([source])).toMatchObject([{ sha256: sha256(png) }]);
    if (at === 'copy') await answer();
    expect(await names()).toEqual([`${sha256(png)}.png`]);
  });

  it('each of several pictures has its minute', async () => {
    const source = await put('fox.png', png);
    slowness = 40_000;
    expect(await store.keep([source, source, source])).toHaveLength(3);
    expect(clock.waiting()).toBe(0);
  });

  it('reading a copy is given up after a minute, and the next reading works', async () => {
    const [kept] = await store.keep([await put('fox.png', png)]);
    if (!kept) throw new Error('nothing was kept');
    silent = 'encode';
    expect(await afterLimit(store.encode(kept), 60_000)).toMatchObject(isSilent);
    silent = 'none';
    expect(text(await store.encode(kept))).toBe(dataUrl(png, 'png'));
    await answer();
  });
});
