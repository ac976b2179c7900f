import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { walkSources } from '../../../../electron/core/import/import-walk.ts';
import { reasonByName } from '../../../../electron/core/import/left-out.ts';
import { otherTypeOf } from '../../../../electron/core/image-header/other-type.ts';
import { notImported, type LeftOutReason } from '../../../../shared/library/import.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { headOf, putMixedFolder } from '../../../support/mixed-folder.ts';
import { pngWith } from '../metadata/reading/build-files.ts';

const numbered = (number: number): Buffer => pngWith({ parameters: `picture ${number}\nSteps: 1, Seed: ${number}` });

describe('names', () => {
  const why = (kind: 'file' | 'folder', name: string, within = '/pictures', onPurpose = false): LeftOutReason | null => reasonByName({ name, kind, path: `${within}/${name}` }, onPurpose);

  it.each([
    ...['@eaDir', '@EADIR', '.@__thumb', '.thumbnails', 'Catalog Previews.lrdata', 'iPod Photo Cache'].map((name) => [name, 'thumbnail-folder']),
    ...['$RECYCLE.BIN', 'RECYCLER', '#recycle', '@Recycle', '.Trash', '.Trash-1000', '.Trashes', '.dtrash', '.stversions', 'files_trashbin'].map((name) => [name, 'trash-folder']),
    ...['System Volume Information', '__MACOSX', 'lost+found', '#snapshot', 'node_modules', 'appdata_ocabc123xyz'].map((name) => [name, 'system-folder']),
    ...['Photos Library.photoslibrary', 'iPhoto Library', 'old.aplibrary'].map((name) => [name, 'photo-library']),
    ...['.stfolder', '.git', '.hidden'].map((name) => [name, 'hidden']),
    ['fox.png.download', 'arriving'],
  ])('the folder %s is left out as %s', (name, reason) => {
    expect(why('folder', name)).toBe(reason);
  });

  it.each(['thumbnails', 'Thumbs', 'Trash', 'Trash 2024', 'recycle', 'Cache', 'temp', 'Recently Deleted', 'Previews', 'originals', 'Best of @eaDir', 'constructor', 'downloads'])('a folder may be called %s', (name) => {
    expect(why('folder', name)).toBeNull();
  });

  it.each([
    ['Thumbs.db', 'system-file'],
    ['desktop.ini', 'system-file'],
    ['.DS_Store', 'system-file'],
    ['.localized', 'system-file'],
    ['.picasa.ini', 'system-file'],
    ['.directory', 'system-file'],
    ['.fox.png', 'hidden'],
    ['._fox.png', 'system-file'],
    ['SYNOPHOTO_THUMB_XL.jpg', 'thumbnail'],
    ['clip.swarmpreview.jpg', 'thumbnail'],
    ['fox.png.part', 'arriving'],
    ['fox.png.crdownload', 'arriving'],
    ['~syncthing~fox.png.tmp', 'arriving'],
    ['@eaDir.png', null],
    ['Thumbs.db.png', null],
    ['part.png', null],
  ])('the file %s: %s', (name, reason) => {
    expect(why('file', name)).toBe(reason);
  });

  it('in a library of Apple Photos, only the originals are pictures', () => {
    expect(['originals', 'Masters', 'resources', 'database', 'Thumbnails'].map((name) => why('folder', name, '/Photos Library.photoslibrary'))).toEqual([null, null, 'system-folder', 'system-folder', 'system-folder']);
  });
});

