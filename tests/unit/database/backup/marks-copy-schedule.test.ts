import { appendFile, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { partOf } from '../../../../electron/core/util/whole-file.ts';
import { marksFilePath } from '../../../../electron/core/library/marks/marks-file.ts';
import { formatMarksLine, parseMarksLine } from '../../../../electron/core/library/marks/marks-line.ts';
import { listBackups, makeBackup } from '../../../../electron/database/backup/backups.ts';
import type { Database } from '../../../../electron/database/client/database-contract.ts';
import { createMarksCopies } from '../../../../electron/database/backup/marks-copy-schedule.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import type { ImageMarks } from '../../../../shared/library/marks.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createMarksRig, type MarksRig } from '../../../support/marks-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAlbum, makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

/** Marks outlive the database: real files, real threads. */

let rig: MarksRig;
beforeEach(async () => {
  rig = await createMarksRig();
  return () => rig.remove();
});

/** Marks of every picture by its file's path. Row numbers and times in the trash do not survive a rebuild, so they are left out. */
async function marksOf(database: Database): Promise<Record<string, ImageMarks | null>> {
  const files = await database.keptFiles(0, 1_000);
  const marksAt = async (id: number): Promise<ImageMarks | null> => {
    const marks = await database.imageMarks(id);
    return marks && { ...marks, trashedAt: marks.trashedAt === null ? null : start };
  };
  return Object.fromEntries(await Promise.all(files.map(async ({ id, path: file }) => [file, await marksAt(id)] as const)));
}

/** Six pictures of three tasks, marked in every way. */
async function makeMarked(): Promise<Record<string, ImageMarks | null>> {
  const life = await rig.begin();
  await life.database.saveAccount(testAccount);
  for (let number = 0; number < 3; number += 1) await rig.keep(life.database, number, number + 1);
  await life.mark({ kind: 'favourite', favourite: true }, 1, 2);
  await life.mark({ kind: 'rating', rating: 4 }, 2, 3);
  await life.mark({ kind: 'tag', tag: 'Sea side' }, 1, 4);
  await life.mark({ kind: 'tag', tag: 'abend' }, 1);
  await life.mark({ kind: 'flag', flag: 'pick' }, 2, 5);
  await life.mark({ kind: 'flag', flag: 'reject' }, 3);
  await life.mark({ kind: 'label', label: 'purple' }, 4);
  await life.mark({ kind: 'note', note: 'for the cover\n“later”' }, 2);
  await life.database.putAlbum({ ...makeAlbum(1), pinned: true, takesNew: true });
  await life.database.putAlbum(makeAlbum(2));
  await life.mark({ kind: 'album', album: makeAlbum(1).id }, 4, 1, 2);
  await life.mark({ kind: 'unalbum', album: makeAlbum(1).id }, 2);
  await life.mark({ kind: 'trash' }, 5);
  await life.database.saveSearch('The best', 'rating:>=4', start);
  await life.database.saveSearch('Foxes', 'fox', start + 1);
  const marks = await marksOf(life.database);
  await life.end();
  return marks;
}

/** The pictures in albums, in their order. */
function inAlbums(): readonly string[] {
  const db = openConnection(rig.file);
  try {
    const rows = db.prepare(
      `SELECT albums.name || ': ' || remote_id || '/' || position AS line FROM album_images JOIN albums ON albums.id = album_images.album JOIN images ON images.id = image JOIN tasks ON tasks.id = images.task
        WHERE gone = 0 ORDER BY albums.id, album_images.place`,
    );
    return rows.all().map(({ line }) => String(line));
  } finally {
    db.close();
  }
}

