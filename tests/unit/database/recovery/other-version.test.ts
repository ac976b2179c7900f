import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { baselineVersion, latestVersion } from '../../../../electron/database/schema/migrate.ts';
import { createHistoryRig, type HistoryRig } from '../../../support/history-rig.ts';

let rig: HistoryRig;
beforeEach(async () => {
  rig = await createHistoryRig();
  return () => rig.remove();
});

describe('a database of another version', () => {
  const ofVersion = (version: number, file = rig.file): void => {
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${version}; CREATE TABLE other (a)`);
    db.close();
  };

  it.each([
    [latestVersion + 1, 'newer-schema'],
    [99_999_999, 'newer-schema'],
    [baselineVersion - 1, 'older-schema'],
    [1, 'older-schema'],
  ])('%i is refused although it could be rebuilt, and does not change', async (version, detail) => {
    await rig.make(1);
    rig.backUp();
    ofVersion(version);
    const other = await readFile(rig.file);
    const names = await readdir(path.dirname(rig.file));
    await expect(rig.open()).rejects.toMatchObject({ appError: { detail } });
    expect((await readFile(rig.file)).equals(other)).toBe(true);
    expect((await readdir(path.dirname(rig.file))).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(names);
  });

  it.each([
    [latestVersion + 1, 'newer-schema'],
    [baselineVersion - 1, 'older-schema'],
  ])('%i is refused even if it is damaged, if its newest backup is of that version too', async (version, detail) => {
    await rig.make(1);
    ofVersion(version, rig.backUp());
    ofVersion(version);
    await rig.smash();
    await expect(rig.open()).rejects.toMatchObject({ appError: { detail } });
  });

  it('from before the first release can be moved aside: the history is rebuilt from the library, and its backups are left alone', async () => {
    const before = await rig.make(2);
    const backup = rig.backUp();
    ofVersion(baselineVersion - 1, backup);
    await rm(rig.file);
    const { found, recovery } = await rig.reopened();
    expect([recovery?.from, found.map(({ images }) => images.length)]).toEqual(['library', before.map(({ images }) => images.length)]);
    expect(await readdir(path.dirname(backup))).toContain(path.basename(backup));
  });
});

describe('a header with flipped bits', () => {
  it.each([
    ['names another program', 68, [1, 2, 3, 4]],
    ['names the next version', 63, [latestVersion + 1]],
    ['names a version from before the first release', 63, [latestVersion ^ 8]],
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

  it.each([latestVersion + 1, baselineVersion - 1])('that names version %i is not believed if the rest of the file is damaged too', async (version) => {
    await rig.make(2);
    rig.backUp();
    const damaged = await readFile(rig.file);
    damaged[63] = version;
    await writeFile(rig.file, damaged);
    await rig.smash();
    expect((await rig.reopened()).recovery?.from).toBe('backup');
  });
});
