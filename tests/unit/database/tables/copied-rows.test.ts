import type { DatabaseSync } from 'node:sqlite';
import { appendFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatMarksLine, parseMarksLine, type CopiedRow } from '../../../../electron/core/library/marks/marks-line.ts';
import { makeBackup } from '../../../../electron/database/backup/backups.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { noOptions, type AccountOptions } from '../../../../shared/account.ts';
import type { SavedPrompt } from '../../../../shared/prompts/saved-prompt.ts';
import { createMarksRig, type Life, type MarksRig } from '../../../support/marks-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeTask, start } from '../samples.ts';

let rig: MarksRig;
beforeEach(async () => {
  rig = await createMarksRig();
  return () => rig.remove();
});

describe('what a person made that no journal has', () => {
  const options: AccountOptions = { ...noOptions, unit: 'USD', budget: { day: '0.3', month: null, total: '20' }, fields: { style: 'ink' } };
  const owned = { model: '*', size: '*', quality: '*', fields: { n: '4' }, per: 'picture', amount: '123456789.123456789', origin: 'person', at: start } as const;
  const learned = { model: 'm', size: '64x64', quality: 'low', fields: { '': '', n: '' }, per: 'task', amount: '0.1', origin: 'learned', at: start } as const;
  const settings: SavedPrompt = { id: 13, folder: '', title: 'Portraits', prompt: '', choices: { model: 'm', size: '', quality: '', fields: { seed: 1 }, count: 2 }, snippet: null, imageId: null, savedAt: start };
  const batches = { sent: crypto.randomUUID(), empty: crypto.randomUUID() };

  /** A profile with one of everything, and a prompt whose preview is the second picture. */
  async function makeAll(): Promise<void> {
    await rig.after(async ({ database }) => {
      await database.saveAccount({ ...testAccount, options, consoles: { key: 'https://a.example/keys', billing: null } });
      await database.setPrices(testAccount.id, [owned]);
      await database.learnPrices(testAccount.id, [learned]);
      for (const [name, id] of Object.entries(batches)) {
        await database.beginBatch({ id, accountId: testAccount.id, name, createdAt: start, recipe: { from: 'template', template: '{red|blue} fox', seed: 7 }, hold: null, place: 4.5 });
        await database.finishBatch(id);
      }
      await rig.keep(database, 0, 2, batches.sent);
      await database.putPrompts([settings]);
    });
    withRows((db) => db.exec(`INSERT INTO saved_prompts (id, folder, title, prompt, choices, snippet, image, created_at) VALUES (12, 'Animals', 'Fox', 'a red fox', '{"count":2}', 'fox', 2, ${start})`));
    await rig.after(({ copies }) => copies.copy());
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
  const fox = { id: 12, folder: 'Animals', title: 'Fox', prompt: 'a red fox', choices: '{"count":2}', snippet: 'fox', preview: 1 };
  const portraits = { id: 13, folder: '', title: 'Portraits', prompt: '', choices: JSON.stringify(settings.choices), snippet: null, preview: null };

  const everything = async ({ database }: Life): Promise<unknown> => ({
    accounts: (await database.accounts()).filter(({ kind }) => kind === 'service'),
    prices: await database.prices(),
    batches: (await database.batches(Object.values(batches))).map(({ name, recipe, createdAt, place, progress }) => ({ name, recipe, createdAt, place, made: progress.made })),
  });

  it('comes back with the pictures, and a budget with it', async () => {
    await makeAll();
    let before: unknown;
    await rig.after(async (life) => (before = await everything(life)));
    expect(savedPrompts()).toEqual([fox, portraits]);
    for (const time of ['first', 'second']) {
      await rig.loseAll();
      await rig.after(async (life) => {
        const found = await everything(life);
        // A batch without any picture has no task left.
        const { batches: known, ...rest } = before as { readonly batches: readonly { readonly name: string }[] };
        expect(found, time).toEqual({ ...rest, batches: known.filter(({ name }) => name === 'sent') });
        expect(found).toMatchObject({ accounts: [{ options }], prices: [{ rows: [owned, learned] }], batches: [{ made: 1 }] });
        expect(await life.database.integrity()).toEqual([]);
      });
      expect(savedPrompts()).toEqual([fox, portraits]);
    }
  });

  it('comes back without pictures too', async () => {
    await rig.after(({ database }) => database.saveAccount({ ...testAccount, options }));
    await rig.loseAll();
    await rig.after(async ({ database }) => expect((await database.accounts()).find(({ id }) => id === testAccount.id)).toMatchObject({ options }));
  });

  it('loses only the lines that are damaged, and they are counted', async () => {
    await makeAll();
    const lines = (await rig.copied()).map((line) => (line.includes('"Portraits"') ? line.replace('Portraits', 'Landscapes') : line.includes('"table":"batches"') ? line.slice(0, 60) : line));
    await writeFile(rig.copyFile(), lines.join('\n'));
    await rig.loseAll();
    await rig.after(async (life) => expect(await everything(life)).toMatchObject({ accounts: [{ options }], prices: [{ rows: [owned, learned] }], batches: [] }));
    expect(rig.reports.join()).toContain('3 damaged lines of');
    expect(savedPrompts()).toEqual([fox]);
  });

  it('is left out where it is nothing that Latent would write, and the history opens', async () => {
    await makeAll();
    const [row] = (await rig.copied()).map(parseMarksLine).filter((line) => line?.kind === 'row' && line.row.table === 'accounts');
    if (row?.kind !== 'row') throw new Error('no line of an account');
    const other = { ...row.row.values, uuid: crypto.randomUUID() };
    const price = { account: testAccount.id, model: 'm', size: 's', quality: 'q', origin: 'person', amount: '1', at: start };
    const batch = { uuid: batches.sent, account: testAccount.id, name: 'sent', created_at: start, recipe: '{}', place: 1 };
    const album = { uuid: crypto.randomUUID(), name: 'Covers', place: 1, pinned: 0, takes_new: 0, created_at: start };
    const hostile: readonly CopiedRow[] = [
      { table: 'accounts', values: { ...other, base_url: 'no address' } },
      { table: 'accounts', values: { ...other, kind: 'practice' } },
      // Larger than any number that JavaScript holds exactly.
      { table: 'accounts', values: { ...other, created_at: 2 ** 53 } },
      { table: 'prices', values: { ...price, at: 2 ** 53 } },
      { table: 'prices', values: { ...price, amount: '-5000000000' } },
      { table: 'prices', values: { ...price, amount: 'free' } },
      { table: 'prices', values: { ...price, amount: '9'.repeat(30) } },
      { table: 'prices', values: { ...price, fields: 'n=4' } },
      { table: 'prices', values: { ...price, fields: '{"n":4}' } },
      { table: 'prices', values: { ...price, per: 'pixel' } },
      // Its tasks would count as not written to their end.
      { table: 'batches', values: { ...batch, complete: 0 } },
      // They would be in the table, but could not be shown.
      { table: 'albums', values: { ...album, place: 1e300 } },
      { table: 'albums', values: { ...album, name: ' ' } },
      { table: 'albums', values: { ...album, name: 'a'.repeat(101) } },
      { table: 'albums', values: { ...album, uuid: 'none' } },
      { table: 'saved_prompts', values: { id: 14, folder: '', title: 'Nothing', prompt: '', choices: null, snippet: null, image: null, created_at: start } },
    ];
    await appendFile(rig.copyFile(), `\n${hostile.map((values) => formatMarksLine({ ...row, row: values })).join('\n')}\n`);
    await rig.loseAll();
    await rig.after(async (life) => {
      expect(await everything(life)).toMatchObject({ accounts: [{ options }], prices: [{ rows: [owned, learned] }], batches: [{ name: 'sent' }] });
      expect((await everything(life)) as object).toHaveProperty('accounts.length', 1);
      expect(await life.database.albums()).toEqual([]);
    });
    expect(rig.reports.filter((report) => report.includes('was left out'))).toHaveLength(hostile.length);
  });

  it('comes back for a batch of which the service has accepted a task and no picture has come', async () => {
    await makeAll();
    const task = makeTask({ batchId: batches.empty, submittedAt: start, acceptedAt: start, state: { status: 'processing', remoteId: 'task_of_a_batch', misses: 0 } });
    await rig.after(({ database }) => database.insertTasks([task]));
    for (const name of await readdir(path.dirname(rig.file))) if (!name.endsWith('.accepted')) await rm(path.join(path.dirname(rig.file), name), { recursive: true });
    await rig.after(async ({ database }) => {
      expect((await database.task(task.id))?.task.batchId).toBe(batches.empty);
      expect((await database.batches([batches.empty])).map(({ name }) => name)).toEqual(['empty']);
    });
  });

  it('is as the backup has it if the copy lost its rows', async () => {
    await makeAll();
    await writeFile(rig.copyFile(), (await rig.copied()).filter((line) => !line.includes('"table":')).join('\n'));
    makeBackup(rig.file, rig.safety.backups, Date.now() - 60_000);
    await truncate(rig.file, 4096);
    await rig.after(async (life) => expect(await everything(life)).toMatchObject({ accounts: [{ options }], prices: [{ rows: [owned, learned] }], batches: [{ name: 'sent' }] }));
    expect(savedPrompts()).toEqual([fox, portraits]);
  });

  it('is newer in the copy than in a backup', async () => {
    await makeAll();
    makeBackup(rig.file, rig.safety.backups, Date.now() - 60_000);
    const lower = { ...options, budget: { day: '0.1', month: null, total: '5' } };
    await rig.after(async ({ database }) => {
      await database.saveAccount({ ...testAccount, options: lower });
      await database.renameBatch(batches.sent, 'Foxes');
      await database.putPrompts([{ ...settings, title: 'People' }]);
    });
    await truncate(rig.file, 0);
    await rig.after(async (life) => expect(await everything(life)).toMatchObject({ accounts: [{ options: lower }], batches: [{ name: 'Foxes' }] }));
    expect(savedPrompts()).toEqual([fox, { ...portraits, title: 'People' }]);
  });

  it('is an album again that was removed in the backup, and not since', async () => {
    const album = { id: crypto.randomUUID(), name: 'Covers', place: 1, pinned: false, takesNew: true, createdAt: start };
    await makeAll();
    await rig.after(async ({ database }) => {
      await database.putAlbum(album);
      await database.removeAlbum(album.id, Date.now());
    });
    makeBackup(rig.file, rig.safety.backups, Date.now() - 60_000);
    await rig.after(({ database }) => database.putAlbum(album));
    // With a damaged line, the contents of the backup are not cleared first.
    await appendFile(rig.copyFile(), '\n{"latent":1,"album":');
    await truncate(rig.file, 0);
    await rig.after(async ({ database }) => expect(await database.albums()).toEqual([album]));
  });
});
