import path from 'node:path';
import type { Task } from '../../../shared/task.ts';
import { promptInName } from '../library/library-names.ts';
import { ownNameOf } from './library-scan.ts';
import type { ImportStore, StoredImport } from '../import/import-store.ts';
import type { TaskReader } from '../engine/task-store.ts';
import type { PictureStore } from '../library/picture-store.ts';
import type { FoundFile } from './changed-folders.ts';
import type { ImportThread } from '../file-worker/file-thread.ts';

/**
 * Tells which files under names of Latent's own making a person put there, such as those of another library. Most are known, or about to be: a
 * download and an import put a file in its place before its row is committed, and may be killed in between.
 */
export interface OwnNames {
  /** A look through the library begins. */
  lookBegins(): void;
  /** Takes files below the root that no row names. Reads nothing of them; the journal, when some are left after all else. */
  sort(root: string, files: readonly FoundFile[]): Promise<SortedNames>;
}

export interface SortedNames {
  /** Nobody is about to write these down. */
  readonly strays: readonly FoundFile[];
  /** The look before did not see some, or saw them otherwise: they are worth another look soon. */
  readonly resting: boolean;
  /** Some are to be told apart at a later look. */
  readonly later: boolean;
}

export interface OwnNamesDeps {
  readonly thread: Pick<ImportThread, 'run'>;
  readonly repository: TaskReader & ImportStore & PictureStore;
}

/** An import in one of these states may have put copies in their place that no row names. */
const importing: readonly StoredImport['state'][] = ['running', 'paused', 'undoing'];

/** Milliseconds between the same local time in two time zones, at most: a name is made in one and may be read in another. */
const zonesApart = 26 * 3_600_000;

/** Files that the database is asked about at once. */
const askedTogether = 500;

export function createOwnNames({ thread, repository }: OwnNamesDeps): OwnNames {
  /** How each file looked, by absolute path. */
  let before = new Map<string, string>();
  let now = new Map<string, string>();
  /** Of another Latent, by absolute path and how they looked. They come into this history with their lines, when it is started. */
  const anothers = new Set<string>();

  const sort = async (root: string, files: readonly FoundFile[]): Promise<SortedNames> => {
    const keyOf = (file: FoundFile): string => `${path.join(root, file.path)} ${now.get(path.join(root, file.path))}`;
    for (const file of files) now.set(path.join(root, file.path), `${file.bytes} ${file.modifiedAt}`);
    const seen = files.filter((file) => before.get(path.join(root, file.path)) === now.get(path.join(root, file.path)));
    const resting = seen.length < files.length;
    const asked = seen.filter((file) => !anothers.has(keyOf(file)));
    if (asked.length === 0) return { strays: [], resting, later: false };
    // The order matters: what was unfinished when its file was put in its place is so still, or has its row by the time that rows are asked for.
    const latest = await repository.latestImport();
    if (latest !== null && importing.includes(latest.state)) return { strays: [], resting, later: true };
    const isUnfinished = among((await repository.unfinishedTasks()).map(({ task }) => task));
    const unknown = await unknownOf(repository, asked);
    const free = unknown.filter((file) => !isUnfinished(file));
    const later = free.length < unknown.length;
    if (free.length === 0) return { strays: [], resting, later };
    const named = await thread.run({ kind: 'journal', path: root, files: free.map(({ path: file, bytes }) => ({ path: file, bytes })) });
    if (named.kind !== 'journal') return { strays: [], resting, later: true };
    const strays = free.filter((file) => !named.value.has(file.path));
    for (const file of free) if (named.value.has(file.path)) anothers.add(keyOf(file));
    return { strays, resting, later };
  };

  return {
    lookBegins() {
      before = now;
      now = new Map();
    },
    sort,
  };
}

/** Those of the files that are no kept picture's. */
export async function unknownOf(repository: PictureStore, files: readonly FoundFile[]): Promise<readonly FoundFile[]> {
  const unknown = new Set<string>();
  for (let at = 0; at < files.length; at += askedTogether) {
    for (const file of await repository.unknownFiles(files.slice(at, at + askedTogether))) unknown.add(file);
  }
  return files.filter((file) => unknown.has(file.path));
}

/** Whether a file may be a picture of one of the tasks, by its name: whatever its number, and wherever the computer was when it was named. */
function among(tasks: readonly Task[]): (file: FoundFile) => boolean {
  const names = tasks.map(({ createdAt, request }) => ({ createdAt, prompt: promptInName(request.prompt) }));
  return (file) => {
    const name = ownNameOf(file.path);
    if (name === null) return false;
    const words = name.prompt.normalize('NFC');
    return names.some(({ createdAt, prompt }) => Math.abs(name.createdAt - createdAt) <= zonesApart && words.startsWith(prompt));
  };
}