describe('types', () => {
  it.each([
    ['heic', 'IMG_1.HEIC', 'HEIC'],
    ['heic', 'IMG_1.jpg', 'HEIC'],
    ['tiff', 'scan.tif', 'TIFF'],
    ['tiff', 'scan', 'TIFF'],
    ['tiff', 'scan.png', 'TIFF'],
    ['tiff', 'DSC_1.NEF', 'NEF'],
    ['tiff', 'DSC_1.dng', 'DNG'],
    ['bmp', 'a.bmp', 'BMP'],
    ['psd', 'a.psd', 'PSD'],
    ['jp2', 'a.jp2', 'JP2'],
    ['jxl', 'a.png', 'JXL'],
  ] as const)('%s called %s is %s', (head, name, type) => {
    expect(otherTypeOf(headOf(head), name)).toBe(type);
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', 'SVG'],
    ['text', 'notes.txt', 'TXT'],
    ['text', 'a.b.JSON', 'JSON'],
    ['PK\x03\x04', 'letter.docx', 'DOCX'],
    ['PK\x03\x04', 'a', 'ZIP'],
    ['text', 'README', ''],
    ['text', 'image.0001', ''],
    ['text', 'of no extension that is one.superlong', ''],
    ['<html>', 'a.jpg', 'no-picture'],
    ['\0\x01\x02', 'a.webp', 'no-picture'],
    ['L\0\0\0\x01\x14\x02\0', 'fox.lnk', 'link'],
    ['book\0\0\0\0mark\0\0\0\0', 'fox alias', 'link'],
  ])('%j called %s is %s', (text, name, type) => {
    expect(otherTypeOf(Buffer.from(text, 'latin1'), name)).toBe(type);
  });
});

