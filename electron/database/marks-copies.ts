import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { createTurns } from '../core/engine/turns.ts';
import { joinedIds } from '../core/joined-ids.ts';
import { syncFolder } from '../core/library/library-files.ts';
import { marksFileBytes, marksFilePath } from '../core/library/marks-file.ts';
import { writeWholeFile } from '../core/library/whole-file.ts';
import type { Clock, NewPicture } from '../core/ports.ts';
import type { ImageId } from '../../shared/task.ts';
import type { Database, Report } from './contract.ts';
import { hasMarks } from './given-marks.ts';
import type { FromMarksCopy } from './messages.ts';
import { runJob, type RunningJob } from './run-job.ts';

export interface MarksCopiesOptions {
  /** The database. */
  readonly file: string;
  /** The same worker that serves the database, in a thread of its own. */
  readonly workerFile: string | URL;
  /** Says, while it is there, that the copy in the library lacks nothing. */
  readonly noteFile: string;
  /** The library folder in force. */
  readonly root: () => string;
  /** Name of the profile's own file there. */
  readonly name: string;
  readonly clock: Clock;
  readonly report: Report;
}

/**
 * Keeps a copy of all marks in the library folder, so that they outlive the database. It follows a moment behind, in a thread of its
 * own; a folder out of reach puts it off and keeps nobody from marking. What a killed process did not come to, the next start writes.
 */
export interface MarksCopies {
  /** The same database, whose marks are copied from now on. */
  watch(database: Database): Database;
  /** The library folder in force is another one. */
  moved(): void;
  start(): void;
  /** Writes what is left, if that can be and takes no longer than a person waits: else the next start does. Never rejects. */
  close(): Promise<void>;
}

/** Milliseconds from a mark to its copy: what is marked meanwhile goes with it. */
const behind = 2_000;
/** The start belongs to the person. */
const settlingIn = 5_000;
const again = 30_000;
const patience = 5_000;
/** Marked pictures that are remembered one by one, 4 bytes each; with more, all marks are written anew. */
const mostRemembered = 1_000_000;
/** Bytes that may be appended, and a like share of what was written as a whole, before the file is written anew. */
const slack = 4 * 1024 * 1024;

interface Due {
  /** Null: all. */
  ids: Int32Array[] | null;
  remembered: number;
  searches: boolean;
}

const nothingDue = (): Due => ({ ids: [], remembered: 0, searches: false });

const noteSchema = z.object({ file: z.string(), bytes: z.int(), wholeBytes: z.int() });

