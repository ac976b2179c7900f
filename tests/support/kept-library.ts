import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFileThread } from '../../electron/core/file-worker/file-thread.ts';
import { findMissingPictures, type FindMissingDeps } from '../../electron/core/rescan/find-missing.ts';
import { createLibraryFolders, type LibraryFolders } from '../../electron/core/library/library-folders.ts';
import { createLibraryJournal, readJournal } from '../../electron/core/library/library-journal.ts';
import { createLibraryLease } from '../../electron/core/library/library-lease.ts';
import { createSystemClock } from '../../electron/core/util/system-clock.ts';
import type { LookProgress, LookResult } from '../../shared/library/missing-pictures.ts';
import type { ImageFile, Task } from '../../shared/task.ts';
import { makeFile, makeTask } from '../unit/database/samples.ts';
import { fileWorkerFile } from './built-threads.ts';
import { testAccount } from './open-test-database.ts';
import { sha256 } from './bytes.ts';

/** Library folders with real files, and the rows of a repository, in memory. */
export interface KeptLibrary {
  readonly home: string;
  /** The current library folder. A test may set another, and former ones. */
  roots: string[];
  readonly folders: LibraryFolders;
  readonly deps: FindMissingDeps;
  readonly reports: string[];
  /** Path of each picture's row, in the order of the ids. */
  paths(): string[];
  /** Adds a picture with this content: file and row. */
  keep(relative: string, content: string | Buffer): Promise<void>;
  /** Adds a file without a row. */
  put(relative: string, content: string | Buffer): Promise<void>;
  /** Moves a file or a folder below `home`. */
  move(from: string, to: string): Promise<void>;
  look(tell?: (progress: LookProgress) => void, signal?: AbortSignal): Promise<LookResult>;
  /** Content of the file that each picture is shown from, in the order of the ids; null: none. */
  shown(): Promise<(string | null)[]>;
  /** The path in each line of the current journal. */
  journalled(): Promise<string[]>;
  remove(): Promise<void>;
}

export async function createKeptLibrary(): Promise<KeptLibrary> {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-kept-'));
  const rows: { readonly task: Task; file: ImageFile }[] = [];
  const reports: string[] = [];
  await mkdir(path.join(home, 'Latent'));
  const library = { roots: [path.join(home, 'Latent')] };
  const folders = createLibraryFolders(() => library.roots[0] ?? '', () => library.roots.slice(1));
  const put = async (relative: string, content: string | Buffer): Promise<void> => {
    const target = path.join(folders.root(), relative);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  };
  const deps: FindMissingDeps = {
    folders,
    lease: createLibraryLease({ clock: createSystemClock(), profile: 'this', computer: 'here' }),
    journal: createLibraryJournal(),
    thread: createFileThread({ workerFile: fileWorkerFile, clock: createSystemClock() }),
    report: (message, error) => reports.push(`${message}: ${error instanceof Error ? error.message : String(error)}`),
    repository: {
      keptFiles: (after, limit) => Promise.resolve(rows.slice(after, after + limit).map(({ file }, at) => ({ id: after + at + 1, path: file.path, bytes: file.bytes }))),
      describe: (ids) =>
        Promise.resolve(
          ids.flatMap((id) => {
            const row = rows[id - 1];
            return row === undefined ? [] : [{ task: row.task, image: { id, taskId: row.task.id, index: 0, state: { status: 'kept' as const, file: row.file } } }];
          }),
        ),
      unknownFiles: (files) => Promise.resolve(files.flatMap((file) => (rows.some((row) => row.file.path === file.path) ? [] : [file.path]))),
      accounts: () => Promise.resolve([testAccount]),
      moveFiles(moves) {
        for (const { id, from, to } of moves) {
          const row = rows[id - 1];
          if (row?.file.path === from) row.file = { ...row.file, path: to };
        }
        return Promise.resolve();
      },
    },
  };
  return Object.assign(library, {
    home,
    folders,
    deps,
    reports,
    paths: () => rows.map(({ file }) => file.path),
    async keep(relative: string, content: string | Buffer) {
      await put(relative, content);
      rows.push({ task: makeTask({ state: { status: 'completed', remoteId: `task_${rows.length}`, imageCount: 1 } }), file: makeFile({ path: relative, bytes: Buffer.byteLength(content), sha256: sha256(content) }) });
    },
    put,
    async move(from: string, to: string) {
      await mkdir(path.dirname(path.join(home, to)), { recursive: true });
      await rename(path.join(home, from), path.join(home, to));
    },
    look: (tell: (progress: LookProgress) => void = () => undefined, signal = new AbortController().signal) => findMissingPictures(deps, tell, signal),
    shown: () =>
      Promise.all(
        rows.map(async ({ file }) => {
          const located = await folders.locate(file);
          return located && readFile(located.path, 'utf8');
        }),
      ),
    async journalled() {
      const paths: string[] = [];
      for await (const line of readJournal(folders.root())) if (line.intact) paths.push(line.file.path);
      return paths;
    },
    remove: () => rm(home, { recursive: true, force: true }),
  });
}
