import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeAddedFiles } from '../../../../electron/core/rescan/added-files.ts';
import { createFolderMemory } from '../../../../electron/core/rescan/changed-folders.ts';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import { createLibraryJournal } from '../../../../electron/core/library/library-journal.ts';
import { createMarksCopies, type MarksCopies } from '../../../../electron/database/backup/marks-copy-schedule.ts';
import { openDatabase } from '../../../../electron/database/client/open-database.ts';
import { noMarks as plain, type Mark } from '../../../../shared/library/marks.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { asciiTag, exifSegment, jpeg, tiff, xmp, xmpDescription, xmpSegment } from '../metadata/reading/build-files.ts';

/** Ratings and tags that photo catalogues wrote into pictures. */

let rig: ImportRig;
beforeEach(async () => {
  rig = await createImportRig();
});
afterEach(() => rig.remove());

/** A photograph from a catalogue. Each value of `words` gives another content. */
const photograph = (words: string, rating: number | null, ...tags: readonly string[]): Buffer =>
  jpeg([
    xmpSegment(
      xmp(
        xmpDescription(words) +
          (rating === null ? '' : `<xmp:Rating>${rating}</xmp:Rating>`) +
          (tags.length === 0 ? '' : `<dc:subject><rdf:Bag>${tags.map((tag) => `<rdf:li>${tag}</rdf:li>`).join('')}</rdf:Bag></dc:subject>`),
      ),
    ),
  ]);

const marksOf = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries(await Promise.all((await rig.pictures()).map(async ({ task, images: [image] }) => [task.imported?.title, await rig.database.repository.imageMarks(image?.id ?? 0)] as const)));

async function mark(title: string, ...marks: readonly Exclude<Mark, { readonly kind: 'trash' }>[]): Promise<void> {
  const found = (await rig.pictures()).find(({ task }) => task.imported?.title === title);
  for (const one of marks) await rig.database.repository.markImages(Int32Array.of(found?.images[0]?.id ?? 0), one);
}

/** The marks of every picture, by title, in a history that is rebuilt from the library folder alone. */
async function rebuilt(name: string): Promise<Record<string, unknown>> {
  const history = await openDatabase({ file: path.join(rig.home, name), workerFile: databaseWorkerFile, safety: rig.safety() });
  const found = await history.describe(await history.keptIds(null, 100));
  const marks = Object.fromEntries(await Promise.all(found.map(async ({ task, image }) => [task.imported?.title, await history.imageMarks(image.id)] as const)));
  expect(await history.integrity()).toEqual([]);
  await history.close();
  return marks;
}

