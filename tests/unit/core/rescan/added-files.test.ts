import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeAddedFiles, type AddedFiles, type AddedFilesDeps } from '../../../../electron/core/rescan/added-files.ts';
import { createFolderMemory } from '../../../../electron/core/rescan/changed-folders.ts';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import { createLibraryJournal, readJournal } from '../../../../electron/core/library/library-journal.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { pngWith } from '../metadata/reading/build-files.ts';

let rig: ImportRig;
/** Milliseconds by which the clock is ahead, so that files count as unchanged for a while. */
let ahead: number;
beforeEach(async () => {
  rig = await createImportRig();
  ahead = 60_000;
});
afterEach(() => rig.remove());

const numbered = (number: number): Buffer => pngWith({ parameters: `picture ${number}\nSteps: 1, Seed: ${number}` });

async function put(relative: string, content: Buffer | string): Promise<void> {
  await mkdir(path.dirname(path.join(rig.library, relative)), { recursive: true });
  await writeFile(path.join(rig.library, relative), content);
}

function look(changes: Partial<AddedFilesDeps> = {}): Promise<AddedFiles> {
  return takeAddedFiles(
    {
      clock: { now: () => Date.now() + ahead },
      folders: createLibraryFolders(() => rig.library, () => []),
      memory: createFolderMemory(path.join(rig.home, 'folders.json')),
      thread: rig.thread,
      lease: { during: async (_root, write) => ({ value: await write() }) },
      journal: createLibraryJournal(),
      repository: rig.database.repository,
      accountId: testAccount.id,
      ...changes,
    },
    new AbortController().signal,
  );
}

const paths = async (): Promise<readonly string[]> =>
  (await rig.pictures()).map(({ images: [image] }) => (image?.state.status === 'kept' ? image.state.file.path : ''));

describe('pictures that a person puts into the library folder', () => {
  it('stay where they are, get a journal line and a row, and are taken in only once', async () => {
    await put('fox.png', numbered(1));
    await put('trips/2019/beach.jpg', samplePicture('jpeg').bytes);
    await put('notes.txt', 'not a picture');
    const files = await rig.files();
    expect(await look()).toMatchObject({ imageIds: [expect.any(Number), expect.any(Number)], renamed: false, changing: false });
    expect(await paths()).toEqual(['trips/2019/beach.jpg', 'fox.png']);
    expect((await rig.pictures())[1]?.task).toMatchObject({ request: { prompt: 'picture 1' }, imported: { importId: null, title: 'fox.png', form: 'a1111' } });
    expect(await rig.files(), 'nothing was copied or moved').toEqual(files);
    const lines: string[] = [];
    for await (const line of readJournal(rig.library)) lines.push(line.file.path);
    expect(lines.toSorted()).toEqual(['fox.png', 'trips/2019/beach.jpg']);
    expect(await look({ memory: createFolderMemory(path.join(rig.home, 'none.json')) })).toMatchObject({ imageIds: [] });
    expect(await rig.database.repository.page({ statuses: [], before: null, limit: 9 })).toEqual({ tasks: [], more: false });
  });

  it('are found by reading only the folders that changed', async () => {
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

  it('are found in a library whose path ends with a separator, such as a whole disk', async () => {
    const folders = createLibraryFolders(() => rig.library + path.sep, () => []);
    await put('trips/one.png', numbered(1));
    expect((await look({ folders })).imageIds).toHaveLength(1);
    // The folder of the journal was made in the root, so the root is read once more.
    await look({ folders });
    await put('trips/two.png', numbered(2));
    expect((await look({ folders })).imageIds).toHaveLength(1);
  });

  it('wait until they have not changed for five seconds, and until they are whole', async () => {
    ahead = 0;
    await put('arriving.png', numbered(1));
    expect(await look()).toMatchObject({ imageIds: [], changing: true });
    ahead = 60_000;
    const whole = numbered(2);
    await put('half.png', whole.subarray(0, whole.length - 20));
    expect((await look()).imageIds).toHaveLength(1);
    await put('half.png', whole);
    expect((await look()).imageIds).toHaveLength(1);
    expect(await paths()).toEqual(['arriving.png', 'half.png']);
  });

  it('are taken without their end once they have not changed for an hour, because decoders show what there is', async () => {
    const jpeg = samplePicture('jpeg').bytes;
    await put('no end mark.jpg', jpeg.subarray(0, jpeg.length - 2));
    expect((await look()).imageIds).toHaveLength(0);
    ahead = 3_600_000;
    expect((await look()).imageIds).toHaveLength(1);
  });

  it.each(['', '{"/home', '[1]', '{"/home":"yesterday"}', '{"version":2,"folders":{"/home":"yesterday"}}'])('are found if the stored folder times are damaged: %j', async (damaged) => {
    await put('fox.png', numbered(1));
    await writeFile(path.join(rig.home, 'folders.json'), damaged);
    expect((await look()).imageIds).toHaveLength(1);
    expect([...(await createFolderMemory(path.join(rig.home, 'folders.json')).read()).keys()]).toEqual([rig.library]);
  });

  it('are taken in at once if they are dated in the future, and their folder is not read again and again', async () => {
    await put('trips/fox.png', numbered(1));
    const next = new Date(Date.now() + 365 * 86_400_000);
    await utimes(path.join(rig.library, 'trips/fox.png'), next, next);
    await utimes(path.join(rig.library, 'trips'), next, next);
    const memory = createFolderMemory(path.join(rig.home, 'folders.json'));
    expect(await look({ memory })).toMatchObject({ imageIds: [expect.any(Number)], changing: false });
    expect(await memory.read()).toEqual(new Map([[rig.library, expect.any(Number)], [path.join(rig.library, 'trips'), next.getTime()]]));
  });

  it('are left alone if their content is here; if that picture misses its file, the file was renamed', async () => {
    await put('fox.png', numbered(1));
    await look();
    await put('copy/fox again.png', numbered(1));
    expect(await look()).toMatchObject({ imageIds: [], renamed: false });
    await rm(path.join(rig.library, 'copy'), { recursive: true });
    await rename(path.join(rig.library, 'fox.png'), path.join(rig.library, 'best fox.png'));
    expect(await look()).toMatchObject({ imageIds: [], renamed: true });
    expect(await rig.pictures()).toHaveLength(1);
  });

  it('are left alone if they are hidden, linked or still arriving', async () => {
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
