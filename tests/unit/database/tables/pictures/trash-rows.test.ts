import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMarker, type Marker } from '../../../../../electron/core/library/marks/marker.ts';
import { createUndoLog } from '../../../../../electron/core/undo/undo-log.ts';
import { createTrash, type Discard, type Trash } from '../../../../../electron/core/library/marks/empty-trash.ts';
import { readReadings } from '../../../../../electron/core/library/marks/trash-time.ts';
import { createLibraryFolders } from '../../../../../electron/core/library/library-folders.ts';
import { createLibraryLease, type LibraryLease } from '../../../../../electron/core/library/library-lease.ts';
import { createLibraryJournal } from '../../../../../electron/core/library/library-journal.ts';
import type { Safety } from '../../../../../electron/database/client/database-contract.ts';
import { openDatabase } from '../../../../../electron/database/client/open-database.ts';
import type { MarkStep } from '../../../../../shared/library/marks.ts';
import type { Image, Task } from '../../../../../shared/task.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { databaseWorkerFile } from '../../../../support/built-threads.ts';
import { openTestDatabase, testAccount, wholePage, type TestDatabase } from '../../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask } from '../../samples.ts';

const day = 86_400_000;
const year = 365 * day;
const deletes: Discard = { byHand: (file) => rm(file), byAge: (file) => rm(file) };

let own: TestDatabase;
let root: string;
let clock: ReturnType<typeof createFakeClock>;
let images: readonly Image[];
let failures: string[];
const task = makeTask({ endedAt: 1_757_000_100_000, state: { status: 'completed', remoteId: 'three', imageCount: 3 } });

beforeEach(async () => {
  own = await openTestDatabase();
  root = path.join(own.folder, 'pictures');
  clock = createFakeClock();
  failures = [];
  await mkdir(root);
  images = await keepPictures(task, 3);
});
afterEach(() => own.remove());

const timeFile = (): string => path.join(own.folder, 'trash-time.json');

const ownLease = (): LibraryLease => createLibraryLease({ clock, profile: 'this', computer: 'here' });

function openTrash(discard = deletes, lease: Pick<LibraryLease, 'during'> = ownLease()): Trash {
  return createTrash({
    clock,
    timeFile: timeFile(),
    repository: own.repository,
    folders: createLibraryFolders(() => root, () => []),
    lease,
    journal: createLibraryJournal(),
    discard,
    removed: () => undefined,
    failed: (message) => failures.push(message),
  });
}

async function keepPictures(of: Task, count: number, name = ''): Promise<readonly Image[]> {
  const kept = await own.repository.saveCompletion(of, makeSources(count), makeAnswer());
  for (const { id, index } of kept) {
    const file = makeFile({ path: `${name}${index}.png`, bytes: 5, sha256: String(index % 10).repeat(64) });
    await writeFile(path.join(root, file.path), 'bytes');
    await createLibraryJournal().record(root, { task: of, index, file, account: testAccount });
    await own.repository.saveImage(id, { status: 'kept', file });
  }
  return kept;
}

/** A start of Latent, and its end. */
async function use(during: (trash: Trash) => unknown = () => undefined, discard = deletes): Promise<void> {
  const trash = openTrash(discard);
  await trash.start();
  await during(trash);
  await trash.close();
}

async function useOnEachOf(days: number, discard = deletes): Promise<void> {
  for (let done = 0; done < days; done += 1) {
    clock.moveWall(day);
    await use(undefined, discard);
  }
}

const idOf = (index: number): number => images[index]?.id ?? 0;
const throwAway = (index: number, at: number): Promise<void> => own.repository.markImages(Int32Array.of(idOf(index)), { kind: 'trash', at });
const restore = (index: number): Promise<void> => own.repository.markImages(Int32Array.of(idOf(index)), { kind: 'restore' });
const states = async (from = own.repository): Promise<readonly string[]> => (await from.task(task.id))?.images.map(({ state }) => state.status) ?? [];
const markerBeside = (trash: Trash): Marker => createMarker({ repository: own.repository, views: { pictureIds: () => Promise.resolve(null), taggedPictures: () => Promise.resolve(new Int32Array()) }, clock: trash, trash, undoLog: createUndoLog(), events: { marked: () => undefined, progress: () => undefined } });
const safety = (): Safety => ({ backups: path.join(own.folder, 'b'), thumbnails: path.join(own.folder, 't'), quarantine: path.join(own.folder, 'q'), libraries: [root], marksFile: 'marks-000000000000.jsonl', accounts: [], owner: testAccount });
const yes = (): Promise<boolean> => Promise.resolve(true);
const empty = (trash = openTrash()): ReturnType<Trash['empty']> => trash.empty(yes);
const files = async (): Promise<readonly string[]> => (await readdir(root)).filter((name) => name.endsWith('.png'));

