import { chmod, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import { readJournal } from '../../../../electron/core/library/library-journal.ts';
import { openDatabase } from '../../../../electron/database/client/open-database.ts';
import { sha256 } from '../../../support/bytes.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { samplePicture, samplePictures } from '../../../support/sample-pictures.ts';
import { exifSegment, jpeg, pngWith } from '../metadata/reading/build-files.ts';
import { wholePage } from '../../../support/open-test-database.ts';

let rig: ImportRig;
beforeEach(async () => {
  rig = await createImportRig();
});
afterEach(() => rig.remove());

const a1111 = 'a lighthouse at dusk\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 18446744073709551615, Size: 512x768, Model: dreamshaper_8';
const graph = {
  3: { class_type: 'KSampler', inputs: { seed: 5, steps: 30, cfg: 8, sampler_name: 'dpmpp_2m', model: ['4', 0], positive: ['6', 0], negative: ['7', 0] } },
  4: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd_xl.safetensors' } },
  6: { class_type: 'CLIPTextEncode', inputs: { text: 'a harbour in fog' } },
  7: { class_type: 'CLIPTextEncode', inputs: { text: 'people' } },
};

/** Pictures that differ only in their text. */
const numbered = (number: number): Buffer => pngWith({ parameters: `picture ${number}\nSteps: 1, Seed: ${number}` });

describe('an import', () => {
  it('copies byte for byte, under readable names, with prompt and settings, and does not change the originals', async () => {
    const file = await rig.put('2019/IMG 1.png', pngWith({ parameters: a1111 }));
    await rig.put('comfy.png', pngWith({ prompt: JSON.stringify(graph) }));
    await rig.put('photo.jpeg', jpeg([]));
    await rig.put('notes.txt', 'not a picture');
    const made = new Date('2019-03-04T12:00:00Z');
    await utimes(file, made, made);
    const before = await readFile(file);
    const { counts, files, filesDone } = await rig.all();
    expect({ counts, files, filesDone }).toEqual({ counts: { added: 3, incomplete: 0, duplicates: 0, inTrash: 0, skipped: 0, others: { TXT: 1 }, leftOut: {} }, files: 4, filesDone: 4 });

    const [old, comfy, photo] = await rig.pictures();
    expect(old?.task).toMatchObject({
      request: { prompt: 'a lighthouse at dusk', model: 'dreamshaper_8', size: '512x768' },
      imported: { title: 'IMG 1.png', form: 'a1111', negativePrompt: 'blurry', seed: '18446744073709551615', steps: 20, sampler: 'Euler a', cfgScale: 7 },
      createdAt: made.getTime(),
      state: { status: 'completed' },
      polls: 0,
      adopted: false,
    });
    expect(comfy?.task).toMatchObject({ request: { prompt: 'a harbour in fog' }, imported: { form: 'comfyui', negativePrompt: 'people', seed: '5' } });
    expect(photo?.task).toMatchObject({ request: { prompt: '', model: '' }, imported: { title: 'photo.jpeg', form: null } });
    expect(await rig.files()).toEqual(expect.arrayContaining([expect.stringMatching(/^2019\/2019-03\/2019-03-04 \d\d\.\d\d\.\d\d a lighthouse at dusk\.png$/), expect.stringMatching(/photo\.jpg$/)]));
    const state = old?.images[0]?.state;
    const kept = state?.status === 'kept' ? state.file : null;
    expect(await readFile(path.join(rig.library, kept?.path ?? ''))).toEqual(before);
    expect(kept?.sha256).toBe(sha256(before));
    expect(await readFile(file)).toEqual(before);

    const lines = [];
    for await (const line of readJournal(rig.library)) lines.push(line);
    expect(lines.map(({ task, intact }) => `${task.imported?.title} ${intact}`).toSorted()).toEqual(['IMG 1.png true', 'comfy.png true', 'photo.jpeg true']);
    expect(lines.find(({ task }) => task.id === old?.task.id)?.task).toEqual(old?.task);
  });

  it('knows every type of picture by its bytes, whatever its extension', async () => {
    for (const { name, bytes } of samplePictures) await rig.put(`${name}.dat`, bytes);
    const { counts } = await rig.all();
    expect(counts).toEqual({ added: samplePictures.length, incomplete: 0, duplicates: 0, inTrash: 0, skipped: 0, others: {}, leftOut: {} });
  });

  it('is not shown as a task, not counted as one, and not queried', async () => {
    await rig.put('a.png', numbered(1));
    await rig.all();
    const { repository } = rig.database;
    expect(await repository.page({ statuses: [], before: null, limit: 10 })).toEqual({ tasks: [], more: false });
    expect(await repository.page({ statuses: ['completed'], before: null, limit: 10 })).toEqual({ tasks: [], more: false });
    expect([await repository.unfinishedTasks(), (await repository.headTasks(wholePage)).tasks]).toEqual([[], []]);
    expect((await repository.suggestions()).models).toEqual([]);
    expect(await repository.integrity()).toEqual([]);
  });

  it('adds each content once, also if it is in the library or in the trash', async () => {
    await rig.put('a.png', numbered(1));
    await rig.put('b/same.png', numbered(1));
    await rig.put('c.png', numbered(2));
    expect((await rig.all()).counts).toMatchObject({ added: 2, duplicates: 1 });
    expect(await rig.files()).toHaveLength(2);
    await rig.importer.dismiss();
    expect((await rig.all()).counts).toMatchObject({ added: 0, duplicates: 3 });
    const [one] = await rig.pictures();
    await rig.database.repository.markImages(Int32Array.of(one?.images[0]?.id ?? 0), { kind: 'trash', at: 1 });
    await rig.importer.dismiss();
    expect((await rig.all()).counts).toMatchObject({ added: 0, duplicates: 1, inTrash: 2 });
    expect(await rig.files()).toHaveLength(2);
  });

  it('adds content whose pictures miss their files, once, and starts the search for missing files', async () => {
    await rig.put('a.png', numbered(1));
    await rig.all();
    await rig.importer.dismiss();
    await rm(path.join(rig.library, (await rig.files())[0] ?? ''));
    await rig.put('b.png', numbered(1));
    const unplugged = path.join(rig.home, 'unplugged');
    let restored = 0;
    const more = { restored: () => (restored += 1) };
    await rig.restart({ ...more, folders: createLibraryFolders(() => rig.library, () => [unplugged]) });
    expect((await rig.all()).counts, 'the file may be in the folder that is not there').toMatchObject({ added: 0, duplicates: 2 });
    await rig.importer.dismiss();
    await rig.restart(more);
    expect((await rig.all()).counts).toMatchObject({ added: 1, duplicates: 1 });
    expect([restored, await rig.files()]).toEqual([1, [expect.any(String)]]);
  });

  it('brings in pictures of every type whose end is missing, and names them, now and in the history', async () => {
    for (const { name, bytes } of samplePictures) await rig.put(`${name}.cut`, bytes.subarray(0, -3));
    const { counts } = await rig.all();
    expect(counts).toMatchObject({ added: samplePictures.length, incomplete: samplePictures.length, skipped: 0 });
    const names = samplePictures.map(({ name }) => `${name}.cut`).toSorted();
    expect((await rig.importer.skipped()).map((file) => [path.basename(file.path), file.reason])).toEqual(names.map((name) => [name, 'incomplete']));
    expect((await rig.pictures()).map(({ task }) => task.imported?.incomplete)).toEqual(names.map(() => true));
  });

  it.each(['journal and row', 'row and search'])('looks for a missing picture even if the process ended between %s', async (cut) => {
    await rig.put('a.png', numbered(1));
    await rig.all();
    await rig.importer.dismiss();
    await rm(path.join(rig.library, (await rig.files())[0] ?? ''));
    // The copy has another name than the missing file.
    await utimes(path.join(rig.elsewhere, 'a.png'), 1_000_000, 1_000_000);
    const { repository } = rig.database;
    let restored = 0;
    const saveImported: typeof repository.saveImported = async (id, files) => {
      // As the next start reads it from the journal.
      await (cut === 'journal and row' ? repository.addPictures(files.flatMap(({ picture }) => picture ?? [])) : repository.saveImported(id, files));
      throw new Error('killed');
    };
    await rig.restart({ restored: () => (restored += 1), repository: { ...repository, saveImported } });
    expect(await rig.all()).toMatchObject({ trouble: { why: 'failed' } });
    expect([restored, (await rig.pictures()).length]).toEqual([0, 2]);
    await rig.restart({ restored: () => (restored += 1) });
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toMatchObject({ added: 1, duplicates: 0 });
    expect(restored).toBe(1);
  });

  it('leaves out hidden files, links and the library itself, and says so', async () => {
    await rig.put('.hidden.png', numbered(1));
    await rig.put('.git/a.png', numbered(2));
    await rig.put('arriving.part', numbered(3));
    await symlink('/', path.join(rig.elsewhere, 'root'));
    await symlink(path.join(rig.home, 'beside.png'), path.join(rig.elsewhere, 'link.png'));
    await writeFile(path.join(rig.home, 'beside.png'), numbered(4));
    await writeFile(path.join(rig.library, 'in the library.png'), numbered(5));
    await rig.put('plain.png', numbered(6));
    await rig.importer.begin([rig.home]);
    const { counts } = await rig.until(({ phase }) => phase === 'ended');
    expect(counts.leftOut).toEqual({ hidden: 2, arriving: 1, link: 2, 'own-folder': 1 });
    expect((await rig.pictures()).map(({ task }) => task.imported?.title)).toEqual(['beside.png', 'plain.png']);
  });

  it('does not start for files of the library, which a person dragged out of the window and back', async () => {
    const file = path.join(rig.library, 'fox.png');
    await writeFile(file, numbered(1));
    await symlink(rig.library, path.join(rig.home, 'link'));
    const throughLink = path.join(rig.home, 'link', 'fox.png');
    expect(await rig.importer.begin([file, throughLink])).toEqual({ begun: false });
    await rig.put('other.png', numbered(2));
    expect(await rig.importer.begin([file, path.join(rig.elsewhere, 'other.png')])).toEqual({ begun: true });
    expect(await rig.until(({ phase }) => phase === 'ended')).toMatchObject({ files: 1, counts: { added: 1 } });
  });

  it('lists the files that it skipped, and why', async () => {
    const { bytes } = samplePicture('png');
    await rig.put('cut.png', bytes.subarray(0, 20));
    const closed = await rig.put('closed.png', numbered(1));
    await chmod(closed, 0);
    await rig.put('whole.png', numbered(2));
    const { counts } = await rig.all();
    const readable = process.getuid?.() === 0;
    expect(counts).toMatchObject({ added: readable ? 2 : 1, skipped: readable ? 1 : 2 });
    expect(await rig.importer.skipped()).toEqual([
      ...(readable ? [] : [{ path: closed, reason: 'no-permission', type: '' }]),
      { path: path.join(rig.elsewhere, 'cut.png'), reason: 'damaged', type: '' },
    ]);
  });

  it('takes pictures whose end is missing or odd, because decoders show them', async () => {
    const [photo, png] = [samplePicture('jpeg').bytes, samplePicture('png').bytes];
    const frame = photo.indexOf(Buffer.from('ffc0', 'hex'));
    await rig.put('fill.jpg', Buffer.concat([photo.subarray(0, frame), Buffer.alloc(20_000, 0xff), photo.subarray(frame)]));
    await rig.put('no end mark.jpg', photo.subarray(0, -2));
    await rig.put('no end.png', png.subarray(0, -12));
    await rig.put('wrong checksum.png', Buffer.concat([png.subarray(0, -4), Buffer.alloc(4)]));
    await rig.put('no trailer.gif', samplePicture('gif').bytes.subarray(0, -1));
    await rig.put('tail.avif', Buffer.concat([samplePicture('avif').bytes, Buffer.from('PK\x03\x04 and more')]));
    expect((await rig.all()).counts).toMatchObject({ added: 6, skipped: 0 });
  });

  it('takes more files while it runs', async () => {
    for (let number = 0; number < 30; number += 1) await rig.put(`${number}.png`, numbered(number));
    const other = path.join(rig.home, 'other.png');
    await writeFile(other, numbered(99));
    await rig.importer.begin([rig.elsewhere]);
    expect(await rig.importer.begin([other, 'relative.png', '/nowhere/at/all.png'])).toEqual({ begun: true });
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toMatchObject({ added: 31, duplicates: 0 });
    expect(await rig.importer.begin(['relative.png'])).toEqual({ begun: false });
  });
});

describe('a lost history', () => {
  it('is rebuilt from the library folder, with the imported pictures', async () => {
    for (let number = 0; number < 5; number += 1) await rig.put(`${number}.png`, numbered(number));
    await rig.all();
    const before = (await rig.pictures()).map(({ task }) => task);
    const rebuilt = await openDatabase({ file: path.join(rig.home, 'again.db'), workerFile: databaseWorkerFile, safety: rig.safety() });
    const found = await rebuilt.describe(await rebuilt.keptIds(null, 100));
    expect(new Map(found.map(({ task }) => [task.id, task]))).toEqual(new Map(before.map((task) => [task.id, task])));
    expect(await rebuilt.page({ statuses: [], before: null, limit: 10 })).toEqual({ tasks: [], more: false });
    await rebuilt.close();
  });

  it('has a picture once that was imported, removed and imported again', async () => {
    await rig.put('a.png', numbered(1));
    await rig.all();
    await rig.importer.undo();
    await rig.until(({ phase }) => phase === 'undone');
    await rig.importer.dismiss();
    await rig.all();
    const [again] = await rig.pictures();
    const { file, repository } = rig.database;
    await repository.close();
    for (const history of [file, path.join(rig.home, 'again.db')]) {
      const started = await openDatabase({ file: history, workerFile: databaseWorkerFile, safety: rig.safety() });
      const found = await started.describe(await started.keptIds(null, 100));
      expect(found.map(({ task }) => task.id), history).toEqual([again?.task.id]);
      await started.close();
    }
    expect(await rig.files()).toHaveLength(1);
  });
});

describe('an import with trouble', () => {
  it('waits for a folder that vanishes, and skips none of its files', async () => {
    for (let number = 0; number < 40; number += 1) await rig.put(`${number}.png`, numbered(number));
    await rig.importer.begin([rig.elsewhere]);
    await rig.until(({ counts }) => counts.added > 0);
    await rename(rig.elsewhere, `${rig.elsewhere} away`);
    const stopped = await rig.until(({ phase, trouble }) => phase === 'ended' || trouble !== null);
    expect(stopped).toMatchObject({ phase: 'paused', trouble: { why: 'source-gone', subject: rig.elsewhere + path.sep }, counts: { skipped: 0 } });
    await rename(`${rig.elsewhere} away`, rig.elsewhere);
    await rig.importer.resume();
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toEqual({ added: 40, incomplete: 0, duplicates: 0, inTrash: 0, skipped: 0, others: {}, leftOut: {} });
  });

  it('can be resumed at once when it has stopped, while its thread still comes to rest', async () => {
    const atRest = Promise.withResolvers<void>();
    let tries = 0;
    const during = (): Promise<null> => Promise.resolve((tries += 1)).then(() => null);
    await rig.put('a.png', numbered(1));
    await rig.restart({ lease: { during }, thread: { ...rig.thread, stop: () => atRest.promise } });
    await rig.all();
    const resumed = rig.importer.resume();
    atRest.resolve();
    await resumed;
    expect(await rig.until(({ trouble }) => tries > 1 && trouble !== null)).toMatchObject({ phase: 'paused' });
  });

  it('stops if the library folder is gone or another Latent writes to it, until it is resumed', async () => {
    await rig.put('a.png', numbered(1));
    await rename(rig.library, `${rig.library} away`);
    expect(await rig.all()).toMatchObject({ phase: 'paused', trouble: { why: 'library-unreachable' } });
    await rename(`${rig.library} away`, rig.library);
    await rig.restart({ lease: { during: () => Promise.resolve(null) } });
    expect(await rig.until(({ trouble }) => trouble !== null)).toMatchObject({ phase: 'paused', trouble: { why: 'library-in-use', subject: rig.library } });
    await rig.restart();
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toMatchObject({ added: 1 });
  });

  it('stops when the disk is full, and uses the copies made so far when it is resumed', async () => {
    await rig.put('a.png', numbered(1));
    const full = Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' });
    await rig.restart({ journal: { recordAll: () => Promise.reject(full), recordRemoved: () => Promise.resolve() } });
    expect(await rig.all()).toMatchObject({ phase: 'paused', trouble: { why: 'library-full', subject: `${rig.library} (ENOSPC)` } });
    expect(await rig.pictures()).toEqual([]);
    await rig.restart();
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toMatchObject({ added: 1, duplicates: 0 });
    expect(await rig.files()).toHaveLength(1);
  });

  it('skips a file that cannot be read to its end, and adds the next one', async () => {
    const jammed = { ...rig.thread, run: (job: Parameters<ImportRig['thread']['run']>[0]) => (job.path.endsWith('bomb.png') ? Promise.resolve({ kind: 'refused', why: 'too-costly' } as const) : rig.thread.run(job)) };
    await rig.restart({ thread: jammed });
    await rig.put('bomb.png', numbered(1));
    await rig.put('fine.jpg', jpeg([exifSegment(Buffer.alloc(40, 0xff))]));
    expect((await rig.all()).counts).toMatchObject({ added: 1, skipped: 1 });
    expect((await rig.importer.skipped()).map(({ reason }) => reason)).toEqual(['too-costly']);
  });
});
