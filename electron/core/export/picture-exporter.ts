import { AppFailure } from '../../../shared/errors.ts';
import type { ExportProgress, LeftOutPicture, LeftOutReason } from '../../../shared/library/export.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { FileThread } from '../file-worker/file-thread.ts';
import { createThrottle } from '../util/throttle.ts';
import { isFull, isSystemError } from '../util/system-errors.ts';
import { areThere, type LibraryFolders } from '../library/library-folders.ts';
import { realPictureFile } from '../library/real-file.ts';
import type { Clock } from '../util/clock.ts';
import type { PictureStore } from '../library/picture-store.ts';
import { copyPicture, type CopyOutcome } from './copy-picture.ts';

/** Copies pictures into a folder, one export at a time. An export ends with the app; finished copies stay. */
export interface PictureExporter {
  /** Starts an export of these pictures. Throws `export-under-way`. */
  begin(ids: Int32Array, folder: string): void;
  /** Stops, and removes the unfinished copy. */
  stop(): void;
  /** Continues where it stopped. */
  resume(): void;
  /** Removes the summary. */
  dismiss(): void;
  /** Null if there is no export, or after its summary was dismissed. */
  state(): ExportProgress | null;
  /** The first pictures that were not copied. */
  leftOut(): readonly LeftOutPicture[];
  close(): Promise<void>;
}

export interface PictureExporterDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly thread: FileThread;
  readonly repository: Pick<PictureStore, 'describe'>;
  readonly folders: Pick<LibraryFolders, 'locate' | 'roots'>;
  /** Pictures whose files are missing. */
  readonly missed: (imageIds: readonly ImageId[]) => void;
  readonly changed: (state: ExportProgress | null) => void;
  readonly failed: (error: unknown) => void;
}

/** Pictures read from the database at once. */
const together = 200;
/** Milliseconds between two reports of progress. */
const progressInterval = 100;
/** Skipped pictures that a summary lists. */
const mostListed = 2_000;

export function createPictureExporter({ clock, thread, repository, folders, missed, changed, failed }: PictureExporterDeps): PictureExporter {
  let ids: Int32Array = new Int32Array();
  /** How many of them are done. */
  let at = 0;
  let progress: ExportProgress | null = null;
  let list: LeftOutPicture[] = [];
  let underWay: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  const progressThrottle = createThrottle(clock, () => changed(progress));

  const put = (change: Partial<ExportProgress>): void => {
    if (progress) progress = { ...progress, ...change };
    progressThrottle.soon(progressInterval);
  };
  const counted = (outcome: CopyOutcome, path: string): void => {
    if (!progress) return;
    const { done, copied, there, leftOut } = progress;
    if (outcome === 'copied') put({ done: done + 1, copied: copied + 1 });
    else if (outcome === 'there') put({ done: done + 1, there: there + 1 });
    else {
      put({ done: done + 1, leftOut: leftOut + 1 });
      if (list.length < mostListed) list.push({ path, reason: outcome });
    }
  };

  const reasonMissing = async (): Promise<LeftOutReason> => ((await areThere(folders.roots())) ? 'missing' : 'unreachable');

  const copyAll = async (folder: string, signal: AbortSignal): Promise<void> => {
    while (at < ids.length) {
      const slice = [...ids.subarray(at, at + together)];
      const found = new Map((await repository.describe(slice)).map(({ image }) => [image.id, image]));
      for (const id of slice) {
        signal.throwIfAborted();
        const state = found.get(id)?.state;
        if (state?.status === 'kept') {
          const source = await realPictureFile(folders, state.file);
          if (source === null) missed([id]);
          counted(source === null ? await reasonMissing() : await copyPicture({ thread, source, file: state.file, folder, signal }), state.file.path);
        } else if (progress) put({ pictures: progress.pictures - 1 });
        at += 1;
      }
    }
  };

  const run = (folder: string): void => {
    const stop = new AbortController();
    const untilEnd = async (): Promise<void> => {
      let end: Pick<ExportProgress, 'phase' | 'trouble'> = { phase: 'ended', trouble: null };
      try {
        await copyAll(folder, stop.signal);
      } catch (error) {
        end = { phase: 'stopped', trouble: stop.signal.aborted ? null : troubleOf(error) };
        if (end.trouble === 'failed') failed(error);
      }
      await thread.rest();
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
    void thread.rest();
  };

  return {
    begin(wanted, folder) {
      if (underWay !== null) throw new AppFailure('export-under-way');
      ids = wanted;
      at = 0;
      list = [];
      progress = { phase: 'running', trouble: null, folder, pictures: ids.length, done: 0, copied: 0, there: 0, leftOut: 0 };
      run(folder);
    },
    stop,
    resume() {
      if (underWay === null && progress?.phase === 'stopped') run(progress.folder);
    },
    dismiss() {
      if (underWay !== null) return;
      ids = new Int32Array();
      progress = null;
      list = [];
      progressThrottle.now();
    },
    state: () => progress,
    leftOut: () => list,
    async close() {
      stop();
      await underWay?.ended;
      progressThrottle.stop();
      await thread.close();
    },
  };
}

function troubleOf(error: unknown): ExportProgress['trouble'] {
  if (isFull(error)) return 'disk-full';
  return isSystemError(error) ? 'folder-unwritable' : 'failed';
}
