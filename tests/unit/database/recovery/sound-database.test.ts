import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { firstFoundIndex, saidNothing } from '../../../../shared/task.ts';
import { createHistoryRig, type HistoryRig } from '../../../support/history-rig.ts';

let rig: HistoryRig;
beforeEach(async () => {
  rig = await createHistoryRig();
  return () => rig.remove();
});

describe('a sound database', () => {
  it('gets the row of a picture whose process ended between journal and row', async () => {
    const before = await rig.make(2);
    const db = new DatabaseSync(rig.file);
    db.exec(`UPDATE images SET status = 'waiting', attempts = 0, path = NULL, type = NULL, width = NULL, height = NULL, bytes = NULL, sha256 = NULL, saved_at = NULL,
      source_kind = 'inline' WHERE id = 1`);
    db.close();
    const { found, recovery } = await rig.reopened();
    expect(found).toEqual(before);
    expect(recovery).toBeNull();
  });

  it.each([0, firstFoundIndex])('goes on asking for a task in progress whose early picture %d has no row yet', async (index) => {
    await rig.make(1, (database) => rig.keepEarly(database, index));
    const [early] = (await rig.reopened()).found.filter(({ task }) => task.state.status === 'processing');
    expect(early).toMatchObject({ task: { state: { remoteId: 'task_early' } }, images: [{ index, state: { status: 'kept' } }] });
  });

  it.each(['there', 'gone'])('has a flipped bit of a row corrected from the journal if the picture’s file is %s', async (file) => {
    const before = await rig.make(2);
    const db = new DatabaseSync(rig.file);
    db.exec(`UPDATE images SET sha256 = replace(sha256, substr(sha256, 1, 1), 'x') WHERE id = 1`);
    const relative = String(db.prepare('SELECT path FROM images WHERE id = 1').get()?.['path']);
    db.close();
    if (file === 'gone') await rm(path.join(rig.library, relative));
    expect(await rig.reopened()).toMatchObject({ found: before, recovery: null });
  });

  it('keeps what the person decided about a task whose row is corrected from the journal', async () => {
    const before = await rig.make(2);
    const [entry] = before;
    if (entry === undefined) expect.fail('no task');
    const decided = { ...entry.task, settled: '0', byHand: 'connection-lost', idempotencyKey: 'k', repeated: 3, dismissedAt: entry.task.createdAt + 1e6 } as const;
    const database = await rig.open();
    await database.saveTask(decided);
    await database.close();
    const db = new DatabaseSync(rig.file);
    db.exec(`UPDATE tasks SET prompt = replace(prompt, 'fox', 'fpx')`);
    db.close();
    expect((await rig.reopened()).found[0]?.task).toEqual(decided);
  });

  it.each([
    ['0', null],
    ['2', '2'],
  ])('finds pictures of a task that the person settled at %s as lost: then it was charged', async (settled, kept) => {
    const [entry] = await rig.make(1);
    if (entry === undefined) return expect.fail('no task');
    const database = await rig.open();
    await database.saveTask({ ...entry.task, settled, state: { status: 'missing', remoteId: 'lost', said: saidNothing } });
    await database.close();
    const db = new DatabaseSync(rig.file);
    db.exec('DELETE FROM images');
    db.close();
    expect((await rig.reopened()).found[0]?.task).toMatchObject({ state: { status: 'completed' }, settled: kept });
  });

  it('that is large is compared with the end of the journal, and with more of it if the end had something new', async () => {
    await rig.make(4);
    const inDatabase = (sql: string): void => {
      const db = new DatabaseSync(rig.file);
      db.exec(sql);
      db.close();
    };
    const loseRows = (first: number, last: number): void => inDatabase(`DELETE FROM images WHERE task BETWEEN ${first} AND ${last}; DELETE FROM tasks WHERE id BETWEEN ${first} AND ${last}`);
    // Free pages count as well.
    inDatabase('CREATE TABLE filler (bytes); INSERT INTO filler VALUES (zeroblob(9000000)); DROP TABLE filler');
    const journal = path.join(rig.library, '.latent', '2025-09.jsonl');
    const lines = (await readFile(journal, 'utf8')).trim().split('\n');
    await writeFile(journal, [...lines.slice(0, 3), 'a damaged line\n'.repeat(20_000), ...lines.slice(3), ''].join('\n'));
    const tasks = async (): Promise<readonly string[]> => (await rig.reopened()).found.map(({ task }) => task.request.prompt.slice(0, 9)).toSorted();

    loseRows(1, 2);
    expect(await tasks(), 'the first two tasks are not in the end of the journal').toEqual(['picture 2', 'picture 3']);
    loseRows(4, 4);
    expect(await tasks()).toEqual(['picture 0', 'picture 1', 'picture 2', 'picture 3']);

    const year = path.join(rig.library, '2025');
    await rename(year, `${year} elsewhere`);
    inDatabase(`DELETE FROM images WHERE path LIKE '%picture 3%'; DELETE FROM tasks WHERE prompt LIKE 'picture 3%'`);
    expect(await tasks(), 'a picture whose file is out of reach').toHaveLength(3);
    await rename(`${year} elsewhere`, year);
    expect(await tasks(), 'is added when it is back').toHaveLength(4);
  });

  it('does not get a deleted picture back, and ignores an edited line', async () => {
    const before = await rig.make(2);
    const journal = path.join(rig.library, '.latent', '2025-09.jsonl');
    await writeFile(journal, (await readFile(journal, 'utf8')).replaceAll('a fox in snow', 'a cat in snow'));
    for (const entry of await readdir(rig.library)) if (entry !== '.latent') await rm(path.join(rig.library, entry), { recursive: true });
    expect((await rig.reopened()).found).toEqual(before);
  });
});
