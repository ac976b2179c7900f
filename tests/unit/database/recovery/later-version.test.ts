import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { latestVersion } from '../../../../electron/database/schema/migrate.ts';
import { createHistoryRig, type HistoryRig } from '../../../support/history-rig.ts';

let rig: HistoryRig;
beforeEach(async () => {
  rig = await createHistoryRig();
  return () => rig.remove();
});

describe('a database of a later version', () => {
  const later = (sql: string, file = rig.file): void => {
    const db = new DatabaseSync(file);
    db.exec(`${sql}; CREATE TABLE later (a)`);
    db.close();
  };

  it.each([`PRAGMA user_version = ${latestVersion + 1}`, 'PRAGMA user_version = 99999999'])('is refused although it could be rebuilt, and does not change (%s)', async (sql) => {
    await rig.make(1);
    rig.backUp();
    later(sql);
    const newer = await readFile(rig.file);
    const names = await readdir(path.dirname(rig.file));
    await expect(rig.open()).rejects.toMatchObject({ appError: { detail: 'newer-schema' } });
    expect((await readFile(rig.file)).equals(newer)).toBe(true);
    expect((await readdir(path.dirname(rig.file))).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(names);
  });

  it('is refused even if it is damaged, if its newest backup is of a later version too', async () => {
    await rig.make(1);
    later(`PRAGMA user_version = ${latestVersion + 1}`, rig.backUp());
    later(`PRAGMA user_version = ${latestVersion + 1}`);
    await rig.smash();
    await expect(rig.open()).rejects.toMatchObject({ appError: { detail: 'newer-schema' } });
  });
});

describe('a header with flipped bits', () => {
  it.each([
    ['names another program', 68, [1, 2, 3, 4]],
    ['names the next version', 63, [latestVersion + 1]],
    ['names a version that will never exist', 62, [3]],
    ['is lost', 0, Array.from({ length: 100 }, (_, index) => (index * 37) % 251)],
  ])('that %s loses nothing, even without backup and library', async (_fault, at, bytes) => {
    const before = await rig.make(2);
    await rm(rig.library, { recursive: true });
    const damaged = await readFile(rig.file);
    Buffer.from(bytes).copy(damaged, at);
    await writeFile(rig.file, damaged);
    const { found, recovery, faults } = await rig.reopened();
    expect([found, faults]).toEqual([before, []]);
    expect((await readFile(path.join(recovery?.quarantine ?? '', 'latent.db'))).equals(damaged)).toBe(true);
  });

  it('that lets SQLite only read the file loses nothing', async () => {
    const before = await rig.make(2);
    const damaged = await readFile(rig.file);
    // An impossible write version, and a read version without the write-ahead log, which the start would turn on.
    damaged[18] = 200;
    damaged[19] = 1;
    await writeFile(rig.file, damaged);
    const { found, faults } = await rig.reopened();
    expect([found, faults]).toEqual([before, []]);
  });

  it('that names a later version is not believed if the rest of the file is damaged too', async () => {
    await rig.make(2);
    rig.backUp();
    const damaged = await readFile(rig.file);
    damaged[63] = latestVersion + 1;
    await writeFile(rig.file, damaged);
    await rig.smash();
    expect((await rig.reopened()).recovery?.from).toBe('backup');
  });
});
