import type { DatabaseSync } from 'node:sqlite';
import { separateScripts } from '../../../shared/search/text/separate-scripts.ts';
import { library } from './migrations/001-library.ts';
import { aMillionPictures } from './migrations/002-a-million-pictures.ts';
import { removedPictures } from './migrations/003-removed-pictures.ts';
import { importedPictures } from './migrations/004-imported-pictures.ts';
import { wordsBesideOtherScripts } from './migrations/005-words-beside-other-scripts.ts';
import { namesOfFiles } from './migrations/006-names-of-files.ts';
import { picturesOfATaskTogether } from './migrations/007-pictures-of-a-task-together.ts';
import { removedAccounts } from './migrations/008-removed-accounts.ts';
import { unreadNames } from './migrations/009-unread-names.ts';
import { sizes } from './migrations/010-sizes.ts';
import { batchesAndPrices } from './migrations/011-batches-and-prices.ts';
import { albumsFlagsAndLabels } from './migrations/012-albums-flags-and-labels.ts';
import { tasksByPrompt } from './migrations/013-tasks-by-prompt.ts';
import { notesInTheirIndex } from './migrations/014-notes-in-their-index.ts';
import { moneyToTheLastCase } from './migrations/015-money-to-the-last-case.ts';
import { nameToFind } from '../tables/pictures/picture-names.ts';
import { inTransaction } from '../sqlite/transaction.ts';

/** Marks the file as Latent's in its header: "Ltnt". */
export const applicationId = 0x4c746e74;

/** In order: the first migration leads to version 1. A released migration never changes. Each changes the schema (`recovery/later-version.ts`). */
const migrations: readonly string[] = [
  library,
  aMillionPictures,
  removedPictures,
  importedPictures,
  wordsBesideOtherScripts,
  namesOfFiles,
  picturesOfATaskTogether,
  removedAccounts,
  unreadNames,
  sizes,
  batchesAndPrices,
  albumsFlagsAndLabels,
  tasksByPrompt,
  notesInTheirIndex,
  moneyToTheLastCase,
];

export const latestVersion = migrations.length;

/** The first version with an index of file names. */
const namesRead = 6;

/** Brings the schema to the latest version in one transaction. Only here is it known whether the file names of an older version must be read. */
export function migrate(db: DatabaseSync): void {
  db.function('words_apart', { deterministic: true, directOnly: true }, (prompt, model, title, code, message) =>
    separateScripts([prompt, model, title, code, message].map((text) => (typeof text === 'string' ? text : null))),
  );
  db.function('name_to_find', { deterministic: true, directOnly: true }, (path, prompt, title) => nameToFind(String(path), String(prompt), String(title)));
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version >= latestVersion) return;
  // For each column that is added, SQLite would check all rows again. Without it, a million pictures take half the time.
  db.exec('PRAGMA ignore_check_constraints = ON');
  try {
    inTransaction(db, () => {
      for (const sql of migrations.slice(version)) db.exec(sql);
      if (version < namesRead) db.exec('INSERT INTO unread_names SELECT 1, max(id) FROM tasks HAVING max(id) IS NOT NULL');
      db.exec(`PRAGMA user_version = ${latestVersion}`);
    });
  } finally {
    db.exec('PRAGMA ignore_check_constraints = OFF');
  }
}
