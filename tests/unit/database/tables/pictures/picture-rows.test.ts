import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFileThread } from '../../../../../electron/core/file-worker/file-thread.ts';
import { findMissingPictures } from '../../../../../electron/core/rescan/find-missing.ts';
import { createLibraryFolders } from '../../../../../electron/core/library/library-folders.ts';
import { createLibraryLease } from '../../../../../electron/core/library/library-lease.ts';
import { createSystemClock } from '../../../../../electron/core/util/system-clock.ts';
import { createLibraryJournal } from '../../../../../electron/core/library/library-journal.ts';
import { makeBackup } from '../../../../../electron/database/backup/backups.ts';
import type { Database } from '../../../../../electron/database/client/database-contract.ts';
import type { LookResult } from '../../../../../shared/library/missing-pictures.ts';
import type { ImageFile } from '../../../../../shared/task.ts';
import { createHistoryRig, everything, type HistoryRig } from '../../../../support/history-rig.ts';
import { fileWorkerFile } from '../../../../support/built-threads.ts';
import { openTestDatabase, testAccount } from '../../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask } from '../../samples.ts';

describe('rows of kept files', () => {
  it('come in pages, and get another path only if they still have the expected one', async () => {
    const test = await openTestDatabase();
    const images = await test.repository.saveCompletion(makeTask({ state: { status: 'completed', remoteId: 'r', imageCount: 5 } }), makeSources(5), makeAnswer());
    const [first, second, third, fourth] = images.map(({ id }) => id) as [number, number, number, number];
    for (const id of [first, second, fourth]) await test.repository.saveImage(id, { status: 'kept', file: makeFile({ path: `${id}.png`, bytes: id * 10 }) });
    const row = (id: number, name = `${id}.png`) => ({ id, path: name, bytes: id * 10 });
    expect(await test.repository.keptFiles(0, 2)).toEqual([row(first), row(second)]);
    expect(await test.repository.keptFiles(second, 2)).toEqual([row(fourth)]);
    expect(await test.repository.keptFiles(fourth, 2)).toEqual([]);
    expect(await test.repository.keptIds(null, 2)).toEqual([fourth, second]);
    expect(await test.repository.keptIds(second, 2)).toEqual([first]);

    await test.repository.moveFiles([
      { id: first, from: `${first}.png`, to: 'a/ä.png' },
      { id: second, from: 'not this.png', to: 'b.png' },
      { id: third, from: '', to: 'c.png' },
    ]);
    const again = await test.reopen();
    expect(await again.repository.keptFiles(0, 9)).toEqual([row(first, 'a/ä.png'), row(second), row(fourth)]);
    expect((await again.repository.image(first))?.image.state).toEqual({ status: 'kept', file: makeFile({ path: 'a/ä.png', bytes: first * 10 }) });
    expect((await again.repository.image(third))?.image.state.status).toBe('waiting');
    await again.remove();
  });
});

describe('the size of a picture', () => {
  it('is turned once to what is seen, and never if the row says the same or the picture is not kept', async () => {
    const test = await openTestDatabase();
    const [one, other] = (await test.repository.saveCompletion(makeTask({ state: { status: 'completed', remoteId: 'r', imageCount: 2 } }), makeSources(2), makeAnswer())).map(({ id }) => id) as [number, number];
    await test.repository.saveImage(one, { status: 'kept', file: makeFile({ width: 300, height: 200 }) });
    const turned: boolean[] = [];
    for (const [id, width, height] of [[one, 512, 341], [one, 512, 512], [one, 341, 512], [one, 1, 512], [other, 1, 2], [99, 1, 2]] as const) turned.push(await test.repository.turnTo(id, { width, height }));
    expect(turned).toEqual([false, false, true, false, false, false]);
    const state = (await test.repository.image(one))?.image.state;
    expect(state).toMatchObject({ file: { width: 200, height: 300 } });
    await test.remove();
  });
});

