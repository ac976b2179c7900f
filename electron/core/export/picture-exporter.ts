import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import type { ExportChoices } from '../../../shared/export/export-choices.ts';
import type { ExportProgress, LeftOutPicture, LeftOutReason } from '../../../shared/export/export.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { FileThread } from '../file-worker/file-thread.ts';
import { areThere, type LibraryFolders } from '../library/library-folders.ts';
import { realPictureFile } from '../library/files/real-file.ts';
import type { Decoded } from '../thumbnails/decoder-process.ts';
import type { Clock } from '../util/clock.ts';
import { isFull, isSystemError } from '../util/system-errors.ts';
import { createThrottle } from '../util/throttle.ts';
import { sheetOutput, type SheetOutputDeps, type SheetRequest } from './contact-sheet/contact-sheet-output.ts';
import { copiesOutput, type CopiesOutputDeps } from './copies-output.ts';
import type { CopyOutcome, ExportOutput } from './export-output.ts';
import type { ExportTrace } from './export-trace.ts';
import { exportedPictures, type ExportedPicture, type ExportStore } from './exported-picture.ts';

/** Copies pictures into a folder, a ZIP file or a contact sheet, one export at a time. An export ends with the app; finished copies stay. */
export interface PictureExporter {
  /** Starts an export of these pictures. `target`: the absolute path of the folder or the ZIP file. Throws `export-under-way`. */
  begin(ids: Int32Array, target: string, choices: ExportChoices): void;
  /** The same for a contact sheet. `target`: the absolute path of the HTML or PDF file. */
  beginSheet(ids: Int32Array, target: string, request: SheetRequest): void;
  /** Stops, and removes the unfinished copy. */
  stop(): void;
  /** Continues where it stopped. */
  resume(): void;
  /** Removes the summary, and an unfinished ZIP file or contact sheet. */
  dismiss(): void;
  /** Null if there is no export, or after its summary was dismissed. */
  state(): ExportProgress | null;
  /** The first pictures that were not copied. */
  leftOut(): readonly LeftOutPicture[];
  close(): Promise<void>;
}

export interface PictureExporterDeps extends CopiesOutputDeps, SheetOutputDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly thread: FileThread;
  readonly trace: ExportTrace;
  readonly repository: ExportStore;
  readonly folders: Pick<LibraryFolders, 'locate' | 'roots'>;
  /** Pictures whose files are missing. */
  readonly missed: (imageIds: readonly ImageId[]) => void;
  readonly changed: (state: ExportProgress | null) => void;
  readonly failed: (error: unknown) => void;
}

/** An export, from its start until its summary is dismissed. */
interface Export {
  readonly ids: Int32Array;
  readonly output: ExportOutput;
  /** Absolute path of the folder that it writes into. */
  readonly folder: string;
  /** The number of pictures that are done. */
  at: number;
}

/** Pictures read from the database at once. */
const together = 200;
/** Milliseconds between two reports of progress. */
const progressInterval = 100;
/** The number of pictures that are decoded ahead of writing. */
const ahead = 2;
/** Skipped pictures that a summary lists. */
const mostListed = 2_000;

