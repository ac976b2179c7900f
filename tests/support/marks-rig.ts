import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { marksFilePath } from '../../electron/core/library/marks/marks-file.ts';
import { createMarksCopies, type MarksCopies } from '../../electron/database/backup/marks-copy-schedule.ts';
import type { Database } from '../../electron/database/client/database-contract.ts';
import type { Mark } from '../../shared/library/marks.ts';
import { start } from '../unit/database/samples.ts';
import { databaseWorkerFile } from './built-threads.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createHistoryRig, type HistoryRig } from './history-rig.ts';

/** One run of the app, with its history and the copy of the marks. */
export interface Life {
  readonly database: Database;
  readonly copies: MarksCopies;
  readonly clock: FakeClock;
  mark(mark: Mark, ...ids: number[]): Promise<void>;
  /** Quits in order. */
  end(): Promise<void>;
  /** Ends without a last copy. */
  kill(): Promise<void>;
}

export interface MarksRig extends HistoryRig {
  begin(options?: { readonly root?: string; readonly workerFile?: string | URL; readonly due?: boolean }): Promise<Life>;
  /** Begins, and quits in order afterwards. */
  after(run: (life: Life) => Promise<unknown>): Promise<void>;
  /** The copy in the library folder, and its lines. */
  copyFile(): string;
  copied(): Promise<readonly string[]>;
  /** Deletes everything but the library folder. */
  loseAll(): Promise<void>;
}

/** A history whose marks are copied to the library folder: real files, real threads. */
export async function createMarksRig(): Promise<MarksRig> {
  const rig = await createHistoryRig();
  const begin: MarksRig['begin'] = async ({ root = rig.library, workerFile = databaseWorkerFile, due = false } = {}) => {
    const opened = await rig.open();
    const clock = createFakeClock();
    const copies = createMarksCopies({ file: rig.file, workerFile, root: () => root, name: rig.safety.marksFile, due, clock, report: (message) => rig.reports.push(message) });
    const database = copies.watch(opened);
    if (opened.recovery !== null) await copies.copy();
    return {
      database,
      copies,
      clock,
      async mark(mark, ...ids) {
        await database.markImages(Int32Array.from(ids), mark.kind === 'trash' ? { ...mark, at: start } : mark);
      },
      async end() {
        await copies.close();
        await database.close();
      },
      kill: () => database.close(),
    };
  };
  const copyFile = (): string => marksFilePath(rig.library, rig.safety.marksFile);
  return {
    ...rig,
    begin,
    async after(run) {
      const life = await begin();
      await run(life);
      await life.end();
    },
    copyFile,
    copied: async () => (await readFile(copyFile(), 'utf8')).trim().split('\n'),
    loseAll: () => rm(path.dirname(rig.file), { recursive: true }),
  };
}