describe('marks with database and backups gone', () => {
  it('are all restored, and so are the saved searches', async () => {
    const before = await makeMarked();
    expect(Object.values(before).filter((marks) => marks?.favourite || marks?.rating || marks?.tags.length || marks?.trashedAt)).toHaveLength(5);
    await rig.loseAll();
    await rig.after(async ({ database }) => {
      expect(await marksOf(database)).toEqual(before);
      expect((await database.savedSearches()).map(({ name, query }) => [name, query])).toEqual([['The best', 'rating:>=4'], ['Foxes', 'fox']]);
      expect(await database.integrity()).toEqual([]);
      expect(await database.albums()).toEqual([{ ...makeAlbum(1), pinned: true, takesNew: true }, makeAlbum(2)]);
      expect(inAlbums(), 'in the order made by hand').toEqual(['Album 1: task_2/0', 'Album 1: task_0/0']);
    });
    await rig.loseAll();
    await rig.after(async ({ database }) => expect(await marksOf(database), 'a second time, from the copy that the rebuilt history made').toEqual(before));
  });

  it.each(['the copy of the marks', 'a backup'])('pictures that %s has in the trash stay for another thirty days: that start deletes nothing', async (from) => {
    await makeMarked();
    if (from === 'a backup') makeBackup(rig.file, rig.safety.backups, Date.now());
    await (from === 'a backup' ? truncate(rig.file, 4096) : rig.loseAll());
    const begun = Date.now();
    await rig.after(async ({ database }) => {
      expect((await database.trashed(begun - 1, null, 9)).length).toBe(0);
      expect((await database.trashed(Date.now(), null, 9)).length).toBe(1);
    });
  });

  it('marks that were removed later stay removed', async () => {
    await makeMarked();
    await rig.after(async (life) => {
      await life.mark({ kind: 'favourite', favourite: false }, 1);
      await life.mark({ kind: 'restore' }, 5);
      await life.mark({ kind: 'untag', tag: 'sea side' }, 1, 4);
    });
    await rig.loseAll();
    await rig.after(async ({ database }) => {
      const marks = Object.values(await marksOf(database));
      expect(marks.filter((each) => each?.favourite)).toHaveLength(1);
      expect(marks.every((each) => each?.trashedAt === null)).toBe(true);
      expect(marks.flatMap((each) => each?.tags ?? [])).toEqual(['abend']);
    });
  });

  it('a tag that has another name, and nothing else, is copied', async () => {
    await makeMarked();
    await rig.after(({ database }) => database.renameTag('abend', 'evening'));
    await rig.loseAll();
    await rig.after(async ({ database }) => expect(Object.values(await marksOf(database)).flatMap((each) => each?.tags ?? [])).toEqual(['evening', 'Sea side', 'Sea side']));
  });

  it('pictures that came into the album for new ones are copied', async () => {
    await makeMarked();
    await rig.after(({ database }) => rig.keep(database, 3));
    const before = inAlbums();
    expect(before).toContain('Album 1: task_3/0');
    await rig.loseAll();
    await rig.after(async () => expect(inAlbums()).toEqual(before));
  });

  it('an interrupted copy leaves nothing behind once another is made', async () => {
    await makeMarked();
    await writeFile(partOf(rig.copyFile()), 'half of it');
    await rig.after((life) => life.mark({ kind: 'favourite', favourite: false }, 1));
    expect((await readdir(path.dirname(rig.copyFile()))).filter((name) => name.startsWith('marks-'))).toEqual([rig.safety.marksFile]);
  });

  it('a damaged line loses only its own marks', async () => {
    await makeMarked();
    const lines = await rig.copied();
    const at = lines.findIndex((line) => line.includes('"rating":4') && line.includes('"favourite":false'));
    expect(at).toBeGreaterThan(0);
    await writeFile(rig.copyFile(), [...lines.slice(0, at), (lines[at] ?? '').replace('"rating":4', '"rating":5'), '\u0000\u0001 garbage {"latent":1', ...lines.slice(at + 1)].join('\n'));
    // The last line is cut off in the middle.
    await appendFile(rig.copyFile(), `\n${(lines.at(-1) ?? '').slice(0, 40)}`);
    await rig.loseAll();
    await rig.after(async ({ database }) => {
      const marks = Object.values(await marksOf(database));
      expect(marks.map((each) => [each?.favourite, each?.rating, each?.tags.length, each?.trashedAt !== null])).toEqual([
        [true, 0, 2, false],
        [true, 4, 0, false],
        [false, 0, 0, false],
        [false, 0, 1, false],
        [false, 0, 0, true],
        [false, 0, 0, false],
      ]);
      expect(rig.reports.join()).toContain('3 damaged lines of');
    });
    expect((await rig.copied()).map(parseMarksLine), 'the next copy is whole again').not.toContain(null);
  });

  it('another profile reads the copy of the last one, unless it has its own', async () => {
    const before = await makeMarked();
    const other = 'marks-0123456789ab.jsonl';
    await rename(rig.copyFile(), marksFilePath(rig.library, other));
    await rig.loseAll();
    await rig.after(async (life) => {
      expect(await marksOf(life.database)).toEqual(before);
      await life.mark({ kind: 'restore' }, 5);
    });
    await rig.loseAll();
    await rig.after(async ({ database }) => expect(Object.values(await marksOf(database)).every((each) => each?.trashedAt === null)).toBe(true));
  });
});

