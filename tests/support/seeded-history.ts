import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLibraryJournal } from '../../electron/core/library/library-journal.ts';
import type { KeptPicture } from '../../electron/core/library/journal-line.ts';
import { libraryFileName, libraryFolders } from '../../electron/core/library/files/library-names.ts';
import { practiceAccountId } from '../../shared/account.ts';
import { neverQueued, noFacts, type ImageFile, type Task, type TaskState } from '../../shared/task.ts';
import { openBulkDatabase } from '../bench/seed/bulk-database.ts';
import { seededAccounts } from '../bench/seed/entries.ts';
import { createRandom } from '../bench/seed/random.ts';
import { paintSmallPicture } from '../bench/seed/small-picture.ts';
import type { Profile } from './latent-app.ts';
import { sha256 } from './bytes.ts';

export interface SeededTask {
  readonly prompt: string;
  readonly model?: string;
  /** How many pictures it brought: by default one, or none if it ended otherwise. */
  readonly pictures?: number;
  /** Width and height of its pictures: by default 256 pixels each. */
  readonly shape?: readonly [width: number, height: number];
  /** It was made at noon of a day that was this long ago. */
  readonly daysAgo?: number;
  /** How it ended without pictures. */
  readonly state?: TaskState;
  /** What it cost, as the service said. If it is more than nothing, the task is of a paid account without a key. */
  readonly credits?: number;
  /** Whether it was added by its ID. */
  readonly adopted?: boolean;
}

const paidAccountId = seededAccounts.find(({ kind }) => kind === 'service')?.id ?? '';

const unmarked = { favourite: false, rating: 0, trashedAt: null, tags: [] };

/** Gives a new profile these tasks, of the practice account unless they cost something, one second apart, the last one a moment ago. Their pictures are real and small. */
export async function seedHistory(profile: Profile, seeded: readonly SeededTask[]): Promise<Profile> {
  const { userData, library } = profile;
  await mkdir(userData, { recursive: true });
  await mkdir(library, { recursive: true });
  const accounts = seededAccounts.filter(({ id }) => id === practiceAccountId || seeded.some((wanted) => accountOf(wanted) === id));
  const random = createRandom(1);
  const journal: KeptPicture[] = [];
  const database = openBulkDatabase(path.join(userData, 'latent.db'), accounts, []);
  const firstAt = Date.now() - (seeded.length + 1) * 1_000;
  for (const [index, wanted] of seeded.entries()) {
    const task = taskOf(wanted, wanted.daysAgo === undefined ? firstAt + index * 1_000 : noonOf(wanted.daysAgo) + index * 1_000);
    const files: ImageFile[] = [];
    for (let position = 0; position < picturesOf(wanted); position += 1) {
      const [across, down] = wanted.shape ?? [256, 256];
      const { width, height, png } = await paintSmallPicture(across, down, wanted.prompt, random);
      const place = [...libraryFolders(task.createdAt), libraryFileName({ createdAt: task.createdAt, prompt: wanted.prompt, type: 'png' }, position + 1)];
      const file: ImageFile = {
        path: place.join('/'),
        type: 'png',
        width,
        height,
        bytes: png.length,
        sha256: sha256(png),
        savedAt: task.createdAt + 500 + position,
      };
      await mkdir(path.join(library, ...place.slice(0, -1)), { recursive: true });
      await writeFile(path.join(library, ...place), png);
      files.push(file);
      for (const account of accounts) if (account.id === task.accountId) journal.push({ task, index: position, file, account });
    }
    database.addTask(task, files.map((file) => ({ ...file, ...unmarked })));
  }
  database.finish();
  await createLibraryJournal().recordAll(library, journal);
  return profile;
}

function noonOf(daysAgo: number): number {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo, 12).getTime();
}

const picturesOf = ({ pictures, state }: SeededTask): number => pictures ?? (state === undefined ? 1 : 0);

/** Practice tasks cost nothing, whatever their answers say. */
const accountOf = ({ credits = 0 }: SeededTask): string => (credits > 0 ? paidAccountId : practiceAccountId);

function taskOf(wanted: SeededTask, createdAt: number): Task {
  const { prompt, model = '', credits, adopted = false } = wanted;
  const end = wanted.state ?? { status: 'completed', remoteId: `task_${createdAt}`, imageCount: picturesOf(wanted) };
  const hasId = 'remoteId' in end;
  return {
    id: randomUUID(),
    accountId: accountOf(wanted),
    request: { model, prompt, size: '1024x1024', quality: 'low' },
    retryOf: null,
    adopted,
    imported: null,
    ...neverQueued,
    createdAt,
    submittedAt: createdAt + 100,
    acceptedAt: hasId ? createdAt + 200 : null,
    endedAt: createdAt + 400,
    dismissedAt: null,
    state: end,
    polls: hasId ? 1 : 0,
    lastPollAt: hasId ? createdAt + 400 : null,
    trouble: null,
    facts: credits === undefined ? noFacts : { ...noFacts, credits: String(credits) },
  };
}
