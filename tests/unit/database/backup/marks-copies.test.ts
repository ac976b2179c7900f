import type { DatabaseSync } from 'node:sqlite';
import { appendFile, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { marksFilePath } from '../../../../electron/core/marks/marks-file.ts';
import { formatMarksLine, parseMarksLine, type CopiedRow } from '../../../../electron/core/marks/marks-line.ts';
import { listBackups, makeBackup } from '../../../../electron/database/backup/backups.ts';
import type { Database } from '../../../../electron/database/client/database-contract.ts';
import { createMarksCopies, type MarksCopies } from '../../../../electron/database/backup/marks-copies.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { noOptions, type AccountOptions } from '../../../../shared/account.ts';
import type { PresetChoices } from '../../../../shared/preset.ts';
import type { ImageMarks, Mark } from '../../../../shared/library/marks.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { createHistoryRig, type HistoryRig } from '../../../support/history-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAlbum, makeTask, start } from '../samples.ts';

/** Marks outlive the database: real files, real threads. */

let rig: HistoryRig;
beforeEach(async () => {
  rig = await createHistoryRig();
  return () => rig.remove();
});

interface Life {
  readonly database: Database;
  readonly copies: MarksCopies;
  readonly clock: FakeClock;
  mark(mark: Mark, ...ids: number[]): Promise<void>;
  /** Quits in order. */
  end(): Promise<void>;
  /** Ends without a last copy. */
  kill(): Promise<void>;
}

async function begin({ root = rig.library, name = rig.safety.marksFile, workerFile = databaseWorkerFile }: { root?: string; name?: string; workerFile?: string | URL } = {}): Promise<Life> {
  const opened = await rig.open();
  const clock = createFakeClock();
  const copies = createMarksCopies({ file: rig.file, workerFile, root: () => root, name, clock, report: (message) => rig.reports.push(message) });
  const database = copies.watch(opened);
  if (opened.recovery !== null) await copies.copy();
  return {
    database,
    copies,
    clock,
    async mark(mark, ...ids) {
      await database.markImages(Int32Array.from(ids), mark.kind === 'trash' ? { ...mark, at: start } : mark);
    },
    async end() {
      await copies.close();
      await database.close();
    },
    kill: () => database.close(),
  };
}

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
  const life = await begin();
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

const copyFile = (): string => marksFilePath(rig.library, rig.safety.marksFile);
const copied = async (): Promise<readonly string[]> => (await readFile(copyFile(), 'utf8')).trim().split('\n');
const loseAll = (): Promise<void> => rm(path.dirname(rig.file), { recursive: true });

async function after(run: (life: Life) => Promise<unknown>): Promise<void> {
  const life = await begin();
  await run(life);
  await life.end();
}