export function createMarksCopies({ file, workerFile, noteFile, root, name, clock, report }: MarksCopiesOptions): MarksCopies {
  const turns = createTurns();
  let due = nothingDue();
  /** Changes that are being committed: their note is gone already, their ids are not known yet. */
  let committing = 0;
  /** The file as it was written last; null: not known. */
  let written: z.infer<typeof noteSchema> | null = null;
  /** The note may be there. */
  let noted = true;
  let armed = false;
  let closed = false;
  /** No copy begins any more. */
  let over = false;
  let failing = false;
  let cancel = (): void => undefined;
  let underWay: RunningJob<FromMarksCopy> | null = null;

  const isDue = (): boolean => due.ids === null || due.ids.length > 0 || due.searches;

  const arm = (delay: number): void => {
    if (armed || closed) return;
    armed = true;
    cancel = clock.after(delay, () => {
      armed = false;
      void copy();
    });
  };

  /** Before anything is marked that the copy does not have: from then on the next start would write it. */
  const unnote = (): Promise<void> =>
    turns.take('note', async () => {
      if (!noted) return;
      await rm(noteFile, { force: true });
      await syncFolder(path.dirname(noteFile));
      noted = false;
    });

  const note = (): Promise<void> =>
    turns.take('note', async () => {
      if (written === null || isDue() || committing > 0) return;
      await writeWholeFile(noteFile, (async function* () {
        yield JSON.stringify(written);
      })());
      noted = true;
    });

  const copy = (): Promise<void> =>
    turns.take('copy', async () => {
      if (over || !isDue()) return;
      const target = marksFilePath(root(), name);
      const taking = due;
      due = nothingDue();
      const fits = written !== null && written.file === target && written.bytes <= 2 * written.wholeBytes + slack;
      const ids = fits && taking.ids !== null ? joinedIds(taking.ids) : null;
      const expected = written?.bytes ?? 0;
      underWay = runJob(workerFile, { kind: 'copy-marks', file, root: root(), name, ids, searches: taking.searches, expected, atTheEnd: closed });
      const answer = await underWay.answer;
      underWay = null;
      if (answer.kind === 'copied') {
        failing = false;
        written = { file: target, bytes: answer.bytes, wholeBytes: answer.whole ? answer.bytes : (written?.wholeBytes ?? 0) };
        // Without its note all is written once more, which does no harm.
        await note().catch(() => undefined);
        return;
      }
      if (!failing) report(`The marks were not copied to the library folder: ${answer.error.code} ${answer.error.detail ?? ''}`);
      failing = true;
      // Part of it may be there.
      written = null;
      due = { ...nothingDue(), ids: null };
      arm(again);
    });

  const remember = (ids: Int32Array): void => {
    if (ids.length === 0 || due.ids === null) return;
    due.ids.push(ids);
    due.remembered += ids.length;
    if (due.remembered > mostRemembered) due.ids = null;
  };

  const during = async <T>(commit: () => Promise<T>, changed: (value: T) => void): Promise<T> => {
    committing += 1;
    try {
      // A note that cannot be removed keeps nobody from marking.
      await unnote().catch(() => undefined);
      const value = await commit();
      changed(value);
      return value;
    } finally {
      committing -= 1;
      if (isDue()) arm(behind);
      else if (committing === 0) void note().catch(() => undefined);
    }
  };
  /** Most pictures come without marks, and their commits without the wait for the note. */
  const adding = (pictures: readonly NewPicture[], commit: () => Promise<readonly ImageId[]>): Promise<readonly ImageId[]> =>
    pictures.some(({ task }) => hasMarks(task.imported)) ? during(commit, (ids) => remember(Int32Array.from(ids))) : commit();
  const searchesChanged = (): void => {
    due.searches = true;
  };

  return {
    watch: (database) => ({
      ...database,
      markImages: (ids, mark) =>
        during(
          () => database.markImages(ids, mark),
          (changed) => changed.forEach((part) => remember(part.ids)),
        ),
      saveImported: (importId, files) => adding(files.flatMap(({ picture }) => picture ?? []), () => database.saveImported(importId, files)),
      addPictures: (pictures) => adding(pictures, () => database.addPictures(pictures)),
      saveSearch: (...search) => during(() => database.saveSearch(...search), searchesChanged),
      renameSearch: (...search) => during(() => database.renameSearch(...search), searchesChanged),
      removeSearch: (...search) => during(() => database.removeSearch(...search), searchesChanged),
    }),
    moved() {
      due.ids = null;
      // Not waited for: a note names the file that it is about.
      void unnote().catch(() => undefined);
      arm(behind);
    },
    start() {
      void turns.take('copy', async () => {
        const found = await readNote(noteFile);
        const target = marksFilePath(root(), name);
        if (found?.file === target && found.bytes === (await marksFileBytes(root(), name))) {
          written ??= found;
          return;
        }
        due.ids = null;
        arm(settlingIn);
      });
    },
    async close() {
      cancel();
      closed = true;
      // The copy under way may not be the one that is waited for here: that one is then not begun.
      const enough = clock.after(patience, () => {
        over = true;
        void underWay?.terminate();
      });
      await copy();
      enough();
    },
  };
}

async function readNote(file: string): Promise<z.infer<typeof noteSchema> | null> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