describe('marks and a backup', () => {
  const sent = makeTask({ accountId: testAccount.id });

  it('marks of the backup and later ones are there, except for those removed later', async () => {
    await makeMarked();
    makeBackup(rig.file, rig.safety.backups, Date.now() - 60_000);
    await rig.after(async (life) => {
      await life.mark({ kind: 'restore' }, 5);
      await life.mark({ kind: 'rating', rating: 2 }, 6);
    });
    const wanted = await (async () => {
      const life = await rig.begin();
      const marks = await marksOf(life.database);
      await life.end();
      return marks;
    })();
    await truncate(rig.file, 4096);
    expect(listBackups(rig.safety.backups)).toHaveLength(1);
    await rig.after(async ({ database }) => expect(await marksOf(database)).toEqual(wanted));
  });

  it('a task that was sent before the damage still brings its picture into its album', async () => {
    await makeMarked();
    await rig.after(({ database }) => database.insertTasks([sent]));
    makeBackup(rig.file, rig.safety.backups, Date.now() - 60_000);
    await rig.after((life) => life.mark({ kind: 'rating', rating: 2 }, 6));
    await truncate(rig.file, 4096);
    await rig.after(async ({ database }) => {
      expect(await database.albums()).toHaveLength(2);
      const [stored] = await database.saveCompletion({ ...sent, state: { status: 'completed', remoteId: 'sent', imageCount: 1 } }, makeSources(1), makeAnswer());
      await database.saveImage(stored?.id ?? 0, { status: 'kept', file: makeFile() });
      expect(inAlbums()).toContain('Album 1: sent/0');
    });
  });

  it('a backup that is newer than the copy keeps its marks', async () => {
    const before = await makeMarked();
    const life = await rig.begin({ root: path.join(rig.home, 'not there') });
    await life.mark({ kind: 'rating', rating: 5 }, 6);
    const marked = await marksOf(life.database);
    expect(marked).not.toEqual(before);
    await life.end();
    makeBackup(rig.file, rig.safety.backups, Date.now());
    await truncate(rig.file, 4096);
    await rig.after(async ({ database }) => expect(await marksOf(database)).toEqual(marked));
  });
});

