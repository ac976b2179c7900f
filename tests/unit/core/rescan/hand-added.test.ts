import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderMemory } from '../../../../electron/core/rescan/folder-memory.ts';
import { takeHandAdded, type HandAdded, type HandAddedDeps } from '../../../../electron/core/rescan/hand-added.ts';
import { createOwnNames, type OwnNames } from '../../../../electron/core/rescan/own-names.ts';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import { createLibraryJournal, readJournal } from '../../../../electron/core/library/library-journal.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { pngWith } from '../import/metadata/build-files.ts';

let rig: ImportRig;
/** Milliseconds by which the clock is ahead: files have rested, unless a test says otherwise. */
let ahead: number;
let ownNames: OwnNames;
beforeEach(async () => {
  rig = await createImportRig();
  ownNames = createOwnNames({ thread: rig.thread, repository: rig.database.repository });
  ahead = 60_000;
});
afterEach(() => rig.remove());

const numbered = (number: number): Buffer => pngWith({ parameters: `picture ${number}\nSteps: 1, Seed: ${number}` });

async function put(relative: string, content: Buffer | string): Promise<void> {
  await mkdir(path.dirname(path.join(rig.library, relative)), { recursive: true });
  await writeFile(path.join(rig.library, relative), content);
}

function look(changes: Partial<HandAddedDeps> = {}): Promise<HandAdded> {
  return takeHandAdded(
    {
      clock: { now: () => Date.now() + ahead },
      roots: () => [rig.library],
      folders: createLibraryFolders(() => rig.library, () => []),
      memory: createFolderMemory(path.join(rig.home, 'folders.json')),
      thread: rig.thread,
      lease: { during: async (_root, write) => ({ value: await write() }) },
      journal: createLibraryJournal(),
      repository: rig.database.repository,
      ownNames,
      accountId: testAccount.id,
      ...changes,
    },
    new AbortController().signal,
  );
}

const paths = async (): Promise<readonly string[]> =>
  (await rig.pictures()).map(({ images: [image] }) => (image?.state.status === 'kept' ? image.state.file.path : ''));

describe('pictures put into the library folder by hand', () => {
  it('are taken in where they are, with a line and a row, and only once', async () => {
    await put('fox.png', numbered(1));
    await put('trips/2019/beach.jpg', samplePicture('jpeg').bytes);
    await put('notes.txt', 'not a picture');
    const files = await rig.files();
    expect(await look()).toMatchObject({ imageIds: [expect.any(Number), expect.any(Number)], renamed: false, resting: false });
    expect(await paths()).toEqual(['trips/2019/beach.jpg', 'fox.png']);
    expect((await rig.pictures())[1]?.task).toMatchObject({ request: { prompt: 'picture 1' }, imported: { importId: null, title: 'fox.png', form: 'a1111' } });
    expect(await rig.files(), 'nothing was copied or moved').toEqual(files);
    const lines: string[] = [];
    for await (const line of readJournal(rig.library)) lines.push(line.file.path);
    expect(lines.toSorted()).toEqual(['fox.png', 'trips/2019/beach.jpg']);
    expect(await look()).toMatchObject({ imageIds: [] });
    expect(await rig.database.repository.page({ statuses: [], before: null, limit: 9 })).toEqual({ tasks: [], more: false });
  });

  it('are found by the folder that changed: others are not read again', async () => {
    await put('a/one.png', numbered(1));
    await put('b/two.png', numbered(2));
    await look();
    const asked: string[] = [];
    const { repository } = rig.database;
    const spied = { ...repository, unknownFiles: (files: Parameters<typeof repository.unknownFiles>[0]) => (asked.push(...files.map((file) => file.path)), repository.unknownFiles(files)) };
    await look({ repository: spied });
    expect(asked).toEqual([]);
    await put('b/three.png', numbered(3));
    expect((await look({ repository: spied })).imageIds).toHaveLength(1);
    expect(asked.toSorted()).toEqual(['b/three.png', 'b/two.png']);
  });

  it('are found in the folders of a library that is all of a disk, whose name ends with a separator', async () => {
    const roots = (): readonly string[] => [rig.library + path.sep];
    await put('trips/one.png', numbered(1));
    expect((await look({ roots })).imageIds).toHaveLength(1);
    // The journal's own folder was made in the root: that is read once more.
    await look({ roots });
    await put('trips/two.png', numbered(2));
    expect((await look({ roots })).imageIds).toHaveLength(1);
  });

  it('wait until they have been left alone for a while, and until they are whole', async () => {
    ahead = 0;
    await put('arriving.png', numbered(1));
    expect(await look()).toMatchObject({ imageIds: [], resting: true });
    ahead = 60_000;
    const whole = numbered(2);
    await put('half.png', whole.subarray(0, whole.length - 20));
    expect((await look()).imageIds).toHaveLength(1);
    await put('half.png', whole);
    expect((await look()).imageIds).toHaveLength(1);
    expect(await paths()).toEqual(['arriving.png', 'half.png']);
  });

  it.each(['', '{"/home', '[1]', '{"/home":"yesterday"}', '{"version":2,"folders":{"/home":"yesterday"}}'])('are found where the memory of the folders is damaged: %j', async (damaged) => {
    await put('fox.png', numbered(1));
    await writeFile(path.join(rig.home, 'folders.json'), damaged);
    expect((await look()).imageIds).toHaveLength(1);
    expect([...(await createFolderMemory(path.join(rig.home, 'folders.json')).read()).keys()]).toEqual([rig.library]);
  });

  it('are taken in at once when they are dated in the future, and their folder is not read for ever', async () => {
    await put('trips/fox.png', numbered(1));
    const next = new Date(Date.now() + 365 * 86_400_000);
    await utimes(path.join(rig.library, 'trips/fox.png'), next, next);
    await utimes(path.join(rig.library, 'trips'), next, next);
    const memory = createFolderMemory(path.join(rig.home, 'folders.json'));
    expect(await look({ memory })).toMatchObject({ imageIds: [expect.any(Number)], resting: false });
    expect(await memory.read()).toEqual(new Map([[rig.library, expect.any(Number)], [path.join(rig.library, 'trips'), next.getTime()]]));
  });

  it('are passed over when their content is here; one whose picture misses its file was renamed', async () => {
    await put('fox.png', numbered(1));
    await look();
    await put('copy/fox again.png', numbered(1));
    expect(await look()).toMatchObject({ imageIds: [], renamed: false });
    await rm(path.join(rig.library, 'copy'), { recursive: true });
    await rename(path.join(rig.library, 'fox.png'), path.join(rig.library, 'best fox.png'));
    expect(await look()).toMatchObject({ imageIds: [], renamed: true });
    expect(await rig.pictures()).toHaveLength(1);
  });

  it('hidden, linked or still arriving are left alone', async () => {
    await put('.latent/odd.png', numbered(2));
    await put('.hidden/odd.png', numbered(3));
    await put('odd.part', numbered(4));
    await symlink(rig.elsewhere, path.join(rig.library, 'link'));
    await rig.put('elsewhere.png', numbered(5));
    expect(await look()).toMatchObject({ imageIds: [] });
  });

  it.each(['fox.png', 'trips/2019/fox.png'])('wait while another Latent writes to the library: %s', async (file) => {
    await put(file, numbered(1));
    expect(await look({ lease: { during: () => Promise.resolve(null) } })).toMatchObject({ imageIds: [] });
    expect((await look()).imageIds).toHaveLength(1);
  });
});
