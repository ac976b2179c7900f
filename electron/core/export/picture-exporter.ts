import path from 'node:path';
import type { DecodeWant } from '../../../shared/decode-job.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { usualExport, type ExportChoices } from '../../../shared/library/export-choices.ts';
import type { ExportProgress, LeftOutPicture, LeftOutReason } from '../../../shared/library/export.ts';
import { readPattern, type NamePart } from '../../../shared/library/name-pattern.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { FileThread } from '../file-worker/file-thread.ts';
import { areThere, type LibraryFolders } from '../library/library-folders.ts';
import { realPictureFile } from '../library/real-file.ts';
import type { Decoded, Decoder } from '../thumbnails/decoder-process.ts';
import type { Clock } from '../util/clock.ts';
import { isFull, isSystemError } from '../util/system-errors.ts';
import { createThrottle } from '../util/throttle.ts';
import { folderDestination, planCopy, zipDestination, type CopyOutcome, type Destination } from './copy-picture.ts';
import { exportName } from './export-names.ts';
import { exportedPictures, type ExportedPicture, type ExportStore } from './exported-picture.ts';

/** Copies pictures into a folder or a ZIP file, one export at a time. An export ends with the app; finished copies stay. */
export interface PictureExporter {
  /** Starts an export of these pictures. `target`: the absolute path of the folder or the ZIP file. Throws `export-under-way`. */
  begin(ids: Int32Array, target: string, choices: ExportChoices): void;
  /** Stops, and removes the unfinished copy. */
  stop(): void;
  /** Continues where it stopped. */
  resume(): void;
  /** Removes the summary, and an unfinished ZIP file. */
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
  readonly repository: ExportStore;
  readonly folders: Pick<LibraryFolders, 'locate' | 'roots'>;
  /** Converts in a sandboxed process. */
  readonly decoder: Pick<Decoder, 'decode'>;
  /** `Latent 0.1.0`. */
  readonly writtenBy: string;
  /** Pictures whose files are missing. */
  readonly missed: (imageIds: readonly ImageId[]) => void;
  readonly changed: (state: ExportProgress | null) => void;
  readonly failed: (error: unknown) => void;
}

/** An export, from its start until its summary is dismissed. */
interface Export {
  readonly ids: Int32Array;
  readonly choices: ExportChoices;
  readonly parts: readonly NamePart[];
  readonly destination: Destination;
  /** The number of pictures that are done. */
  at: number;
}

/** Pictures read from the database at once. */
const together = 200;
/** Milliseconds between two reports of progress. */
const progressInterval = 100;
/** The number of pictures that are converted ahead of writing. */
const ahead = 2;
/** Skipped pictures that a summary lists. */
const mostListed = 2_000;

export function createPictureExporter({ clock, thread, repository, folders, decoder, writtenBy, missed, changed, failed }: PictureExporterDeps): PictureExporter {
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

  /** Writes a copy of a picture. `converted`: the picture in the chosen format. Null: it is not converted. */
  const copyOne = async (picture: ExportedPicture, { choices, parts, destination, ids, at }: Export, converted: Promise<Decoded> | null, signal: AbortSignal): Promise<CopyOutcome> => {
    const source = await realPictureFile(folders, picture.file);
    if (source === null) missed([picture.id]);
    if (source === null) return reasonMissing();
    const decoded = await converted;
    signal.throwIfAborted();
    if (decoded?.ok === false && decoded.reason === 'unavailable') throw new Error('no decoder');
    if (decoded?.ok === false) return 'not-converted';
    const { format } = choices;
    const name = exportName(parts, picture, { number: at + 1, of: ids.length });
    const planned = planCopy({ picture, source, name, choices, converted: decoded === null || format === 'original' ? null : { ...decoded, type: format }, writtenBy });
    return typeof planned === 'string' ? planned : destination.write(planned, signal);
  };

  const copyAll = async (work: Export, signal: AbortSignal): Promise<void> => {
    const { ids, choices, destination } = work;
    const isPlain = choices.metadata === 'keep' && choices.names === usualExport.names;
    while (work.at < ids.length) {
      const slice = [...ids.subarray(work.at, work.at + together)];
      const found = await exportedPictures(repository, slice, isPlain);
      const conversions = new Map<ImageId, Promise<Decoded>>();
      for (const [index, id] of slice.entries()) {
        signal.throwIfAborted();
        for (const next of slice.slice(index, index + 1 + ahead)) {
          const want = conversionOf(found.get(next), choices);
          if (want !== null && !conversions.has(next)) conversions.set(next, decoder.decode(next, want));
        }
        const picture = found.get(id);
        if (picture) counted(await copyOne(picture, work, conversions.get(id) ?? null, signal), picture.file.path);
        else if (progress) put({ pictures: progress.pictures - 1 });
        conversions.delete(id);
        work.at += 1;
      }
    }
    await destination.end(signal);
  };

  const run = (work: Export): void => {
    const stop = new AbortController();
    const untilEnd = async (): Promise<void> => {
      let end: Pick<ExportProgress, 'phase' | 'trouble'> = { phase: 'ended', trouble: null };
      try {
        await copyAll(work, stop.signal);
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
    begin(ids, target, choices) {
      if (underWay !== null) throw new AppFailure('export-under-way');
      const pattern = readPattern(choices.names);
      if (!pattern.ok) throw new AppFailure('bad-request', 'names');
      void current?.destination.discard();
      const isZip = choices.into === 'zip';
      current = { ids, choices, parts: pattern.parts, destination: isZip ? zipDestination(thread, target) : folderDestination(thread, target), at: 0 };
      list = [];
      const place = isZip ? { folder: path.dirname(target), zip: path.basename(target) } : { folder: target, zip: null };
      progress = { phase: 'running', trouble: null, ...place, pictures: ids.length, done: 0, copied: 0, there: 0, leftOut: 0 };
      run(current);
    },
    stop,
    resume() {
      if (underWay === null && progress?.phase === 'stopped' && current !== null) run(current);
    },
    dismiss() {
      if (underWay !== null) return;
      void current?.destination.discard();
      current = null;
      progress = null;
      list = [];
      progressThrottle.now();
    },
    state: () => progress,
    leftOut: () => list,
    async close() {
      stop();
      await underWay?.ended;
      await current?.destination.discard();
      progressThrottle.stop();
      await thread.close();
    },
  };
}

/** The conversion that a picture needs. Null: none, for example for a PNG that is saved as a PNG of the same size. */
function conversionOf(picture: ExportedPicture | undefined, { format, quality, longestSide }: ExportChoices): DecodeWant | null {
  if (picture === undefined || format === 'original') return null;
  const { type, width, height } = picture.file;
  if (type === 'png' && format === 'png' && Math.max(width, height) <= (longestSide ?? Infinity)) return null;
  return { kind: 'copy', type: format, quality: quality / 100, side: longestSide };
}

function troubleOf(error: unknown): ExportProgress['trouble'] {
  if (isFull(error)) return 'disk-full';
  return isSystemError(error) ? 'folder-unwritable' : 'failed';
}