describe('a walk', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'latent-left-out-'));
    return () => rm(root, { recursive: true, force: true });
  });

  async function put(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), name);
    }
  }

  /** What is found, by its path below the root: `file`, or why it is left out. */
  async function found(sources: readonly string[] = [root + path.sep], avoid: readonly string[] = []): Promise<Record<string, string>> {
    const entries: [string, string][] = [];
    for await (const entry of walkSources(sources, avoid)) {
      const place = entry.kind === 'file' ? entry.file.path : entry.path;
      entries.push([path.relative(root, place).split(path.sep).join('/'), entry.kind === 'left' ? entry.why : entry.kind]);
    }
    expect(new Set(entries.map(([place]) => place)).size, 'each once').toBe(entries.length);
    return Object.fromEntries(entries);
  }

  const folder = (name: string): string => path.join(root, name) + path.sep;

  it('leaves out thumbnails that are called like a picture around their folder, and no other file of such a folder', async () => {
    await put('a.png', 'thumbnails/a.webp', 'thumbnails/a.png.jpg', 'thumbnails/mine.png', '2025/b.png', 'thumbnails/2025/b.webp', 'thumbnails/2025/c.webp', 'thumbs/x.png');
    expect(await found()).toEqual({
      'a.png': 'file',
      'thumbnails/a.webp': 'thumbnail',
      'thumbnails/a.png.jpg': 'thumbnail',
      'thumbnails/mine.png': 'file',
      '2025/b.png': 'file',
      'thumbnails/2025/b.webp': 'thumbnail',
      'thumbnails/2025/c.webp': 'file',
      'thumbs/x.png': 'file',
    });
  });

  it('takes such a folder if a person chooses it, or one inside it', async () => {
    await put('a.png', 'thumbnails/a.webp', '@eaDir/a.png/SYNOPHOTO_THUMB_XL.jpg', '@eaDir/#recycle/b.png', '@eaDir/.hidden.png', '.secret/c.png');
    expect(await found([folder('thumbnails')])).toEqual({ 'thumbnails/a.webp': 'file' });
    expect(await found([folder('@eaDir')])).toEqual({ '@eaDir/a.png/SYNOPHOTO_THUMB_XL.jpg': 'file', '@eaDir/#recycle/b.png': 'file', '@eaDir/.hidden.png': 'hidden' });
    expect(await found([folder('@eaDir/a.png')])).toEqual({ '@eaDir/a.png/SYNOPHOTO_THUMB_XL.jpg': 'file' });
    expect(await found([folder('.secret')])).toEqual({ '.secret/c.png': 'file' });
  });

  it('finds each file once, also if a person chooses a folder together with what is in it', async () => {
    await put('a.png', 'in/b.png', 'in/deep/c.png', '@eaDir/d.png');
    const all = { 'a.png': 'file', 'in/b.png': 'file', 'in/deep/c.png': 'file', '@eaDir/d.png': 'file' };
    expect(await found([root + path.sep, folder('in'), path.join(root, 'a.png'), folder('@eaDir')])).toEqual(all);
    expect(await found([path.join(root, 'in', 'deep', 'c.png'), folder('@eaDir'), root + path.sep])).toEqual(all);
  });

  it('names the folders of Latent, inside and chosen', async () => {
    await put('a.png', 'Latent/b.png');
    expect(await found([root + path.sep], [path.join(root, 'Latent')])).toEqual({ 'a.png': 'file', Latent: 'own-folder' });
    expect(await found([folder('Latent')], [path.join(root, 'Latent')])).toEqual({ Latent: 'own-folder' });
  });

  it.skipIf(process.platform === 'win32')('finds every file of any folder, or leaves out a place that has it', async () => {
    const name = fc.constantFrom('a.png', 'a.webp', 'b.jpg', 'thumbnails', '@eaDir', '.hidden', '$RECYCLE.BIN', 'Thumbs.db', 'x.part', 'in', 'Photos.photoslibrary', 'originals', 'link');
    const tree = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(tree, async (places) => {
        await rm(root, { recursive: true, force: true });
        await mkdir(root);
        const written = new Set<string>();
        for (const parts of places) {
          const place = path.join(root, ...parts);
          // A part may be a file already, and the last one a folder.
          const isMade = await mkdir(path.dirname(place), { recursive: true }).then(() => true, () => false);
          const made = isMade && (await (parts.at(-1) === 'link' ? symlink(root, place) : writeFile(place, 'x')).then(() => true, () => false));
          if (made && !parts.slice(0, -1).includes('link')) written.add(parts.join('/'));
        }
        const entries = Object.entries(await found());
        for (const file of written) {
          const covering = entries.filter(([place]) => place === file || file.startsWith(`${place}/`));
          expect(covering, file).toHaveLength(1);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('an import', () => {
  let rig: ImportRig;
  beforeEach(async () => {
    rig = await createImportRig();
  });
  afterEach(() => rig.remove());

  it('gives every file of a mixed folder one outcome, and the numbers add up', async () => {
    const expected = await putMixedFolder(rig.elsewhere);
    const { counts, files, filesDone } = await rig.all();
    expect(counts).toEqual(expected);
    const { added, duplicates, inTrash } = counts;
    expect([filesDone, added + duplicates + inTrash + notImported(counts)]).toEqual([files, files]);
    const listed = await rig.importer.skipped();
    expect(listed).toHaveLength(notImported(counts) + counts.incomplete);
    expect(listed).toContainEqual({ path: path.join(rig.elsewhere, 'broken', 'cut.png'), reason: 'incomplete', type: '' });
    expect(new Set(listed.map((file) => file.path)).size).toBe(listed.length);
    expect(listed.slice(0, counts.skipped).map(({ reason }) => reason), 'what a person may mend comes first').not.toContain('other');
    expect(listed.find((file) => file.path.endsWith('shared.jpg'))).toMatchObject({ reason: 'other', type: 'HEIC' });
  });

  it('counts the same after a restart in the middle, and in the summary of a later start', async () => {
    const expected = await putMixedFolder(rig.elsewhere);
    for (let number = 200; number < 240; number += 1) await rig.put(`more/${number}.png`, numbered(number));
    await rig.importer.begin([rig.elsewhere]);
    await rig.until(({ filesDone }) => filesDone > 20);
    await rig.restart();
    const all = { ...expected, added: expected.added + 40 };
    expect(await rig.until(({ phase }) => phase === 'ended')).toMatchObject({ counts: all });
    await rig.restart();
    expect(await rig.until(({ phase }) => phase === 'ended')).toMatchObject({ counts: all, earlier: true });
  });

  it('imports the file that a chosen link leads to', async () => {
    const file = await rig.put('fox.png', numbered(1));
    const link = path.join(rig.home, 'link.png');
    await symlink(file, link);
    await rig.importer.begin([link]);
    expect(await rig.until(({ phase }) => phase === 'ended')).toMatchObject({ files: 1, counts: { added: 1 } });
    expect((await rig.pictures()).map(({ task }) => task.imported?.title)).toEqual(['fox.png']);
  });
});