describe('marks with database and backups gone', () => {
  it('are all restored, and so are the saved searches', async () => {
    const before = await makeMarked();
    expect(Object.values(before).filter((marks) => marks?.favourite || marks?.rating || marks?.tags.length || marks?.trashedAt)).toHaveLength(5);
    await loseAll();
    await after(async ({ database }) => {
      expect(await marksOf(database)).toEqual(before);
      expect((await database.savedSearches()).map(({ name, query }) => [name, query])).toEqual([['The best', 'rating:>=4'], ['Foxes', 'fox']]);
      expect(await database.integrity()).toEqual([]);
      expect(await database.albums()).toEqual([{ ...makeAlbum(1), pinned: true, takesNew: true }, makeAlbum(2)]);
      expect(inAlbums(), 'in the order made by hand').toEqual(['Album 1: task_2/0', 'Album 1: task_0/0']);
    });
    await loseAll();
    await after(async ({ database }) => expect(await marksOf(database), 'a second time, from the copy that the rebuilt history made').toEqual(before));
  });

  it.each(['the copy of the marks', 'a backup'])('pictures that %s has in the trash stay for another thirty days: that start deletes nothing', async (from) => {
    await makeMarked();
    if (from === 'a backup') makeBackup(rig.file, rig.safety.backups, Date.now());
    await (from === 'a backup' ? truncate(rig.file, 4096) : loseAll());
    const begun = Date.now();
    await after(async ({ database }) => {
      expect((await database.trashed(begun - 1, null, 9)).length).toBe(0);
      expect((await database.trashed(Date.now(), null, 9)).length).toBe(1);
    });
  });

  it('marks that were removed later stay removed', async () => {
    await makeMarked();
    await after(async (life) => {
      await life.mark({ kind: 'favourite', favourite: false }, 1);
      await life.mark({ kind: 'restore' }, 5);
      await life.mark({ kind: 'untag', tag: 'sea side' }, 1, 4);
    });
    await loseAll();
    await after(async ({ database }) => {
      const marks = Object.values(await marksOf(database));
      expect(marks.filter((each) => each?.favourite)).toHaveLength(1);
      expect(marks.every((each) => each?.trashedAt === null)).toBe(true);
      expect(marks.flatMap((each) => each?.tags ?? [])).toEqual(['abend']);
    });
  });

  it('an interrupted copy leaves nothing behind once another is made', async () => {
    await makeMarked();
    await writeFile(`${copyFile()}.0a1b2c3d.part`, 'half of it');
    await after((life) => life.mark({ kind: 'favourite', favourite: false }, 1));
    expect((await readdir(path.dirname(copyFile()))).filter((name) => name.startsWith('marks-'))).toEqual([rig.safety.marksFile]);
  });

  it('a damaged line loses only its own marks', async () => {
    await makeMarked();
    const lines = await copied();
    const at = lines.findIndex((line) => line.includes('"rating":4') && line.includes('"favourite":false'));
    expect(at).toBeGreaterThan(0);
    await writeFile(copyFile(), [...lines.slice(0, at), (lines[at] ?? '').replace('"rating":4', '"rating":5'), '\u0000\u0001 garbage {"latent":1', ...lines.slice(at + 1)].join('\n'));
    // The last line is cut off in the middle.
    await appendFile(copyFile(), `\n${(lines.at(-1) ?? '').slice(0, 40)}`);
    await loseAll();
    await after(async ({ database }) => {
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
    expect((await copied()).map(parseMarksLine), 'the next copy is whole again').not.toContain(null);
  });

  it('another profile reads the copy of the last one, unless it has its own', async () => {
    const before = await makeMarked();
    const other = 'marks-0123456789ab.jsonl';
    await rename(copyFile(), marksFilePath(rig.library, other));
    await loseAll();
    await after(async (life) => {
      expect(await marksOf(life.database)).toEqual(before);
      await life.mark({ kind: 'restore' }, 5);
    });
    await loseAll();
    await after(async ({ database }) => expect(Object.values(await marksOf(database)).every((each) => each?.trashedAt === null)).toBe(true));
  });
});

describe('what a person made that no journal has', () => {
  const options: AccountOptions = { ...noOptions, unit: 'USD', budget: { day: '0.3', month: null, total: '20' }, fields: { style: 'ink' } };
  const owned = { model: '*', size: '*', quality: '*', amount: '123456789.123456789', origin: 'person', at: start } as const;
  const learned = { model: 'm', size: '64x64', quality: 'low', amount: '0.1', origin: 'learned', at: start } as const;
  const preset: PresetChoices = { model: 'm', size: '', quality: '', fields: { seed: 1 }, count: 2 };
  const batches = { sent: crypto.randomUUID(), empty: crypto.randomUUID() };

  /** A profile with one of everything, and a prompt whose preview is the second picture. */
  async function makeAll(): Promise<void> {
    await after(async ({ database }) => {
      await database.saveAccount({ ...testAccount, options, consoles: { key: 'https://a.example/keys', billing: null } });
      await database.setPrices(testAccount.id, [owned]);
      await database.learnPrices(testAccount.id, [learned]);
      for (const [name, id] of Object.entries(batches)) {
        await database.beginBatch({ id, accountId: testAccount.id, name, createdAt: start, recipe: { from: 'template', template: '{red|blue} fox', seed: 7 }, hold: null, place: 4.5 });
        await database.finishBatch(id);
      }
      await rig.keep(database, 0, 2, batches.sent);
      await database.savePreset('Portraits', preset, start);
    });
    withRows((db) => db.exec(`INSERT INTO saved_prompts (id, folder, title, prompt, choices, snippet, image, created_at) VALUES (12, 'Animals', 'Fox', 'a red fox', '{"count":2}', 'fox', 2, ${start})`));
    await after(({ copies }) => copies.copy());
  }

  function withRows<T>(run: (db: DatabaseSync) => T): T {
    const db = openConnection(rig.file);
    try {
      return run(db);
    } finally {
      db.close();
    }
  }
  const savedPrompts = (): unknown => withRows((db) => db.prepare('SELECT id, folder, title, prompt, choices, snippet, (SELECT position FROM images WHERE id = image) AS preview FROM saved_prompts').all().map((row) => ({ ...row })));

  const everything = async ({ database }: Life): Promise<unknown> => ({
    accounts: (await database.accounts()).filter(({ kind }) => kind === 'service'),
    prices: await database.prices(),
    batches: (await database.batches(Object.values(batches))).map(({ name, recipe, createdAt, place, progress }) => ({ name, recipe, createdAt, place, made: progress.made })),
    presets: (await database.presets()).map(({ name, choices, savedAt }) => ({ name, choices, savedAt })),
  });

  it('comes back with the pictures, and a budget with it', async () => {
    await makeAll();
    let before: unknown;
    await after(async (life) => (before = await everything(life)));
    const prompts = savedPrompts();
    expect(prompts).toEqual([{ id: 12, folder: 'Animals', title: 'Fox', prompt: 'a red fox', choices: '{"count":2}', snippet: 'fox', preview: 1 }]);
    for (const time of ['first', 'second']) {
      await loseAll();
      await after(async (life) => {
        const found = await everything(life);
        // A batch without any picture has no task left.
        const { batches: known, ...rest } = before as { readonly batches: readonly { readonly name: string }[] };
        expect(found, time).toEqual({ ...rest, batches: known.filter(({ name }) => name === 'sent') });
        expect(found).toMatchObject({ accounts: [{ options }], prices: [{ rows: [owned, learned] }], batches: [{ made: 1 }], presets: [{ choices: preset }] });
        expect(await life.database.integrity()).toEqual([]);
      });
      expect(savedPrompts()).toEqual(prompts);
    }
  });

  it('comes back without pictures too', async () => {
    await after(({ database }) => database.saveAccount({ ...testAccount, options }));
    await loseAll();
    await after(async ({ database }) => expect((await database.accounts()).find(({ id }) => id === testAccount.id)).toMatchObject({ options }));
  });

  it('loses only the lines that are damaged, and they are counted', async () => {
    await makeAll();
    const lines = (await copied()).map((line) => (line.includes('"Portraits"') ? line.replace('Portraits', 'Landscapes') : line.includes('"table":"batches"') ? line.slice(0, 60) : line));
    await writeFile(copyFile(), lines.join('\n'));
    await loseAll();
    await after(async (life) => expect(await everything(life)).toMatchObject({ accounts: [{ options }], prices: [{ rows: [owned, learned] }], batches: [], presets: [] }));
    expect(rig.reports.join()).toContain('3 damaged lines of');
    expect(savedPrompts()).toHaveLength(1);
  });

  it('is left out where it is nothing that Latent would write, and the history opens', async () => {
    await makeAll();
    const [row] = (await copied()).map(parseMarksLine).filter((line) => line?.kind === 'row' && line.row.table === 'accounts');
    if (row?.kind !== 'row') throw new Error('no line of an account');
    const other = { ...row.row.values, uuid: crypto.randomUUID() };
    const price = { account: testAccount.id, model: 'm', size: 's', quality: 'q', origin: 'person', amount: '1', at: start };
    const batch = { uuid: batches.sent, account: testAccount.id, name: 'sent', created_at: start, recipe: '{}', place: 1 };
    const hostile: readonly CopiedRow[] = [
      { table: 'accounts', values: { ...other, base_url: 'no address' } },
      { table: 'accounts', values: { ...other, kind: 'practice' } },
      // Larger than any number that JavaScript holds exactly.
      { table: 'accounts', values: { ...other, created_at: 2 ** 53 } },
      { table: 'prices', values: { ...price, at: 2 ** 53 } },
      { table: 'prices', values: { ...price, amount: '-5000000000' } },
      { table: 'prices', values: { ...price, amount: 'free' } },
      { table: 'prices', values: { ...price, amount: '9'.repeat(30) } },
      // Its tasks would count as not written to their end.
      { table: 'batches', values: { ...batch, complete: 0 } },
    ];
    await appendFile(copyFile(), `\n${hostile.map((values) => formatMarksLine({ ...row, row: values })).join('\n')}\n`);
    await loseAll();
    await after(async (life) => {
      expect(await everything(life)).toMatchObject({ accounts: [{ options }], prices: [{ rows: [owned, learned] }], batches: [{ name: 'sent' }], presets: [{ choices: preset }] });
      expect((await everything(life)) as object).toHaveProperty('accounts.length', 1);
    });
    expect(rig.reports.filter((report) => report.includes('was left out'))).toHaveLength(hostile.length);
  });

  it('comes back for a batch of which the service has accepted a task and no picture has come', async () => {
    await makeAll();
    const task = makeTask({ batchId: batches.empty, submittedAt: start, acceptedAt: start, state: { status: 'processing', remoteId: 'task_of_a_batch', misses: 0 } });
    await after(({ database }) => database.insertTasks([task]));
    for (const name of await readdir(path.dirname(rig.file))) if (!name.endsWith('.accepted')) await rm(path.join(path.dirname(rig.file), name), { recursive: true });
    await after(async ({ database }) => {
      expect((await database.task(task.id))?.task.batchId).toBe(batches.empty);
      expect((await database.batches([batches.empty])).map(({ name }) => name)).toEqual(['empty']);
    });
  });

  it('is as the backup has it if the copy is of an earlier version', async () => {
    await makeAll();
    await writeFile(copyFile(), (await copied()).filter((line) => !line.includes('"table":')).join('\n'));
    makeBackup(rig.file, rig.safety.backups, Date.now() - 60_000);
    await truncate(rig.file, 4096);
    await after(async (life) => expect(await everything(life)).toMatchObject({ accounts: [{ options }], prices: [{ rows: [owned, learned] }], batches: [{ name: 'sent' }], presets: [{ choices: preset }] }));
  });

  it('is newer in the copy than in a backup', async () => {
    await makeAll();
    makeBackup(rig.file, rig.safety.backups, Date.now() - 60_000);
    const lower = { ...options, budget: { day: '0.1', month: null, total: '5' } };
    await after(async ({ database }) => {
      await database.saveAccount({ ...testAccount, options: lower });
      await database.renameBatch(batches.sent, 'Foxes');
      await database.savePreset('Portraits', { ...preset, count: 9 }, start);
    });
    await truncate(rig.file, 0);
    await after(async (life) => expect(await everything(life)).toMatchObject({ accounts: [{ options: lower }], batches: [{ name: 'Foxes' }], presets: [{ choices: { count: 9 } }] }));
  });
});

describe('marks and a backup', () => {
  it('marks of the backup and later ones are there, except for those removed later', async () => {
    await makeMarked();
    makeBackup(rig.file, rig.safety.backups, Date.now() - 60_000);
    await after(async (life) => {
      await life.mark({ kind: 'restore' }, 5);
      await life.mark({ kind: 'rating', rating: 2 }, 6);
    });
    const wanted = await (async () => {
      const life = await begin();
      const marks = await marksOf(life.database);
      await life.end();
      return marks;
    })();
    await truncate(rig.file, 4096);
    expect(listBackups(rig.safety.backups)).toHaveLength(1);
    await after(async ({ database }) => expect(await marksOf(database)).toEqual(wanted));
  });

  it('a backup that is newer than the copy keeps its marks', async () => {
    const before = await makeMarked();
    const life = await begin({ root: path.join(rig.home, 'not there') });
    await life.mark({ kind: 'rating', rating: 5 }, 6);
    const marked = await marksOf(life.database);
    expect(marked).not.toEqual(before);
    await life.end();
    makeBackup(rig.file, rig.safety.backups, Date.now());
    await truncate(rig.file, 4096);
    await after(async ({ database }) => expect(await marksOf(database)).toEqual(marked));
  });
});

describe('the copy', () => {
  it('is made with each backup, and when quitting if anything was marked since', async () => {
    await makeMarked();
    const [first] = await copied();
    await after(() => Promise.resolve());
    expect((await copied())[0], 'nothing was marked').toBe(first);
    const life = await begin();
    await life.mark({ kind: 'rating', rating: 5 }, 6);
    await life.copies.copy();
    expect(await copied()).toContainEqual(expect.stringContaining('"rating":5'));
    await life.mark({ kind: 'rating', rating: 1 }, 6);
    await life.end();
    expect(await copied()).toContainEqual(expect.stringContaining('"rating":1'));
  });

  it.runIf(process.platform === 'linux')('lets everything else go first, but for the last one, which a person waits for', async () => {
    await makeMarked();
    const lowered = path.join(rig.home, 'lowered');
    const workerFile = path.join(rig.home, 'watched-worker.cjs');
    await writeFile(
      workerFile,
      `require('node:os').setPriority = () => require('node:fs').appendFileSync(${JSON.stringify(lowered)}, 'once'); require(${JSON.stringify(databaseWorkerFile)});`,
    );
    const life = await begin({ workerFile });
    await life.copies.copy();
    await life.mark({ kind: 'rating', rating: 3 }, 1);
    await life.end();
    expect(await readFile(lowered, 'utf8')).toBe('once');
  });

  it.each(['is begun then', 'is under way already'])('keeps nobody from quitting if it %s', async (which) => {
    await makeMarked();
    const life = await begin();
    // A thread that never ends takes the place of the one that copies.
    const clock = createFakeClock();
    const stuck = createMarksCopies({
      file: rig.file,
      workerFile: new URL('data:text/javascript,setInterval(() => undefined, 1000)'),
      root: () => rig.library,
      name: rig.safety.marksFile,
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

  it('is made later if the system could not start its thread', async () => {
    await makeMarked();
    // Starting a thread from such a URL throws.
    const workerFile = new URL('https://nowhere.test/');
    const life = await begin({ workerFile });
    await life.mark({ kind: 'rating', rating: 5 }, 6);
    await life.copies.copy();
    expect(rig.reports).toEqual([expect.stringContaining('not copied to the library folder')]);
    workerFile.href = pathToFileURL(databaseWorkerFile).href;
    await life.end();
    expect(await copied()).toContainEqual(expect.stringContaining('"rating":5'));
  });

  it('for an unreachable library is reported once and made later, and marking still works', async () => {
    await makeMarked();
    const life = await begin();
    await rename(rig.library, `${rig.library} away`);
    await life.mark({ kind: 'rating', rating: 5 }, 6);
    await life.copies.copy();
    await life.copies.copy();
    expect(rig.reports).toEqual([expect.stringContaining('ENOENT')]);
    await life.mark({ kind: 'rating', rating: 5 }, 5);
    const marked = await marksOf(life.database);
    await rename(`${rig.library} away`, rig.library);
    await life.end();
    await loseAll();
    await after(async ({ database }) => expect(await marksOf(database)).toEqual(marked));
  });

  it('reads the lines that earlier versions appended: a later line overrides an earlier one', async () => {
    await makeMarked();
    const lines = await copied();
    const at = lines.findIndex((line) => line.includes('"rating":4') && line.includes('"favourite":false'));
    const rated = parseMarksLine(lines[at] ?? '');
    if (rated?.kind !== 'marks') throw new Error('no line of marks');
    await appendFile(copyFile(), `${formatMarksLine({ ...rated, at: rated.at + 1, marks: { ...rated.marks, rating: 2 } })}\n`);
    await loseAll();
    await after(async ({ database }) => expect(Object.values(await marksOf(database)).filter((marks) => marks?.rating === 2)).toHaveLength(1));
  });

  it('is not made if nothing was ever marked', async () => {
    const life = await begin();
    await life.database.saveAccount(testAccount);
    await rig.keep(life.database, 0);
    await life.end();
    await expect(readFile(copyFile())).rejects.toThrow('ENOENT');
  });
});