describe('emptying the trash by age', () => {
  it('removes what has been there for thirty days', async () => {
    await use((trash) => throwAway(0, trash.now()));
    await useOnEachOf(20);
    await throwAway(1, clock.now());
    await useOnEachOf(10);
    expect(await states()).toEqual(['kept', 'kept', 'kept']);
    await useOnEachOf(5);
    expect(await states()).toEqual(['removed', 'kept', 'kept']);
    expect(await files()).toEqual(['1.png', '2.png']);
  });

  it('also does so while Latent stays open', async () => {
    const trash = openTrash();
    await trash.start();
    await throwAway(0, trash.now());
    await liveThrough(30);
    expect(await states()).toEqual(['kept', 'kept', 'kept']);
    await liveThrough(5);
    await expect.poll(() => states()).toEqual(['removed', 'kept', 'kept']);
    await trash.close();

    async function liveThrough(days: number): Promise<void> {
      for (let done = 0; done < days; done += 1) {
        const before = await looked();
        await clock.advance(day);
        await expect.poll(looked).toBeGreaterThan(before);
      }
    }
    async function looked(): Promise<number> {
      return (await readReadings(timeFile())).at(-1)?.at ?? 0;
    }
  });

  it('removes nothing at a start with the clock a year ahead, at a second one, or after the clock was corrected', async () => {
    await use();
    await throwAway(0, clock.now());
    clock.moveWall(year);
    await use();
    await use();
    clock.moveWall(day - year);
    await use();
    await useOnEachOf(25);
    expect(await states()).toEqual(['kept', 'kept', 'kept']);
    await useOnEachOf(10);
    expect(await states(), 'about thirty days later it does').toEqual(['removed', 'kept', 'kept']);
  });

  it('keeps for thirty days what was trashed while the clock was far behind', async () => {
    await use();
    clock.moveWall(-26 * year);
    await use((trash) => throwAway(0, trash.now()));
    clock.moveWall(26 * year);
    await useOnEachOf(30);
    expect(await states()).toEqual(['kept', 'kept', 'kept']);
    await useOnEachOf(5);
    expect(await states()).toEqual(['removed', 'kept', 'kept']);
  });

  it('keeps for thirty days what is in the trash if the clock fell back and was corrected between two checks', async () => {
    await use();
    await useOnEachOf(40);
    await use(async (trash) => {
      clock.moveWall(-26 * year);
      await throwAway(0, trash.now());
      clock.moveWall(26 * year);
    });
    await useOnEachOf(30);
    expect(await states()).toEqual(['kept', 'kept', 'kept']);
    await useOnEachOf(5);
    expect(await states()).toEqual(['removed', 'kept', 'kept']);
  });

  it('counts from now for what was trashed while the clock was ahead', async () => {
    await use();
    clock.moveWall(year);
    await use((trash) => throwAway(0, trash.now()));
    clock.moveWall(-year);
    await useOnEachOf(30);
    expect(await states()).toEqual(['kept', 'kept', 'kept']);
    await useOnEachOf(8);
    expect(await states()).toEqual(['removed', 'kept', 'kept']);
  });

  it('if the system’s trash does not take a file, keeps it, says so once, and does not try all the others', async () => {
    const more = await keepPictures(makeTask({ state: { status: 'completed', remoteId: 'more', imageCount: 40 } }), 40, 'more-');
    let tried = 0;
    const refuses: Discard = { ...deletes, byAge: () => Promise.reject(new Error(`refused ${(tried += 1)}`)) };
    await use();
    await own.repository.markImages(Int32Array.from([...images, ...more], ({ id }) => id), { kind: 'trash', at: clock.now() });
    await useOnEachOf(33, refuses);
    expect(await states()).toEqual(['kept', 'kept', 'kept']);
    expect(await files()).toHaveLength(43);
    expect([tried, failures]).toEqual([20, ['20 files in the trash could not be removed']]);
    expect(await empty(), 'a person can').toEqual({ removed: 43, left: 0 });
  });

  it('removes nothing when the readings of the clock are lost, damaged or of an earlier version', async () => {
    await use();
    await throwAway(0, clock.now());
    await useOnEachOf(32);
    await rm(timeFile());
    await useOnEachOf(32);
    await writeFile(timeFile(), '[{"at":');
    await useOnEachOf(32);
    await writeFile(timeFile(), JSON.stringify({ anew: 0, seen: clock.now(), last: clock.now(), denied: [] }));
    await useOnEachOf(32);
    expect(await states()).toEqual(['kept', 'kept', 'kept']);
  });
});

