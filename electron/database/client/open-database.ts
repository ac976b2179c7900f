import { checkDatabase } from './check-database.ts';
import type { Database, Method, Report, Safety } from './database-contract.ts';
import { openThread, type ThreadOptions } from './open-thread.ts';
import type { Slow } from '../worker/slow-log.ts';

export interface DatabaseOptions {
  /** Absolute path. Its folder is created if it does not exist. */
  readonly file: string;
  /** The built `database-worker.cjs`; in development and tests `worker.ts` beside this file. */
  readonly workerFile: string | URL;
  /** What to recover from. Without it, a damaged file is refused. */
  readonly safety?: Safety;
  /** Called for rows that could not be read and were left out. */
  readonly report?: Report;
  readonly slow?: Slow;
  readonly watch?: ThreadOptions<Method>['watch'];
  readonly namesRead?: ThreadOptions<Method>['namesRead'];
  /** Times the restarts of a thread that keeps dying. */
  readonly clock?: ThreadOptions<Method>['clock'];
}

const methods: Readonly<Record<Method, true>> = {
  insertTasks: true,
  saveTask: true,
  savePolls: true,
  saveCompletion: true,
  saveImage: true,
  saveRefusal: true,
  task: true,
  storedImages: true,
  answer: true,
  findByRemoteId: true,
  wasRefusedTogether: true,
  unfinishedTasks: true,
  headTasks: true,
  page: true,
  image: true,
  describe: true,
  keptFiles: true,
  moveFiles: true,
  keptIds: true,
  suggestions: true,
  markImages: true,
  imageMarks: true,
  markSigns: true,
  trashed: true,
  trashedPictures: true,
  trashedBy: true,
  removeImages: true,
  saveImport: true,
  forgetPassing: true,
  latestImport: true,
  saveImported: true,
  addPictures: true,
  importCounts: true,
  importedAlready: true,
  skippedFiles: true,
  unknownFiles: true,
  keptContents: true,
  broughtPictures: true,
  forgetImported: true,
  savedSearches: true,
  saveSearch: true,
  renameSearch: true,
  removeSearch: true,
  accounts: true,
  saveAccount: true,
};

/**
 * Opens the database in its own thread, so that no query blocks the main process.
 *
 * Rejects with AppFailure `disk-full`, or `database-failed` with the detail `newer-schema`, `not-ours`, `corrupt: …`,
 * `library folder does not answer: …` or SQLite's words; a newer or foreign file is not touched. With `safety`, a damaged or missing history is
 * rebuilt first, and `recovery` says from what. Calls are answered in their order. A thread that dies is replaced (`open-thread.ts`) by one without
 * `safety`, because the file must not be rebuilt while other connections have it open.
 */
export async function openDatabase({ file, workerFile, safety, report = () => undefined, slow, watch, namesRead, clock }: DatabaseOptions): Promise<Database> {
  const { calls, recovery, close } = await openThread({
    workerFile,
    job: (restarts) => ({ kind: 'serve', file, safety: restarts === 0 ? (safety ?? null) : null }),
    methods,
    report,
    slow,
    watch,
    namesRead,
    clock,
  });
  const check = checkDatabase(file, workerFile);
  return {
    ...calls,
    recovery,
    integrity: check.faults,
    async close() {
      await Promise.all([check.close(), close()]);
    },
  } as Database;
}
