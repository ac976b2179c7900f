import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsOf } from '../../../electron/core/metadata/writing/picture-facts.ts';
import { rewritten } from '../../../electron/core/metadata/writing/rewritten.ts';
import { createMarker, type Marker } from '../../../electron/core/library/marks/marker.ts';
import { createUndoLog, type UndoLog } from '../../../electron/core/undo/undo-log.ts';
import type { LibraryViews } from '../../../electron/core/library/stores/library-views.ts';
import { createMarksCopies } from '../../../electron/database/backup/marks-copy-schedule.ts';
import { openDatabase } from '../../../electron/database/client/open-database.ts';
import type { Database } from '../../../electron/database/client/database-contract.ts';
import { openViews } from '../../../electron/database/client/open-views.ts';
import { openThumbnails } from '../../../electron/database/worker/thumbnail-table.ts';
import { inputSchemas } from '../../../shared/ipc/schemas.ts';
import { inSets } from '../../../shared/library/arrangement.ts';
import { linkedMarks, markFilters, marksOf, marksShown, markWords, noMarks, ownMarks, packedMarks, packedPlaces, valueMarkKeys, type ImageMarks, type Mark, type OwnMarks } from '../../../shared/library/marks.ts';
import type { SelectionTarget } from '../../../shared/library/view.ts';
import { filterKeys, searchFlags } from '../../../shared/search/query.ts';
import { en } from '../../../shared/words/en/catalogue.en.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createImportRig, type ImportRig } from '../../support/import-rig.ts';
import { samplePicture } from '../../support/sample-pictures.ts';
import { pngWith, recordedSource } from '../core/metadata/reading/build-files.ts';
import { makeAlbum } from './samples.ts';

/** Follows every mark of the table to wherever marks must be known. A mark that is left out in one of these places fails here. */

const album = makeAlbum(1);

/** Each word of a mark must concern one of its samples. The first sample keeps a near copy out of the trash, if the mark does. */
const samples: { readonly [Key in keyof ImageMarks]: readonly [Mark, ...Mark[]] } = {
  favourite: [{ kind: 'favourite', favourite: true }],
  rating: [{ kind: 'rating', rating: 4 }],
  flag: [{ kind: 'flag', flag: 'pick' }, { kind: 'flag', flag: 'reject' }],
  label: [{ kind: 'label', label: 'green' }],
  note: [{ kind: 'note', note: 'for the cover' }],
  trashedAt: [{ kind: 'trash' }],
  tags: [{ kind: 'tag', tag: 'sea' }],
  albums: [{ kind: 'album', album: album.id }],
};
/** Marks that mean nothing in another library. Moving to the trash is not a value. */
const notExported: readonly string[] = [];
const facts = { ...ownMarks, ...linkedMarks };
const keys = Object.keys(facts) as readonly (keyof ImageMarks)[];
const nameOf = (key: keyof ImageMarks, at = 0): string => `${key} ${at}.png`;
const names = keys.flatMap((key) => samples[key].map((_, at) => nameOf(key, at)));
const [plain, best] = ['plain.png', 'the best.png'];

let rig: ImportRig;
let views: LibraryViews;
let marker: Marker;
let undoLog: UndoLog;
let ids: ReadonlyMap<string, number>;
const idOf = (name: string): number => ids.get(name) ?? expect.fail(`${name} was not imported`);
const target = (...imageIds: readonly number[]): SelectionTarget => ({ token: null, revision: 0, ranges: [], imageIds });

/** The marks of every picture by its name. */
async function marksIn(database: Database): Promise<Record<string, ImageMarks | null>> {
  const pictures = await database.describe(await database.keptIds(null, 100));
  return Object.fromEntries(await Promise.all(pictures.map(async ({ image, task }) => [task.imported?.title ?? '', await database.imageMarks(image.id)] as const)));
}

async function found(search: string): Promise<readonly number[]> {
  const { token } = (await views.openGallery({ search: `${search} in:anywhere` })) ?? expect.fail('replaced');
  const { total } = (await views.ready(token)) ?? expect.fail('replaced');
  return [...((await views.pictures({ token, revision: 0 }, [0, total]))?.ids ?? [])];
}