describe('emptying the trash by hand', () => {
  it('removes what was trashed while the clock was ahead, or before 1970', async () => {
    await throwAway(0, clock.now() + year);
    await throwAway(1, -year);
    expect(await empty()).toEqual({ removed: 2, left: 0 });
    expect(await states()).toEqual(['removed', 'removed', 'kept']);
  });

  it('removes what was there when the person was asked, but nothing that was added or restored meanwhile', async () => {
    await throwAway(0, 5);
    await throwAway(1, 5);
    const asked = openTrash().empty(async () => {
      await throwAway(2, 4);
      await restore(1);
      await throwAway(1, 6);
      return true;
    });
    expect(await asked).toEqual({ removed: 1, left: 0 });
    expect(await states()).toEqual(['removed', 'kept', 'kept']);
    expect(await openTrash().empty(() => Promise.resolve(false))).toBeNull();
    expect(await states()).toEqual(['removed', 'kept', 'kept']);
  });

  it('leaves the trash and the journal unchanged while another Latent writes to the library', async () => {
    await throwAway(0, clock.now());
    await throwAway(1, clock.now());
    const journal = async (): Promise<string> => (await Promise.all((await readdir(path.join(root, '.latent'))).map((name) => readFile(path.join(root, '.latent', name), 'utf8')))).join('');
    const before = await journal();
    expect(await empty(openTrash(deletes, { during: () => Promise.resolve(null) }))).toEqual({ removed: 0, left: 2 });
    expect([await states(), await files(), await journal()]).toEqual([['kept', 'kept', 'kept'], ['0.png', '1.png', '2.png'], before]);
    expect(failures).toEqual(['the trash was not emptied, because another Latent is writing to the library']);
    failures.length = 0;
    const closing = openTrash(deletes, { during: () => (void closing.close(), Promise.resolve(null)) });
    expect(await empty(closing)).toEqual({ removed: 0, left: 2 });
    expect(failures).toEqual(['the trash was not emptied, because Latent is quitting']);
    expect(await empty()).toEqual({ removed: 2, left: 0 });
  });

  it('is remembered when the history is rebuilt, and nothing requests the pictures again', async () => {
    await throwAway(1, 1);
    expect(await empty()).toEqual({ removed: 1, left: 0 });
    expect(await states()).toEqual(['kept', 'removed', 'kept']);
    expect((await own.repository.headTasks(wholePage)).tasks).toEqual([]);
    expect(await own.repository.unfinishedTasks()).toEqual([]);
    await own.repository.close();
    await Promise.all(['', '-wal', '-shm'].map((end) => rm(`${own.file}${end}`, { force: true })));
    const rebuilt = await openDatabase({ file: own.file, workerFile: databaseWorkerFile, safety: safety() });
    expect(await states(rebuilt)).toEqual(['kept', 'removed', 'kept']);
    expect(await rebuilt.unfinishedTasks()).toEqual([]);
    await rebuilt.close();
  });

  it('leaves unreachable pictures in the trash, and keeps a file that another picture shares', async () => {
    await own.repository.moveFiles([{ id: idOf(2), from: '2.png', to: '0.png' }]);
    await throwAway(0, 1);
    expect(await empty()).toEqual({ removed: 1, left: 0 });
    expect(await readdir(root)).toContain('0.png');
    await throwAway(1, 1);
    await rm(root, { recursive: true });
    expect(await empty()).toEqual({ removed: 0, left: 1 });
    expect(await states()).toEqual(['removed', 'kept', 'kept']);
  });

  it('keeps a picture that is restored meanwhile together with its file', async () => {
    const more = await keepPictures(makeTask({ state: { status: 'completed', remoteId: 'more', imageCount: 40 } }), 40, 'more-');
    await own.repository.markImages(Int32Array.from(more, ({ id }) => id), { kind: 'trash', at: 1 });
    let restoring: Promise<MarkStep> | null = null;
    const trash = openTrash({
      ...deletes,
      async byHand(file) {
        restoring ??= markerBeside(trash).mark({ token: null, revision: 0, ranges: [], imageIds: more.map(({ id }) => id) }, { kind: 'restore' });
        await new Promise((resolve) => void setTimeout(resolve, 20));
        await rm(file);
      },
    });
    const emptied = await empty(trash);
    const restored = (await (restoring as Promise<MarkStep> | null))?.pictures ?? 0;
    expect(restored + (emptied?.removed ?? 0)).toBe(40);
    expect(restored).toBeGreaterThan(0);
    const described = await own.repository.describe(more.map(({ id }) => id));
    const kept = described.flatMap(({ image: { state } }) => (state.status === 'kept' ? [state.file.path] : []));
    expect(kept).toHaveLength(restored);
    expect((await files()).filter((name) => name.startsWith('more-'))).toEqual(kept.toSorted());
  });

  it('removes a shared file with the second of its two pictures', async () => {
    await own.repository.moveFiles([{ id: idOf(2), from: '2.png', to: '0.png' }]);
    await throwAway(0, 1);
    await throwAway(2, 1);
    expect(await empty()).toEqual({ removed: 2, left: 0 });
    expect(await files()).toEqual(['1.png', '2.png']);
  });

  it('is not repeated at a later start for a picture that stayed and was restored, wherever its file is, but is completed for one that had already lost its file', async () => {
    await throwAway(0, 1);
    await throwAway(1, 1);
    const keeps: Discard = { ...deletes, byHand: () => Promise.reject(new Error('busy')) };
    expect(await empty(openTrash(keeps))).toEqual({ removed: 0, left: 2 });
    await restore(0);
    await rename(path.join(root, '0.png'), path.join(root, 'the best one.png'));
    await rm(path.join(root, '1.png'));
    await own.repository.close();
    const later = await openDatabase({ file: own.file, workerFile: databaseWorkerFile, safety: safety() });
    expect([later.recovery, await states(later)]).toEqual([null, ['kept', 'removed', 'kept']]);
    await later.close();
  });
});
