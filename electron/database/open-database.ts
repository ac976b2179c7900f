import type { Database, Method, Report, Safety } from './contract.ts';
import { openThread } from './open-thread.ts';

export interface DatabaseOptions {
  /** Absolute path; its folder is made if need be. */
  readonly file: string;
  /** The built `database-worker.cjs`; in development and tests `worker.ts` beside this file. */
  readonly workerFile: string | URL;
  /** Where to recover from; without, a damaged file is refused. */
  readonly safety?: Safety;
  /** Hears of rows that could not be read and were left out. */
  readonly report?: Report;
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
  integrity: true,
};

/**
 * Opens the database in a thread of its own, so that no query ever keeps main from its work.
 *
 * Rejects with AppFailure `disk-full`, or `database-failed` with the detail `newer-schema`, `not-ours`, `corrupt: …`,
 * `library folder does not answer: …` or SQLite's words; a newer or foreign file is not touched. With `safety`, a damaged or missing history is put together
 * anew first, and `recovery` says from what. Calls are answered in their order. When the thread
 * ends by itself, all calls reject with `database-failed`.
 */
export async function openDatabase({ file, workerFile, safety, report = () => undefined }: DatabaseOptions): Promise<Database> {
  const { calls, recovery, close } = await openThread({ workerFile, job: { kind: 'serve', file, safety: safety ?? null }, methods, report });
  return { ...calls, recovery, close } as Database;
}