describe('after files were renamed and found again', () => {
  let rig: HistoryRig;
  beforeEach(async () => {
    rig = await createHistoryRig();
    return () => rig.remove();
  });

  const look = (database: Database): Promise<LookResult> =>
    findMissingPictures(
      { repository: database, folders: createLibraryFolders(() => rig.library, () => []), lease: createLibraryLease({ clock: createSystemClock(), profile: 'this', computer: 'here' }), journal: createLibraryJournal(), thread: createFileThread({ workerFile: fileWorkerFile, clock: createSystemClock() }), report: (message) => expect.fail(message) },
      () => undefined,
      new AbortController().signal,
    );

  const move = async (from: string, to: string): Promise<void> => {
    await mkdir(path.dirname(path.join(rig.library, to)), { recursive: true });
    await rename(path.join(rig.library, from), path.join(rig.library, to));
  };
  const pathsOf = (entries: Awaited<ReturnType<typeof everything>>): string[] =>
    entries.flatMap(({ images }) => images.map((image) => (image as { state: { file: ImageFile } }).state.file.path)).toSorted();

  /** Four pictures, of which three are elsewhere now and found: what the history knows then. Closed. */
  async function moved(before: () => void = () => undefined): Promise<Awaited<ReturnType<typeof everything>>> {
    const database = await rig.open();
    await database.saveAccount(testAccount);
    for (const number of [0, 1, 2]) await rig.keep(database, number, number === 2 ? 2 : 1);
    before();
    const [a = '', b = '', c = ''] = pathsOf(await everything(database));
    await move(a, 'favourites/the best of all.png');
    await move(b, `2024/2024-01/${path.basename(b)}`);
    await move(c, `${path.dirname(c)}/another name.png`);
    expect(await look(database)).toEqual({ pictures: 4, found: 3, missing: 0, unreadable: 0, unreachable: [] });
    const found = await everything(database);
    expect(pathsOf(found)).toEqual(expect.arrayContaining(['favourites/the best of all.png', `2024/2024-01/${path.basename(b)}`]));
    await database.close();
    return found;
  }

  async function reopened(): Promise<{ readonly found: Awaited<ReturnType<typeof everything>>; readonly from: string | undefined; readonly faults: readonly string[] }> {
    const database = await rig.open();
    const result = { found: await everything(database), from: database.recovery?.from, faults: await database.integrity() };
    await database.close();
    return result;
  }

  /** What the search finds of the names of files; those of Latent's own making are not among them. */
  function namesToFind(): readonly unknown[] {
    const db = new DatabaseSync(rig.file, { readOnly: true });
    const names = db.prepare('SELECT name FROM picture_names ORDER BY name').all().map(({ name }) => name);
    db.close();
    return names;
  }

  it('an ordinary start changes nothing', async () => {
    const before = await moved();
    expect(await reopened()).toEqual({ found: before, from: undefined, faults: [] });
    expect(await reopened()).toEqual({ found: before, from: undefined, faults: [] });
  });

  it('the library folder alone gives every picture its fields, under the name that its file has now', async () => {
    const before = await moved();
    const names = namesToFind();
    expect(names).toEqual(expect.arrayContaining(['another name.png', 'the best of all.png']));
    await rm(path.dirname(rig.file), { recursive: true });
    expect(await reopened()).toEqual({ found: before, from: 'library', faults: [] });
    expect(namesToFind()).toEqual(names);
  });

  it('an older backup is updated from the journal', async () => {
    const before = await moved(() => makeBackup(rig.file, rig.safety.backups, Date.now()));
    const names = namesToFind();
    await rm(rig.file);
    expect(await reopened()).toEqual({ found: before, from: 'backup', faults: [] });
    expect(namesToFind()).toEqual(names);
  });

  it('a start without the files, for example without their disk, keeps the newest names', async () => {
    const before = await moved();
    for (const folder of ['favourites', '2024', '2025']) await move(folder, `../unplugged/${folder}`);
    expect((await reopened()).found).toEqual(before);
  });

  it('renamed files that no search has found yet have every field again once they are searched for', async () => {
    const database = await rig.open();
    await database.saveAccount(testAccount);
    await rig.keep(database, 1);
    const before = await everything(database);
    await database.close();
    const [name = ''] = pathsOf(before);
    await move(name, 'here/renamed.png');
    await rm(path.dirname(rig.file), { recursive: true });
    const again = await rig.open();
    expect(await everything(again)).toEqual(before);
    expect(await look(again)).toMatchObject({ found: 1, missing: 0 });
    const text = (entries: typeof before): string => JSON.stringify(entries);
    expect(text(await everything(again))).toBe(text(before).replace(name, 'here/renamed.png'));
    await again.close();
  });
});