describe('the rating and the tags in an imported file', () => {
  it('become the picture’s marks, except for tags that nobody could type', async () => {
    await rig.put('harbour.jpg', photograph('a harbour', 4, 'Sea', '  blue \n hour ', 'sea', 'x'.repeat(64), 'y'.repeat(65), 'a\u0301'));
    await rig.put('rejected.jpg', photograph('a thumb', -1));
    await rig.put('plain.jpg', photograph('a pier', null));
    await rig.all();
    expect(await marksOf()).toEqual({
      'harbour.jpg': { ...plain, rating: 4, tags: ['á', 'blue hour', 'Sea', 'x'.repeat(64)] },
      'rejected.jpg': { ...plain, flag: 'reject' },
      'plain.jpg': plain,
    });
  });

  it('are together with the description of a photo, which is a note', async () => {
    await rig.put('a.jpg', jpeg([exifSegment(tiff([asciiTag(0x010f, 'Canon')], [{ tag: 0x8827, type: 3, data: Buffer.from([0, 200]) }])), xmpSegment(xmp(xmpDescription(' Ana in\n the harbour ')))]));
    await rig.all();
    expect((await rig.pictures()).map(({ task }) => task.request.prompt)).toEqual(['']);
    const noted = { 'a.jpg': { ...plain, note: 'Ana in\n the harbour' } };
    expect(await marksOf()).toEqual(noted);
    expect(await rebuilt('again.db')).toEqual(noted);
    // It is not the person's own change, so an undo deletes the picture.
    await rig.importer.undo();
    expect((await rig.until(({ phase }) => phase === 'undone')).undone).toEqual({ removed: 1, trashed: 0 });
  });

  it('do not change a picture that is in the library already', async () => {
    await rig.put('a.jpg', photograph('a harbour', 4, 'sea'));
    await rig.all();
    await mark('a.jpg', { kind: 'rating', rating: 2 }, { kind: 'untag', tag: 'sea' });
    await rig.importer.dismiss();
    expect((await rig.all()).counts).toMatchObject({ added: 0, duplicates: 1 });
    expect(await marksOf()).toEqual({ 'a.jpg': { ...plain, rating: 2 } });
  });

  it('become the marks of a picture that a person puts into the library folder', async () => {
    await mkdir(path.join(rig.library, 'mine'));
    await writeFile(path.join(rig.library, 'mine', 'a.jpg'), photograph('a harbour', 5, 'sea'));
    const deps = {
      clock: { now: () => Date.now() + 60_000 },
      folders: createLibraryFolders(() => rig.library, () => []),
      memory: createFolderMemory(path.join(rig.home, 'folders.json')),
      thread: rig.thread,
      lease: { during: async <T>(_root: string, write: () => Promise<T>) => ({ value: await write() }) },
      journal: createLibraryJournal(),
      repository: rig.database.repository,
      accountId: testAccount.id,
    };
    await takeAddedFiles(deps, new AbortController().signal);
    expect(await marksOf()).toEqual({ 'a.jpg': { ...plain, rating: 5, tags: ['sea'] } });
  });

  it('do not keep an undo from removing the picture, unless a person has changed them', async () => {
    for (const name of ['as it came', 'rated', 'tagged', 'untagged', 'and back']) await rig.put(`${name}.jpg`, photograph(name, 3, 'Sea', 'pier'));
    await rig.all();
    await mark('rated.jpg', { kind: 'rating', rating: 0 });
    await mark('tagged.jpg', { kind: 'tag', tag: 'best' });
    await mark('untagged.jpg', { kind: 'untag', tag: 'pier' });
    await mark('and back.jpg', { kind: 'untag', tag: 'sea' }, { kind: 'rating', rating: 1 }, { kind: 'tag', tag: 'SEA' }, { kind: 'rating', rating: 3 });
    await rig.importer.undo();
    expect(await rig.until(({ phase }) => phase === 'undone')).toMatchObject({ undone: { removed: 2, trashed: 3 } });
    expect(Object.keys(await marksOf())).toEqual(['rated.jpg', 'tagged.jpg', 'untagged.jpg']);
  });

  it('survive a crash between journal and row, and the loss of everything but the library folder', async () => {
    await rig.put('a.jpg', photograph('a harbour', 4, 'sea'));
    await rig.put('b.jpg', photograph('a pier', null));
    const wanted = { 'a.jpg': { ...plain, rating: 4, tags: ['sea'] }, 'b.jpg': plain };
    await rig.restart({ repository: { ...rig.database.repository, saveImported: () => Promise.reject(new Error('gone')) } });
    await rig.all();
    expect(await rig.pictures()).toEqual([]);
    expect(await rebuilt('again.db')).toEqual(wanted);
    await rig.restart();
    await rig.until(({ phase }) => phase === 'ended');
    expect(await marksOf()).toEqual(wanted);
  });
});

describe('the copy of the marks in the library folder', () => {
  const begin = (): MarksCopies =>
    createMarksCopies({
      file: rig.database.file,
      workerFile: databaseWorkerFile,
      root: () => rig.library,
      name: rig.safety().marksFile,
      due: false,
      clock: createFakeClock(),
      report: (message) => expect.fail(message),
    });

  it('contains the imported marks and their changes, and does not replace newer ones', async () => {
    await rig.put('kept.jpg', photograph('a harbour', 4, 'sea'));
    await rig.put('changed.jpg', photograph('a pier', 3, 'sea'));
    const copies = begin();
    await rig.restart({ repository: copies.watch(rig.database.repository) });
    await rig.all();
    await mark('changed.jpg', { kind: 'rating', rating: 0 }, { kind: 'untag', tag: 'sea' });
    const wanted = await marksOf();
    await copies.close();
    expect(await rebuilt('again.db')).toEqual(wanted);
    // As if the process was killed before the copy.
    await rig.importer.dismiss();
    await rig.restart();
    await rig.put('later.jpg', photograph('a lighthouse', 5, 'tower'));
    await rig.all();
    expect(await rebuilt('later.db')).toEqual({ ...wanted, 'later.jpg': { ...plain, rating: 5, tags: ['tower'] } });
  });
});