beforeAll(async () => {
  rig = await createImportRig();
  for (const [number, name] of [...names, plain, best].entries()) await rig.put(name, pngWith({ parameters: `picture ${number}\nSteps: 1, Seed: ${number}` }));
  await rig.all();
  ids = new Map((await rig.pictures()).map(({ task, images: [image] }) => [task.imported?.title ?? '', image?.id ?? 0]));
  views = await openViews({ file: rig.database.file, workerFile: databaseWorkerFile });
  await rig.database.repository.putAlbum(album);
  undoLog = createUndoLog();
  marker = createMarker({ undoLog, repository: rig.database.repository, views, clock: { now: Date.now }, trash: { betweenRemovals: (run) => run() }, events: { marked: () => undefined, progress: () => undefined } });
});
afterAll(async () => {
  await views.close();
  await rig.remove();
});

it.each(keys)('%s can be set, undone and set again, and changes no other mark', async (key) => {
  for (const [at, mark] of samples[key].entries()) {
    const id = idOf(nameOf(key, at));
    const asked = inputSchemas['marks:set'].parse({ target: target(id), mark });
    const { token, pictures } = await marker.mark(asked.target, asked.mark);
    expect(pictures).toBe(1);
    const marked = await rig.database.repository.imageMarks(id);
    expect(marked?.[key]).not.toEqual(noMarks[key]);
    expect({ ...marked, [key]: noMarks[key] }).toEqual(noMarks);
    await undoLog.run(token ?? '', 'undo', false);
    expect(await rig.database.repository.imageMarks(id)).toEqual(noMarks);
    await undoLog.run(token ?? '', 'redo', false);
    expect(await rig.database.repository.imageMarks(id)).toEqual(marked);
    expect((await marker.mark(asked.target, asked.mark)).pictures, 'a second time').toBe(0);
  }
});

it.each(keys)('%s is what the rows of a view have of the picture', async (key) => {
  const { token } = (await views.openGallery({ search: 'in:anywhere' })) ?? expect.fail('replaced');
  await views.ready(token);
  const rows = (await views.pictures({ token, revision: 0 }, [0, ids.size])) ?? expect.fail('replaced');
  for (const at of samples[key].keys()) {
    const id = idOf(nameOf(key, at));
    const packed = rows.marks[rows.ids.indexOf(id)] ?? expect.fail('not in the view');
    const shown = marksShown((await rig.database.repository.imageMarks(id)) ?? noMarks);
    expect(marksOf(packed)).toEqual(shown);
    expect(packedMarks(shown)).toBe(packed);
    expect(packed === 0).toBe(key in linkedMarks);
  }
});

it.each(keys)('%s is found by each of its words, and by its filters', async (key) => {
  const pictures = [...samples[key].keys()].map((at) => idOf(nameOf(key, at)));
  for (const word of facts[key].words) {
    const matches = await found(`is:${word}`);
    const isOfPlain = matches.includes(idOf(plain));
    expect(pictures.some((id) => matches.includes(id) !== isOfPlain), word).toBe(true);
    expect(Object.keys(en), word).toContain(`search.word.${word}`);
  }
  for (const filter of facts[key].filters) {
    const unmarked = await found(`${filter}:none`);
    expect([unmarked.includes(idOf(plain)), ...pictures.map((id) => unmarked.includes(id))]).toEqual([true, ...pictures.map(() => false)]);
  }
  expect(facts[key].words.length + facts[key].filters.length).toBeGreaterThan(0);
});

it('the words and the filters of marks are those of the search', () => {
  expect(searchFlags).toEqual(expect.arrayContaining([...markWords]));
  expect(filterKeys).toEqual(expect.arrayContaining([...markFilters]));
});

it('marks fit into the sixteen bits of a row', () => {
  expect([...packedPlaces.values()].reduce((bits, { mask }) => bits + Math.log2(mask + 1), 0)).toBeLessThanOrEqual(16);
});

