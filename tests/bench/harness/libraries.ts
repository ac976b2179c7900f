import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backupFile } from '../../../electron/database/backup/backups.ts';
import { latestVersion } from '../../../electron/database/schema/migrate.ts';
import { seedLibrary, type SeededLibrary } from '../seed/seed-library.ts';

/** Seeded libraries, made once and kept for the next time; metrics work on copies of their databases. */
const folder = path.resolve(import.meta.dirname, '../../../test-results/bench/libraries');

/** Counted up whenever the seed makes something else. */
const seedVersion = 2;

/** One picture a task, so that there are as many prompts as pictures. */
export async function seededLibrary(images: number, say: (line: string) => void): Promise<SeededLibrary> {
  const home = path.join(folder, `${images}-schema-${latestVersion}-seed-${seedVersion}`);
  const facts = path.join(home, 'seeded.json');
  const found = await readFile(facts, 'utf8').catch(() => null);
  if (found !== null) return JSON.parse(found) as SeededLibrary;
  say(`seeding ${images} pictures`);
  await mkdir(folder, { recursive: true });
  const part = `${home}.part`;
  // Of older versions, too: nobody asks for them any more, and a million pictures take more than a gigabyte.
  for (const old of await readdir(folder)) if (old.startsWith(`${images}-schema-`)) await rm(path.join(folder, old), { recursive: true, force: true });
  await seedLibrary({ images, out: part, seed: 1, until: Date.UTC(2026, 10, 21), single: true, choices: true });
  await rename(part, home);
  const seeded = await readSeeded(home, images);
  await writeFile(facts, JSON.stringify(seeded));
  return seeded;
}

/** The settings hold the library's folder, which was another while the seed was made. */
async function readSeeded(home: string, images: number): Promise<SeededLibrary> {
  const [userData, library] = [path.join(home, 'user-data'), path.join(home, 'library')];
  const settings = path.join(userData, 'settings.json');
  await writeFile(settings, JSON.stringify({ ...(JSON.parse(await readFile(settings, 'utf8')) as object), libraryFolder: library }));
  return { userData, library, database: path.join(userData, 'latent.db'), tasks: images, files: 0 };
}

/** A copy of a library's database under another name; the library itself is never written to. */
export async function copyDatabase({ database }: SeededLibrary, target: string): Promise<string> {
  await mkdir(path.dirname(target), { recursive: true });
  // Where the file system can, nothing is copied before it changes.
  await copyFile(database, target, constants.COPYFILE_FICLONE);
  return target;
}

/** A profile of its own on the same library folder, as of somebody who uses it every day: it has today's backup, and no start makes one. */
export async function copyProfile(seeded: SeededLibrary, target: string): Promise<string> {
  await copyDatabase(seeded, path.join(target, 'latent.db'));
  const backup = backupFile(path.join(target, 'backups'), Date.now());
  await mkdir(path.dirname(backup), { recursive: true });
  // Neither is ever written to.
  await link(seeded.database, backup).catch(() => copyFile(seeded.database, backup));
  for (const name of ['settings.json', 'view-state.json']) await copyFile(path.join(seeded.userData, name), path.join(target, name));
  // As the peers do.
  await writeFile(path.join(target, 'view.json'), JSON.stringify({ sheetLayout: 'square' }));
  return target;
}