export function createPictureExporter(deps: PictureExporterDeps): PictureExporter {
  const { clock, thread, trace, repository, folders, missed, changed, failed } = deps;
  let current: Export | null = null;
  let progress: ExportProgress | null = null;
  let list: LeftOutPicture[] = [];
  let underWay: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  const progressThrottle = createThrottle(clock, () => changed(progress));

  const put = (change: Partial<ExportProgress>): void => {
    if (progress) progress = { ...progress, ...change };
    progressThrottle.soon(progressInterval);
  };
  const counted = (outcome: CopyOutcome, of: string): void => {
    if (!progress) return;
    const { done, copied, there, leftOut } = progress;
    if (outcome === 'copied') put({ done: done + 1, copied: copied + 1 });
    else if (outcome === 'there') put({ done: done + 1, there: there + 1 });
    else {
      put({ done: done + 1, leftOut: leftOut + 1 });
      if (list.length < mostListed) list.push({ path: of, reason: outcome });
    }
  };

  const reasonMissing = async (): Promise<LeftOutReason> => ((await areThere(folders.roots())) ? 'missing' : 'unreachable');

  const writeOne = async (picture: ExportedPicture, { output, ids, at }: Export, decoding: Promise<Decoded> | null, signal: AbortSignal): Promise<CopyOutcome> => {
    const source = await realPictureFile(folders, picture.file);
    if (source === null) missed([picture.id]);
    if (source === null) return reasonMissing();
    const decoded = await decoding;
    signal.throwIfAborted();
    if (decoded?.ok === false && decoded.reason === 'unavailable') throw new Error('no decoder');
    if (decoded?.ok === false) return 'not-converted';
    return output.write({ picture, source, decoded, position: { number: at + 1, of: ids.length } }, signal);
  };

  const writeAll = async (work: Export, signal: AbortSignal): Promise<void> => {
    const { ids, output } = work;
    while (work.at < ids.length) {
      const slice = [...ids.subarray(work.at, work.at + together)];
      const found = await exportedPictures(repository, slice, output.isPlain);
      const decoding = new Map<ImageId, Promise<Decoded> | null>();
      for (const [index, id] of slice.entries()) {
        signal.throwIfAborted();
        for (const next of slice.slice(index, index + 1 + ahead)) {
          const picture = found.get(next);
          if (picture && !decoding.has(next)) decoding.set(next, output.decode(picture));
        }
        const picture = found.get(id);
        if (picture) counted(await writeOne(picture, work, decoding.get(id) ?? null, signal), picture.file.path);
        else if (progress) put({ pictures: progress.pictures - 1 });
        decoding.delete(id);
        work.at += 1;
      }
    }
    await output.end(signal);
  };

  const run = (work: Export): void => {
    const stop = new AbortController();
    const untilEnd = async (): Promise<void> => {
      let end: Pick<ExportProgress, 'phase' | 'trouble'> = { phase: 'ended', trouble: null };
      try {
        await trace.begin(work.folder).catch(failed);
        await writeAll(work, stop.signal);
        await trace.end().catch(failed);
      } catch (error) {
        end = { phase: 'stopped', trouble: stop.signal.aborted ? null : troubleOf(error) };
        if (end.trouble === 'failed') failed(error);
      }
      await thread.stop();
      underWay = null;
      put(end);
      progressThrottle.now();
    };
    put({ phase: 'running', trouble: null });
    underWay = { stop, ended: untilEnd() };
  };

  const stop = (): void => {
    if (underWay === null) return;
    underWay.stop.abort();
    // The current file may be large and on a slow disk.
    void thread.stop();
  };

  const discard = async (): Promise<void> => {
    const unfinished = current;
    current = null;
    await unfinished?.output.discard();
    if (unfinished !== null) await trace.end().catch(failed);
  };

  const begin = (ids: Int32Array, where: Pick<ExportProgress, 'making' | 'folder' | 'file'>, output: () => ExportOutput): void => {
    if (underWay !== null) throw new AppFailure('export-under-way');
    const next = { ids, output: output(), folder: where.folder, at: 0 };
    void current?.output.discard();
    current = next;
    list = [];
    progress = { ...where, phase: 'running', trouble: null, pictures: ids.length, done: 0, copied: 0, there: 0, leftOut: 0 };
    run(next);
  };

  return {
    begin(ids, target, choices) {
      const where = choices.into === 'zip' ? targetOf(target) : { folder: target, file: null };
      begin(ids, { making: 'copies', ...where }, () => copiesOutput(target, choices, deps));
    },
    beginSheet: (ids, target, request) => begin(ids, { making: 'contact-sheet', ...targetOf(target) }, () => sheetOutput(target, { ...request, pictures: ids.length }, deps)),
    stop,
    resume() {
      if (underWay === null && progress?.phase === 'stopped' && current !== null) run(current);
    },
    dismiss() {
      if (underWay !== null) return;
      void discard();
      progress = null;
      list = [];
      progressThrottle.now();
    },
    state: () => progress,
    leftOut: () => list,
    async close() {
      stop();
      await underWay?.ended;
      await discard();
      progressThrottle.stop();
      await thread.close();
    },
  };
}

const targetOf = (file: string): Pick<ExportProgress, 'folder' | 'file'> => ({ folder: path.dirname(file), file: path.basename(file) });

function troubleOf(error: unknown): ExportProgress['trouble'] {
  if (isFull(error)) return 'disk-full';
  return isSystemError(error) ? 'folder-unwritable' : 'failed';
}
