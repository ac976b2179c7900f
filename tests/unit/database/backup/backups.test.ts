import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { listBackups, makeBackup, suspectMark } from '../../../../electron/database/backup/backups.ts';
import { createHistoryRig, type HistoryRig } from '../../../support/history-rig.ts';
import { makeTask, start } from '../samples.ts';

let rig: HistoryRig;
beforeEach(async () => {
  rig = await createHistoryRig();
  return () => rig.remove();
});

describe('backups', () => {
  it('are consistent copies, made while the app writes; the last three are kept', async () => {
    await rig.make(2);
    const database = await rig.open();
    for (let round = 0; round < 5; round += 1) {
      await database.insertTasks([makeTask()]);
      makeBackup(rig.file, rig.safety.backups, start + round * 1000);
    }
    const kept = listBackups(rig.safety.backups);
    expect(kept.map((file) => path.basename(file))).toEqual([4, 3, 2].map((round) => `latent-${new Date(start + round * 1000).toISOString().replace(/[:.]/g, '-')}.db`));
    expect(await readdir(rig.safety.backups)).toHaveLength(3);
    await database.close();
    const db = new DatabaseSync(kept[0] ?? '', { readOnly: true });
    expect(db.prepare('SELECT count(*) AS n FROM tasks').get()).toEqual({ n: 7 });
    db.close();
  });

  it('are not made if a search index does not match its rows', async () => {
    await rig.make(1);
    for (const index of ['task_words', 'task_parts']) {
      const db = new DatabaseSync(rig.file);
      db.exec(`INSERT INTO ${index} (${index}, rowid, prompt, model, title, said_code, said_message) SELECT 'delete', id, prompt, model, title, said_code, said_message FROM tasks`);
      db.close();
      expect(rig.backUp).toThrow(`search index ${index}`);
      expect((await rig.reopened()).faults).toEqual([]);
    }
  });

  it('of a damaged database replace no sound one', async () => {
    await rig.make(30);
    const good = rig.backUp();
    await rig.smash();
    expect(rig.backUp).toThrow();
    expect(listBackups(rig.safety.backups)).toEqual([good]);
    expect(existsSync(suspectMark(rig.file))).toBe(true);
  });
});
