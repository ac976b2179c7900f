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

/** Saves copies of pictures in a folder, one export at a time, as a person steers it. It ends with the app: what is copied by then stays. */
export interface PictureExporter {
  /** Begins with these pictures. Throws `export-under-way`. */
  begin(ids: Int32Array, folder: string): void;
  /** Ends the copy that is under way, and nothing of it stays. */
  stop(): void;
  /** Goes on where it stopped. */
  resume(): void;
  /** What came of it was read. */
  dismiss(): void;
  /** Null: there is none, or what came of it was read. */
  state(): ExportProgress | null;
  /** The first pictures that were not copied. */
  leftOut(): readonly LeftOutPicture[];
  close(): Promise<void>;
}

export interface PictureExporterDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly thread: FileThread;
  readonly repository: PictureStore;
  readonly folders: Pick<LibraryFolders, 'locate' | 'roots'>;
  /** Pictures whose files are not where they were. */
  readonly missed: (imageIds: readonly ImageId[]) => void;
  readonly changed: (state: ExportProgress | null) => void;
  readonly failed: (error: unknown) => void;
}

/** Pictures that are read of the history at once. */
const together = 200;
/** Milliseconds between two words of progress. */
const progressInterval = 100;
/** Pictures left out that are told one by one. */
const mostListed = 2_000;

export function createPictureExporter({ clock, thread, repository, folders, missed, changed, failed }: PictureExporterDeps): PictureExporter {
  let ids: Int32Array = new Int32Array();
  /** How many of them are dealt with. */
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

  const whyNowhere = async (): Promise<LeftOutReason> => ((await areThere(folders.roots())) ? 'missing' : 'unreachable');

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
          counted(source === null ? await whyNowhere() : await copyPicture({ thread, source, file: state.file, folder, signal }), state.file.path);
        } else if (progress) put({ pictures: progress.pictures - 1 });
        at += 1;
      }
    }
  };

  const run = (folder: string): void => {
    const stop = new AbortController();
    const toItsEnd = async (): Promise<void> => {
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
    underWay = { stop, ended: toItsEnd() };
  };

  const stop = (): void => {
    if (underWay === null) return;
    underWay.stop.abort();
    // The file in hand may be a large one on a slow disk.
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
