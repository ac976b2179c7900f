import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../sqlite/transaction.ts';
import { baseline } from './baseline.ts';

/** Marks the file as Latent's in its header: "Ltnt". */
export const applicationId = 0x4c746e74;

/** The schema version of the first release, which `baseline` makes. Nobody but its developers has an earlier one, and it is not read. */
export const baselineVersion = 15;

/** In order: the first step leads from the baseline to version 16. A released step never changes. Each changes the schema (`recovery/other-version.ts`). */
const steps: readonly string[] = [];

export const latestVersion = baselineVersion + steps.length;

/** Makes the schema of an empty file, or brings that of an earlier version to the latest, in one transaction. */
export function migrate(db: DatabaseSync, toLatest: readonly string[] = steps): void {
  const found = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  const latest = baselineVersion + toLatest.length;
  if (found >= latest) return;
  // For each column that is added, SQLite would check all rows again. Without it, a million pictures take half the time.
  db.exec('PRAGMA ignore_check_constraints = ON');
  try {
    inTransaction(db, () => {
      for (const sql of found === 0 ? [baseline, ...toLatest] : toLatest.slice(found - baselineVersion)) db.exec(sql);
      db.exec(`PRAGMA user_version = ${latest}`);
    });
  } finally {
    db.exec('PRAGMA ignore_check_constraints = OFF');
  }
}
