import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { pngWith } from '../metadata/reading/build-files.ts';

let rig: ImportRig;
beforeEach(async () => {
  rig = await createImportRig();
});
afterEach(() => rig.remove());

const numbered = (number: number): Buffer => pngWith({ parameters: `picture ${number}\nSteps: 1, Seed: ${number}` });

describe('undoing an import', () => {
  it('deletes copies whose originals exist, and moves pictures to the trash that were marked or have no original', async () => {
    await rig.put('plain.png', numbered(1));
    await rig.put('rated.png', numbered(2));
    const lost = await rig.put('lost.png', numbered(3));
    const changed = await rig.put('changed.png', numbered(4));
    await mkdir(path.join(rig.elsewhere, 'deep'));
    await rig.put('deep/known.png', numbered(5));
    await rig.all();
    const before = new Map((await rig.pictures()).map(({ task, images }) => [task.imported?.title ?? '', images[0]?.id ?? 0]));
    await rig.database.repository.markImages(Int32Array.of(before.get('rated.png') ?? 0), { kind: 'rating', rating: 4 });
    await rm(lost);
    await writeFile(changed, numbered(44));
    const originals = await readFile(path.join(rig.elsewhere, 'plain.png'));
    await rig.importer.undo();
    expect(await rig.until(({ phase }) => phase === 'undone')).toMatchObject({ undone: { removed: 2, trashed: 3 } });
    expect((await rig.pictures()).map(({ task }) => task.imported?.title)).toEqual(['changed.png', 'lost.png', 'rated.png']);
    for (const { images } of await rig.pictures()) expect((await rig.database.repository.imageMarks(images[0]?.id ?? 0))?.trashedAt).not.toBeNull();
    expect(await rig.files()).toHaveLength(3);
    expect(await readFile(path.join(rig.elsewhere, 'plain.png'))).toEqual(originals);
    expect(await rig.database.repository.integrity()).toEqual([]);
    // The removed pictures can be imported again.
    await rig.importer.dismiss();
    expect((await rig.all()).counts).toMatchObject({ added: 3, inTrash: 1 });
  });

  it('keeps originals that the library now uses as its own files, and their pictures', async () => {
    const originals = [await rig.put('plain.png', numbered(1)), await rig.put('rated.png', numbered(2))];
    await rig.all();
    const pictures = await rig.pictures();
    await rig.restart({ folders: createLibraryFolders(() => rig.elsewhere, () => [rig.library]) });
    for (const file of await rig.files()) await rm(path.join(rig.library, file));
    // As the search for missing pictures records it.
    await rig.database.repository.moveFiles(
      pictures.flatMap(({ task, images: [image] }) => (image?.state.status === 'kept' ? [{ id: image.id, from: image.state.file.path, to: task.imported?.title ?? '' }] : [])),
    );
    const rated = pictures[1]?.images[0]?.id ?? 0;
    await rig.database.repository.markImages(Int32Array.of(rated), { kind: 'rating', rating: 4 });
    await rig.importer.undo();
    expect(await rig.until(({ phase }) => phase === 'undone')).toMatchObject({ undone: { removed: 0, trashed: 0 } });
    for (const original of originals) expect(await readFile(original)).toBeInstanceOf(Buffer);
    expect((await rig.pictures()).map(({ task }) => task.imported?.title)).toEqual(['plain.png', 'rated.png']);
    expect((await rig.database.repository.imageMarks(rated))?.trashedAt).toBeNull();
  });

  it('continues after a stop between file and row, and leaves no picture without a file', async () => {
    for (let number = 0; number < 3; number += 1) await rig.put(`${number}.png`, numbered(number));
    await rig.all();
    await rig.restart({ repository: { ...rig.database.repository, forgetImported: () => Promise.reject(new Error('gone')) } });
    await rig.importer.undo();
    await rig.until(({ trouble }) => trouble !== null);
    expect([(await rig.pictures()).length, await rig.files()]).toEqual([3, []]);
    await rig.restart();
    expect(await rig.until(({ phase }) => phase === 'undone')).toMatchObject({ undone: { removed: 3, trashed: 0 } });
    expect(await rig.pictures()).toEqual([]);
  });

  it('assumes that a missing copy may exist while a library folder cannot be reached', async () => {
    await rig.put('a.png', numbered(1));
    await rig.all();
    const away = `${rig.library} away`;
    await rename(rig.library, away);
    await mkdir(rig.library);
    await rig.restart({ folders: createLibraryFolders(() => rig.library, () => [path.join(rig.home, 'unplugged')]) });
    await rig.importer.undo();
    expect(await rig.until(({ phase }) => phase === 'undone')).toMatchObject({ undone: { removed: 0, trashed: 1 } });
  });
});