describe('the copy', () => {
  it('is made with each backup, and when quitting if anything was marked since', async () => {
    await makeMarked();
    const [first] = await rig.copied();
    await rig.after(() => Promise.resolve());
    expect((await rig.copied())[0], 'nothing was marked').toBe(first);
    const life = await rig.begin();
    await life.mark({ kind: 'rating', rating: 5 }, 6);
    await life.copies.copy();
    expect(await rig.copied()).toContainEqual(expect.stringContaining('"rating":5'));
    await life.mark({ kind: 'rating', rating: 1 }, 6);
    await life.end();
    expect(await rig.copied()).toContainEqual(expect.stringContaining('"rating":1'));
  });

  it.runIf(process.platform === 'linux')('lets everything else go first, but for the last one, which a person waits for', async () => {
    await makeMarked();
    const lowered = path.join(rig.home, 'lowered');
    const workerFile = path.join(rig.home, 'watched-worker.cjs');
    await writeFile(
      workerFile,
      `require('node:os').setPriority = () => require('node:fs').appendFileSync(${JSON.stringify(lowered)}, 'once'); require(${JSON.stringify(databaseWorkerFile)});`,
    );
    const life = await rig.begin({ workerFile });
    await life.copies.copy();
    await life.mark({ kind: 'rating', rating: 3 }, 1);
    await life.end();
    expect(await readFile(lowered, 'utf8')).toBe('once');
  });

  it.each(['is begun then', 'is under way already'])('keeps nobody from quitting if it %s', async (which) => {
    await makeMarked();
    const life = await rig.begin();
    // A thread that never ends takes the place of the one that copies.
    const clock = createFakeClock();
    const stuck = createMarksCopies({
      file: rig.file,
      workerFile: new URL('data:text/javascript,setInterval(() => undefined, 1000)'),
      root: () => rig.library,
      name: rig.safety.marksFile,
      due: false,
      clock,
      report: (message) => rig.reports.push(message),
    });
    await stuck.watch(life.database).markImages(Int32Array.of(6), { kind: 'rating', rating: 5 });
    if (which === 'is under way already') void stuck.copy();
    const closing = stuck.close();
    await clock.advance(5_000);
    await closing;
    await life.kill();
  });

  it('is made at the end of a session without changes only if the last one was killed', async () => {
    await makeMarked();
    const killed = await rig.begin();
    await killed.mark({ kind: 'rating', rating: 5 }, 6);
    await killed.kill();
    const has = async (): Promise<boolean> => (await rig.copied()).some((line) => line.includes('"rating":5'));
    await (await rig.begin()).end();
    expect(await has()).toBe(false);
    await (await rig.begin({ due: true })).end();
    expect(await has()).toBe(true);
  });

  it('is made later if the system could not start its thread', async () => {
    await makeMarked();
    // Starting a thread from such a URL throws.
    const workerFile = new URL('https://nowhere.test/');
    const life = await rig.begin({ workerFile });
    await life.mark({ kind: 'rating', rating: 5 }, 6);
    await life.copies.copy();
    expect(rig.reports).toEqual([expect.stringContaining('not copied to the library folder')]);
    workerFile.href = pathToFileURL(databaseWorkerFile).href;
    await life.end();
    expect(await rig.copied()).toContainEqual(expect.stringContaining('"rating":5'));
  });

  it('for an unreachable library is reported once and made later, and marking still works', async () => {
    await makeMarked();
    const life = await rig.begin();
    await rename(rig.library, `${rig.library} away`);
    await life.mark({ kind: 'rating', rating: 5 }, 6);
    await life.copies.copy();
    await life.copies.copy();
    expect(rig.reports).toEqual([expect.stringContaining('ENOENT')]);
    await life.mark({ kind: 'rating', rating: 5 }, 5);
    const marked = await marksOf(life.database);
    await rename(`${rig.library} away`, rig.library);
    await life.end();
    await rig.loseAll();
    await rig.after(async ({ database }) => expect(await marksOf(database)).toEqual(marked));
  });

  it('is read so that a later line overrides an earlier one', async () => {
    await makeMarked();
    const lines = await rig.copied();
    const at = lines.findIndex((line) => line.includes('"rating":4') && line.includes('"favourite":false'));
    const rated = parseMarksLine(lines[at] ?? '');
    if (rated?.kind !== 'marks') throw new Error('no line of marks');
    await appendFile(rig.copyFile(), `${formatMarksLine({ ...rated, at: rated.at + 1, marks: { ...rated.marks, rating: 2 } })}\n`);
    await rig.loseAll();
    await rig.after(async ({ database }) => expect(Object.values(await marksOf(database)).filter((marks) => marks?.rating === 2)).toHaveLength(1));
  });

  it('is not made if nothing was ever marked', async () => {
    const life = await rig.begin();
    await life.database.saveAccount(testAccount);
    await rig.keep(life.database, 0);
    await life.end();
    await expect(readFile(rig.copyFile())).rejects.toThrow('ENOENT');
  });
});
