import type { Task } from '../../../shared/task.ts';
import type { TaskReader } from '../engine/task-store.ts';
import type { FileThread } from '../file-worker/file-thread.ts';
import type { ImportStore, StoredImport } from '../import/import-store.ts';
import { dateInName, libraryFolders } from '../library/files/library-names.ts';
import type { PictureStore } from '../library/stores/picture-store.ts';
import type { FoundFile } from './changed-folders.ts';
import { ownNameOf } from '../library/found-picture.ts';

export interface ExpectedFilesDeps {
  readonly thread: Pick<FileThread, 'run'>;
  readonly repository: Pick<TaskReader, 'unfinishedTasks'> & Pick<ImportStore, 'latestImport'> & Pick<PictureStore, 'unknownFiles'>;
}

export interface UnexpectedFiles {
  readonly files: readonly FoundFile[];
  /** Some of the other files may be unexpected at a later look. */
  readonly later: boolean;
}

/** In these states, an import may have copied files whose rows are still to be written. */
const importing: readonly StoredImport['state'][] = ['running', 'paused', 'undoing'];

/** Paths in one query. */
const askedTogether = 500;

/**
 * Leaves out files that Latent records itself. A download or an import places a file before it writes the journal line and the row, and may be
 * killed in between. So a file with a name of Latent's pattern is left out in two cases: an import or an unfinished task may still record it, or a line of
 * the journal names it, and the next start adds its row.
 */
export async function unexpectedFiles(root: string, files: readonly FoundFile[], { thread, repository }: ExpectedFilesDeps): Promise<UnexpectedFiles> {
  const isNamed = (file: FoundFile): boolean => ownNameOf(file.path) !== null;
  const others = files.filter((file) => !isNamed(file));
  if (others.length === files.length) return { files, later: false };
  const latest = await repository.latestImport();
  if (latest !== null && importing.includes(latest.state)) return { files: others, later: true };
  // Tasks before rows: a task that is finished by now has written its row.
  const names = (await repository.unfinishedTasks()).map(({ task }) => nameOf(task));
  const unknown = await unknownFiles(repository, files.filter(isNamed));
  const free = unknown.filter(({ path }) => !names.some((name) => path.normalize('NFC').startsWith(name)));
  const later = free.length < unknown.length;
  if (free.length === 0) return { files: others, later };
  const inJournal = await thread.run({ kind: 'journal', path: root, files: free.map(({ path, bytes }) => ({ path, bytes })) });
  if (inJournal.kind !== 'journal') return { files: others, later: true };
  return { files: [...others, ...free.filter(({ path }) => !inJournal.value.has(path))], later };
}

/** The files that belong to no kept picture. */
export async function unknownFiles(repository: Pick<PictureStore, 'unknownFiles'>, files: readonly FoundFile[]): Promise<readonly FoundFile[]> {
  const unknown = new Set<string>();
  for (let at = 0; at < files.length; at += askedTogether) {
    for (const file of await repository.unknownFiles(files.slice(at, at + askedTogether))) unknown.add(file);
  }
  return files.filter((file) => unknown.has(file.path));
}

/** How the path of each picture of a task begins. Words of its prompt may follow, as many as the file system allows. */
function nameOf({ createdAt }: Task): string {
  return [...libraryFolders(createdAt), dateInName(createdAt).join(' ')].join('/');
}
