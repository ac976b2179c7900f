import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLibraryJournal } from '../../electron/core/library/library-journal.ts';
import { libraryFileName, libraryFolders } from '../../electron/core/library/library-names.ts';
import type { ImageFile, Task } from '../../shared/task.ts';
import { openBulkDatabase } from '../bench/seed/bulk-database.ts';
import { seededAccounts } from '../bench/seed/entries.ts';
import { createRandom } from '../bench/seed/random.ts';
import { seedLibrary, type SeedOptions } from '../bench/seed/seed-library.ts';
import { paintSmallPicture } from '../bench/seed/small-picture.ts';
import { makeTask } from '../unit/database/samples.ts';
import type { Profile } from './latent-app.ts';

/** The profile with a seeded library in the place of its empty one. */
export async function seedProfile(profile: Profile, { images, seed, until, single = false }: Omit<SeedOptions, 'out' | 'single'> & { readonly single?: boolean }): Promise<Profile> {
  const { userData, library } = await seedLibrary({ images, out: `${profile.home}/seeded`, seed, until, single });
  return { ...profile, userData, library };
}

/** A task of the practice service that has ended. */
export interface EndedTask {
  readonly prompt: string;
  /** One picture, unless told otherwise. */
  readonly pictures?: number;
  /** What differs from a completed task. */
  readonly changes?: Partial<Task>;
}

/** Puts these tasks, the newest first, into an empty profile, and their pictures into its library: a test need not wait until they are made. */
export async function addTasks(profile: Profile, tasks: readonly EndedTask[]): Promise<Profile> {
  const [account] = seededAccounts;
  if (!account) throw new Error('there is no practice account');
  await mkdir(profile.userData, { recursive: true });
  const database = openBulkDatabase(path.join(profile.userData, 'latent.db'), [account], []);
  const random = createRandom(13);
  for (const [age, { prompt, pictures = 1, changes = {} }] of [...tasks.entries()].reverse()) {
    const createdAt = Date.UTC(2026, 9, 21, 12) - age * 60_000;
    const task = makeTask({
      accountId: account.id,
      request: { model: 'painter', prompt, size: '256x192', quality: 'low' },
      createdAt,
      submittedAt: createdAt,
      acceptedAt: createdAt,
      endedAt: createdAt + 6_000,
      state: { status: 'completed', remoteId: `task_${age}`, imageCount: pictures },
      ...changes,
    });
    const files: ImageFile[] = [];
    for (let number = 1; task.state.status === 'completed' && number <= pictures; number += 1) {
      const { png, width, height } = await paintSmallPicture(256, 192, prompt, random);
      const at = [...libraryFolders(createdAt), libraryFileName({ createdAt, prompt, type: 'png' }, number)].join('/');
      await mkdir(path.dirname(path.join(profile.library, at)), { recursive: true });
      await writeFile(path.join(profile.library, at), png);
      files.push({ path: at, type: 'png', width, height, bytes: png.length, sha256: createHash('sha256').update(png).digest('hex'), savedAt: createdAt + 6_000 });
    }
    database.addTask(task, files.map((file) => ({ ...file, favourite: false, rating: 0, trashedAt: null, tags: [] })));
    await createLibraryJournal().recordAll(profile.library, files.map((file, index) => ({ task, index, file, account })));
  }
  database.finish();
  return profile;
}
