import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeBackup } from '../../../electron/database/backup/backups.ts';
import { createHistoryRig, everything, type HistoryRig } from '../../support/history-rig.ts';
import { testAccount } from '../../support/open-test-database.ts';
import { createDice, type Dice } from '../../support/dice.ts';

/**
 * Flipped bytes and cuts in the database and its log, with and without a backup. Set DAMAGE_ROUNDS and DAMAGE_SEED for
 * another run than the short one; a failure names its round.
 */
const rounds = Number(process.env['DAMAGE_ROUNDS'] ?? 24);
const seed = Number(process.env['DAMAGE_SEED'] ?? 3);

it(`every start opens the history and loses no picture after ${rounds} flips and cuts`, { timeout: rounds * 3_000 }, async () => {
  const rig = await createHistoryRig();
  try {
    await makeLivingHistory(rig);
    const whole = { '': await readFile(rig.file), '-wal': await readFile(`${rig.file}-wal`) };
    const before = await picturesOf(rig);
    expect(before).toHaveLength(8);
    const checkpointed = await readFile(rig.file);
    const dice = createDice(seed);
    const failures: string[] = [];
    const outcomes = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const part = dice.chance(0.6) ? '' : '-wal';
      // Part of the log may already be in the file.
      const main = dice.chance(0.5) ? whole[''] : checkpointed;
      const bytes = Buffer.from(part === '' ? main : whole['-wal']);
      const how = damage(bytes, dice);
      await rm(rig.safety.quarantine, { recursive: true, force: true });
      for (const suffix of ['-shm', '.suspect']) await rm(rig.file + suffix, { force: true });
      await writeFile(rig.file, part === '' ? how.bytes : main);
      await writeFile(`${rig.file}-wal`, part === '-wal' ? how.bytes : whole['-wal']);
      // Every second round there is no backup.
      if (round % 2 === 1) await rm(rig.safety.backups, { recursive: true, force: true });
      else if (!existsSync(rig.safety.backups)) await backUpWhole(rig, whole);
      try {
        const found = await picturesOf(rig, outcomes);
        if (JSON.stringify(found) !== JSON.stringify(before)) failures.push(`${round} (${part || 'db'} ${how.text}): ${found.length} pictures, or others`);
      } catch (error) {
        failures.push(`${round} (${part || 'db'} ${how.text}): ${String(error)}`);
      }
    }
    expect(failures, `seed ${seed}`).toEqual([]);
    expect(outcomes.get('rebuilt') ?? 0, 'some of the damage made a rebuild necessary').toBeGreaterThan(0);
  } finally {
    await rig.remove();
  }
});

/** Leaves part of the history in the file and part in the log, as a killed process does. */
async function makeLivingHistory(rig: HistoryRig): Promise<void> {
  const database = await rig.open();
  await database.saveAccount(testAccount);
  for (let number = 0; number < 3; number += 1) await rig.keep(database, number, 1);
  await database.close();
  const again = await rig.open();
  for (let number = 3; number < 5; number += 1) await rig.keep(again, number, number - 1);
  await copyFile(rig.file, `${rig.file}-main`);
  await copyFile(`${rig.file}-wal`, `${rig.file}-kept`);
  await again.close();
  await copyFile(`${rig.file}-main`, rig.file);
  await copyFile(`${rig.file}-kept`, `${rig.file}-wal`);
}

async function backUpWhole(rig: HistoryRig, whole: Readonly<Record<'' | '-wal', Buffer>>): Promise<void> {
  const source = `${rig.file}-sound`;
  await writeFile(source, whole['']);
  await writeFile(`${source}-wal`, whole['-wal']);
  makeBackup(source, rig.safety.backups, Date.now());
}

function damage(bytes: Buffer, dice: Dice): { readonly bytes: Buffer; readonly text: string } {
  const at = dice.below(bytes.length);
  const kind = dice.next();
  if (kind < 0.25) return { bytes: bytes.subarray(0, at), text: `cut at ${at}` };
  const length = kind < 0.7 ? 1 : dice.below(6_000);
  for (let index = at; index < Math.min(at + length, bytes.length); index += 1) bytes[index] = (bytes[index] ?? 0) ^ (1 + dice.below(255));
  return { bytes, text: `${length} flipped at ${at}` };
}

/** Each picture's file and request. */
async function picturesOf(rig: HistoryRig, outcomes?: Map<string, number>): Promise<readonly unknown[]> {
  const database = await rig.open();
  try {
    const outcome = database.recovery === null ? 'opened' : 'rebuilt';
    outcomes?.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const kept = await database.keptFiles(0, 1000);
    const found = await database.describe(kept.map(({ id }) => id));
    const faults = await database.integrity();
    if (faults.length > 0) throw new Error(faults.join('; '));
    expect(await everything(database)).toHaveLength(5);
    return found.map(({ image, task }) => ({ state: image.state, index: image.index, request: task.request, id: task.id, task: task.state, at: task.createdAt }));
  } finally {
    await database.close();
  }
}
