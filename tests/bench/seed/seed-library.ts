import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { practiceAccountId } from '../../../shared/account.ts';
import { createLibraryJournal } from '../../../electron/core/library/library-journal.ts';
import type { KeptPicture } from '../../../electron/core/library/journal-line.ts';
import { libraryFileName, libraryFolders } from '../../../electron/core/library/files/library-names.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import type { ImageFile, Task } from '../../../shared/task.ts';
import { openBulkDatabase, type Additions } from './bulk-database.ts';
import { addChoices } from './choices.ts';
import { createTaskWriter, seededAccounts, sizes } from './entries.ts';
import { createRandom, type Random } from './random.ts';
import { paintSmallPicture } from './small-picture.ts';
import { taskTimes } from './times.ts';

export interface SeedOptions {
  readonly images: number;
  /** A new or empty folder: `user-data/` becomes a profile, `library/` its library. */
  readonly out: string;
  readonly seed: number;
  /** When the latest task was made. */
  readonly until: number;
  /** One picture a task instead of one to four: as many prompts as pictures. */
  readonly single: boolean;
  /** Whether a person has chosen among the pictures: batches, flags, labels, notes, albums. */
  readonly choices?: boolean;
}

export interface SeededLibrary {
  readonly userData: string;
  readonly library: string;
  readonly database: string;
  readonly tasks: number;
  /** Files in the library folder; the other pictures share them. */
  readonly files: number;
}

const mostFiles = 2_000;
const shareOfFiles = 0.01;
/** Of all tasks: failed, rejected, unknown, taken back. */
const shareOfFailures = 0.04;
/** So many of the latest failures are still at the head of the gallery. */
const failuresAtHead = 5;
const picturesPerTask = [[1, 70], [2, 14], [3, 4], [4, 12]] as const;

const tags = ['travel', 'portrait', 'client: meier', 'wallpaper', 'print', 'sketch', 'idea', 'series a', 'series b', 'animals', 'architecture', 'food', 'night', 'winter', 'best of', 'rejected by jury', 'cover', '旅行', '猫', 'gift', 'texture', 'reference', 'to upscale', 'family'];

/** Rejects when the folder is not empty: a library is never written over. */
export async function seedLibrary({ images, out, seed, until, single, choices = false }: SeedOptions): Promise<SeededLibrary> {
  await mkdir(out, { recursive: true });
  if ((await readdir(out)).length > 0) throw new Error(`${out} is not empty`);
  const [userData, library] = [path.resolve(out, 'user-data'), path.resolve(out, 'library')];
  await mkdir(userData);
  await mkdir(library);

  const random = createRandom(seed);
  const counts = planTasks(images, single, random);
  const times = taskTimes(counts.length, until, random);
  const headFrom = oldestAtHead(counts);
  const writer = createTaskWriter(random);
  const wantedFiles = Math.min(images, mostFiles, Math.max(1, Math.round(images * shareOfFiles)));
  // Else the oldest pictures would all share one file.
  const early = Math.min(images, 100, Math.ceil(wantedFiles / 4));
  const files: ImageFile[] = [];
  const journal: KeptPicture[] = [];
  const database = path.join(userData, 'latent.db');
  const bulk = openBulkDatabase(database, seededAccounts, tags);

  let made = 0;
  for (const [index, count] of counts.entries()) {
    const task = writer.task(times[index] ?? until, count, index < headFrom);
    const pictures: (ImageFile & Additions)[] = [];
    for (let position = 0; position < count; position += 1) {
      const savedAt = (task.endedAt ?? task.createdAt) + 300 * (position + 1);
      if (files.length < wantedFiles && (made < early || files.length * images <= made * wantedFiles)) {
        const file = await keepPicture(library, task, position, savedAt, random);
        files.push(file);
        journal.push({ task, index: position, file, account: seededAccounts.find(({ id }) => id === task.accountId) ?? raise() });
      }
      const shared = files.at(-1);
      const own = shared?.savedAt === savedAt ? shared : { ...random.pick(files), savedAt };
      pictures.push({ ...own, ...additions(savedAt, until, random) });
      made += 1;
    }
    bulk.addTask(task, pictures);
  }
  bulk.finish(choices ? addChoices : undefined);
  await createLibraryJournal().recordAll(library, journal);
  await writeFile(path.join(userData, 'settings.json'), JSON.stringify({ ...defaultSettings, libraryFolder: library }, null, 2));
  await writeFile(path.join(userData, 'view-state.json'), JSON.stringify({ selectedAccountId: practiceAccountId }, null, 2));
  return { userData, library, database, tasks: counts.length, files: files.length };
}

function raise(): never {
  throw new Error('a task of no account');
}

/** How many pictures each task brings, in the order of time; 0 for one that ended otherwise. */
function planTasks(images: number, single: boolean, random: Random): readonly number[] {
  const counts: number[] = [];
  for (let left = images; left > 0; ) {
    if (random.chance(shareOfFailures)) {
      counts.push(0);
      continue;
    }
    const count = Math.min(left, single ? 1 : random.weighted(picturesPerTask));
    counts.push(count);
    left -= count;
  }
  return counts;
}

function oldestAtHead(counts: readonly number[]): number {
  let failures = 0;
  let index = counts.length;
  while (index > 0 && failures < failuresAtHead) {
    index -= 1;
    if (counts[index] === 0) failures += 1;
  }
  return index;
}

async function keepPicture(library: string, task: Task, position: number, savedAt: number, random: Random): Promise<ImageFile> {
  const { prompt, size } = task.request;
  const shape = sizes.find(([{ size: name }]) => name === size)?.[0] ?? sizes[0]?.[0] ?? { width: 192, height: 192 };
  const { png, width, height } = await paintSmallPicture(shape.width, shape.height, prompt, random);
  const folders = libraryFolders(task.createdAt);
  const folder = path.join(library, ...folders);
  await mkdir(folder, { recursive: true });
  for (let number = position + 1; ; number += 1) {
    const name = libraryFileName({ createdAt: task.createdAt, prompt, type: 'png' }, number);
    try {
      await writeFile(path.join(folder, name), png, { flag: 'wx' });
      return { path: [...folders, name].join('/'), type: 'png', width, height, bytes: png.length, sha256: createHash('sha256').update(png).digest('hex'), savedAt };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function additions(savedAt: number, until: number, random: Random): Additions {
  const own = new Set<number>();
  if (random.chance(0.05)) for (let count = 1 + random.below(3); count > 0; count -= 1) own.add(1 + tags.indexOf(random.pickByRank(tags)));
  return {
    favourite: random.chance(0.01),
    rating: random.chance(0.09) ? 1 + random.below(5) : 0,
    trashedAt: random.chance(0.001) ? Math.min(until, savedAt + random.below(30 * 86_400_000)) : null,
    tags: [...own],
  };
}
