import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createUndoLog } from '../../electron/core/undo/undo-log.ts';
import { createImporter, type Importer, type ImporterDeps } from '../../electron/core/import/importer.ts';
import { createFileThread, type FileThread } from '../../electron/core/file-worker/file-thread.ts';
import { createLibraryFolders } from '../../electron/core/library/library-folders.ts';
import { createLibraryJournal } from '../../electron/core/library/library-journal.ts';
import { createLibraryLease } from '../../electron/core/library/library-lease.ts';
import { createSystemClock } from '../../electron/core/util/system-clock.ts';
import type { Safety } from '../../electron/database/client/database-contract.ts';
import type { ImportProgress } from '../../shared/library/import.ts';
import type { TaskWithImages } from '../../shared/task.ts';
import { fileWorkerFile } from './built-threads.ts';
import { openTestDatabase, testAccount, type TestDatabase } from './open-test-database.ts';

/** A library with a real database, a folder of other pictures, and the importer between them. */
export interface ImportRig {
  readonly home: string;
  readonly elsewhere: string;
  readonly library: string;
  readonly importer: Importer;
  readonly database: TestDatabase;
  readonly thread: FileThread;
  /** What the importer writes to the log. */
  readonly failures: readonly unknown[];
  /** The sources from which a history is rebuilt out of this library. */
  safety(): Safety;
  /** A file below `elsewhere`. */
  put(relative: string, content: Buffer | string): Promise<string>;
  /** Resolves with the first progress for which `when` is true. */
  until(when: (progress: ImportProgress) => boolean): Promise<ImportProgress>;
  /** Imports all of `elsewhere` and waits for the summary. */
  all(): Promise<ImportProgress>;
  /** Every imported picture in the history, by title. */
  pictures(): Promise<readonly TaskWithImages[]>;
  /** Files of the library by their path, without its journal. */
  files(): Promise<readonly string[]>;
  contents(): Promise<readonly Buffer[]>;
  /** Ends the importer and starts another on the same disk, as a restart does. `before` runs before that one is started. */
  restart(changes?: Partial<ImporterDeps>, before?: (importer: Importer) => unknown): Promise<void>;
  remove(): Promise<void>;
}

export async function createImportRig(changes: Partial<ImporterDeps> = {}): Promise<ImportRig> {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-import-'));
  const [elsewhere, library] = [path.join(home, 'Old pictures'), path.join(home, 'Latent')];
  await mkdir(elsewhere);
  await mkdir(library);
  const database = await openTestDatabase();
  const clock = createSystemClock();
  const folders = createLibraryFolders(() => library, () => []);
  const thread = createFileThread({ workerFile: fileWorkerFile, clock });
  const waiting = new Set<() => void>();
  const failures: unknown[] = [];

  const newImporter = (more: Partial<ImporterDeps>): Importer =>
    createImporter({
      undoLog: createUndoLog(),
      // Reports of progress need not be far apart here.
      clock: { ...clock, after: (delay, run) => clock.after(delay / 20, run) },
      thread,
      folders,
      avoid: () => [library],
      lease: createLibraryLease({ clock, profile: randomUUID(), computer: 'here' }),
      journal: createLibraryJournal(),
      repository: database.repository,
      accountId: testAccount.id,
      changed: () => waiting.forEach((look) => look()),
      kept: () => undefined,
      gone: () => undefined,
      restored: () => undefined,
      failed: (_message, error) => failures.push(error),
      ...changes,
      ...more,
    });
  let importer = newImporter({});
  await importer.start();

  const rig: ImportRig = {
    home,
    elsewhere,
    library,
    get importer() {
      return importer;
    },
    database,
    thread,
    failures,
    safety: () => ({
      backups: path.join(home, 'backups'),
      thumbnails: path.join(home, 'thumbnails'),
      quarantine: path.join(home, 'quarantine'),
      libraries: [library],
      marksFile: 'marks-000000000000.jsonl',
      accounts: [],
      owner: testAccount,
    }),
    async put(relative, content) {
      const file = path.join(elsewhere, relative);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    until: (when) =>
      new Promise((resolve) => {
        const look = (): void => {
          const { latest } = importer.state();
          if (latest === null || !when(latest)) return;
          waiting.delete(look);
          resolve(latest);
        };
        waiting.add(look);
        look();
      }),
    async all() {
      await importer.begin([elsewhere]);
      return rig.until(({ phase, trouble }) => phase === 'ended' || trouble !== null);
    },
    async pictures() {
      const ids = await database.repository.keptIds(null, 10_000);
      const found = await database.repository.describe(ids);
      const imported = found.filter(({ task }) => task.imported !== null).map(({ image, task }) => ({ task, images: [image] }));
      return imported.toSorted((a, b) => ((a.task.imported?.title ?? '') < (b.task.imported?.title ?? '') ? -1 : 1));
    },
    async files() {
      const entries = await readdir(library, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.latent')).map((entry) => path.relative(library, path.join(entry.parentPath, entry.name))).toSorted();
    },
    contents: async () => Promise.all((await rig.files()).map((file) => readFile(path.join(library, file)))),
    async restart(more = {}, before = () => undefined) {
      await importer.close();
      importer = newImporter(more);
      before(importer);
      await importer.start();
    },
    async remove() {
      await importer.close();
      await thread.stop();
      await database.remove();
      await rm(home, { recursive: true, force: true });
    },
  };
  return rig;
}