it('a near copy with a mark is not counted as unmarked', async () => {
  await marker.mark(target(idOf(best)), { kind: 'rating', rating: 5 });
  await marker.mark(target(idOf(best)), { kind: 'flag', flag: 'pick' });
  const folder = path.join(path.dirname(rig.database.file), 'thumbnails');
  await mkdir(folder, { recursive: true });
  const table = openThumbnails(path.join(folder, 'thumbnails.sqlite'));
  for (const id of ids.values()) table.write(id, Uint8Array.of(1), new Uint8Array(16).fill(1), Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  table.close();
  const { token } = (await views.openGallery({ search: 'is:duplicate', arrangement: inSets, opened: { all: false, except: [] } })) ?? expect.fail('replaced');
  await views.ready(token);
  const { unmarked, marked, counts } = (await views.lesserCopies({ token, revision: 0, ranges: [[0, 1]], imageIds: [] })) ?? expect.fail('replaced');
  const kept = keys.filter((key) => facts[key].reason !== null);
  expect(marked).toEqual(expect.arrayContaining(kept.map((key) => idOf(nameOf(key)))));
  for (const key of kept) expect(counts[facts[key].reason ?? 'rated'], key).toBeGreaterThan(0);
  // A rejected picture is the one that a person wants to get rid of.
  expect(unmarked.toSorted((a, b) => a - b)).toEqual([idOf(plain), idOf(nameOf('flag', 1))].toSorted((a, b) => a - b));
});

it('all marks come back when everything but the library folder is lost', async () => {
  const copies = createMarksCopies({
    file: rig.database.file,
    workerFile: databaseWorkerFile,
    root: () => rig.library,
    name: rig.safety().marksFile,
    due: true,
    clock: createFakeClock(),
    report: (message) => expect.fail(message),
  });
  await copies.close();
  const before = await marksIn(rig.database.repository);
  const rebuilt = await openDatabase({ file: path.join(rig.home, 'again.db'), workerFile: databaseWorkerFile, safety: rig.safety() });
  const after = await marksIn(rebuilt);
  await rebuilt.close();
  // The thirty days in the trash begin again.
  const inTrash = (marks: Record<string, ImageMarks | null>): unknown => Object.fromEntries(Object.entries(marks).map(([name, each]) => [name, { ...each, trashedAt: each?.trashedAt == null ? null : 'a time' }]));
  expect(Object.keys(before)).toHaveLength(ids.size);
  expect(inTrash(after)).toEqual(inTrash(before));
});

it('undoing the import moves every marked picture to the trash, and removes only the one without marks', async () => {
  await rig.importer.undo();
  expect(await rig.until(({ phase }) => phase === 'undone')).toMatchObject({ undone: { removed: 1 } });
  expect((await rig.pictures()).map(({ task }) => task.imported?.title)).toEqual([...names, best].toSorted());
});

it('an exported file carries all marks to another library', async () => {
  const values = valueMarkKeys.flatMap((key) => (notExported.includes(key) ? [] : samples[key][0]));
  const own: OwnMarks = Object.assign({}, noMarks, ...values.map((mark) => Object.fromEntries(Object.entries(mark).filter(([name]) => name !== 'kind'))));
  const { bytes } = samplePicture('png');
  const [task] = (await rig.pictures()).map((picture) => picture.task);
  const written = factsOf({ task: task ?? expect.fail('none'), marks: { ...noMarks, ...own, tags: ['sea'] }, file: { width: 13, height: 7 }, account: null, batch: null, albums: [album.name], writtenBy: 'Latent' });
  const pieces = await rewritten(recordedSource(bytes), 'png', written);
  await rig.put('exported.png', Buffer.concat(pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : bytes.subarray(piece.from, piece.to)))));
  await rig.importer.dismiss();
  await rig.all();
  expect(await marksIn(rig.database.repository)).toMatchObject({ 'exported.png': { ...own, tags: ['sea'], albums: [album.id] } });
});
