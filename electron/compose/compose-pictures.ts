import { hostname } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { UsedMarks } from '../../shared/library/marks.ts';
import { isShown, type ImageId } from '../../shared/task.ts';
import { AppFailure } from '../../shared/errors.ts';
import { createAlbumMover } from '../core/library/albums/album-mover.ts';
import { createFileThread } from '../core/file-worker/file-thread.ts';
import { createPictureFiles } from '../core/library/find-picture-file.ts';
import { createLibraryJournal } from '../core/library/library-journal.ts';
import { createLibraryLease, noLease, profileOf } from '../core/library/library-lease.ts';
import { errorFacts } from '../core/log/log.ts';
import { createTrash, type Discard } from '../core/library/marks/empty-trash.ts';
import { createMarker } from '../core/library/marks/marker.ts';
import { createReferenceStore } from '../core/references/reference-store.ts';
import { findMissingPictures } from '../core/rescan/find-missing.ts';
import { createMissingSearch } from '../core/rescan/missing-search.ts';
import type { Decoder } from '../core/thumbnails/decoder-process.ts';
import { createThumbnailMaker, type ThumbnailMaker } from '../core/thumbnails/thumbnail-maker.ts';
import type { UndoLog } from '../core/undo/undo-log.ts';
import type { Clock } from '../core/util/clock.ts';
import { createThrottle } from '../core/util/throttle.ts';
import type { Host } from './host.ts';
import type { DatabaseParts, EarlyParts } from './start-early.ts';

export type PictureParts = ReturnType<typeof composePictures>;
type PictureFiles = ReturnType<typeof createPictureFiles>;

/** Milliseconds after the start before the background work looks for missing thumbnails, so that the window loads first. */
const settlingIn = 5_000;

/** Milliseconds from one message about new hashes or corrected sizes to the next. */
const comparedPause = 1_000;

export interface PicturesInput {
  readonly decoder: Decoder;
  /** For the background work. */
  readonly backgroundDecoder: Decoder;
  /** How many pictures are decoded side by side. */
  readonly sideBySide: number;
  readonly discard: Discard;
  readonly undoLog: UndoLog;
}

/** The library: where its pictures are, their thumbnails and marks, the order of albums, the trash, and copies of reference pictures. */
export function composePictures(host: Host, early: EarlyParts, { repository, views, backups }: DatabaseParts, { decoder, backgroundDecoder, sideBySide, discard, undoLog }: PicturesInput) {
  const { clock, userData } = host;
  const { log } = host.appLog;
  const { changes, folders } = early;
  const workerFile = host.built('file-worker.cjs');
  const warn = (message: string, error: unknown): void => log.warn('library', message, errorFacts(error));

  // Only one Latent writes in a library folder, but for workers, which share no file.
  const lease = host.worker === undefined ? createLibraryLease({ clock, profile: profileOf(userData), computer: hostname() }) : noLease;
  const journal = createLibraryJournal(host.worker?.journal);

  const searching = createFileThread({ workerFile, clock });
  const missingSearch = createMissingSearch({
    clock,
    find: (tell, signal) => findMissingPictures({ folders, repository, lease, journal, thread: searching, report: warn }, tell, signal),
    changed: (librarySearch) => changes.publish({ kind: 'library-search', librarySearch }),
    failed: (error) => log.error('library', 'the search for missing pictures failed', errorFacts(error)),
  });
  // A kept file that is not there is searched for.
  const files = createPictureFiles({ repository, folders, missed: (id) => missingSearch.missed([id]) });
  // A thread of its own, so that no task waits for an import.
  const references = createReferenceStore({ folders, lease, thread: createFileThread({ workerFile, clock }), clock });

  let round = 0;
  const lookForUsedMarks = followUsedMarks(clock, repository, (usedMarks) => changes.publish({ kind: 'used-marks', usedMarks }));
  const publishMarks = (imageIds: readonly ImageId[] | null, moved: boolean): void => {
    changes.publish({ kind: 'marks', round: (round += 1), imageIds, moved });
    lookForUsedMarks();
  };
  const { thumbnails, close: closeThumbnails } = composeThumbnails(host, early, repository, { decoder, backgroundDecoder, sideBySide, files, resized: (ids) => publishMarks(ids, true) });

  const added = (ids: readonly ImageId[]): void => {
    for (const id of ids) thumbnails.kept(id);
    // Imported pictures may bring marks.
    lookForUsedMarks();
    backups.changed();
  };
  const removed = (ids: readonly ImageId[]): void => {
    void thumbnails.removed(ids);
    lookForUsedMarks();
    backups.changed();
  };
  const marked = (imageIds: readonly ImageId[] | null, moved: boolean): void => {
    publishMarks(imageIds, moved);
    backups.changed();
  };
  const trash = createTrash({
    clock,
    timeFile: path.join(userData, 'trash-time.json'),
    repository,
    folders,
    lease,
    journal,
    discard,
    removed(ids, tasks) {
      publishMarks(null, true);
      removed(ids);
      // Where one of these tasks is shown, it says that its pictures are gone.
      for (const id of tasks) repository.task(id).then((task) => task && changes.publish({ kind: 'task', task }), (error: unknown) => warn('a task could not be read', error));
    },
    failed: warn,
  });
  const marker = createMarker({ repository, views, clock: trash, trash, undoLog, events: { marked, progress: (progress) => changes.publish({ kind: 'marking', progress }) } });
  const albumMover = createAlbumMover({ repository, views, undoLog, moved: () => marked(null, true) });
  return { lease, journal, files, missingSearch, references, thumbnails, closeThumbnails, added, removed, trash, marker, albumMover };
}

/** Milliseconds after which it is read once which marks are used, however many pictures were marked or added meanwhile. */
const usedMarksDelay = 100;

/** Says which marks are used when that has changed. Returns what is to be called after each change of pictures or their marks. */
function followUsedMarks(clock: Pick<Clock, 'after'>, { usedMarks }: Pick<DatabaseParts['repository'], 'usedMarks'>, changed: (used: UsedMarks) => void): () => void {
  let known: UsedMarks | null = null;
  const read = async (): Promise<void> => {
    const used = await usedMarks();
    if (!isDeepStrictEqual(used, known)) changed(used);
    known = used;
  };
  // One after the other, so that the window never gets an older answer after a newer one. If it cannot be read, the next change tries again.
  let reading = Promise.resolve();
  const throttle = createThrottle(clock, () => void (reading = reading.then(read).catch(() => undefined)));
  return () => throttle.soon(usedMarksDelay);
}

interface ThumbnailsInput extends Omit<PicturesInput, 'discard' | 'undoLog'> {
  readonly files: Pick<PictureFiles, 'find'>;
  /** The width and height of these pictures were exchanged. */
  readonly resized: (ids: readonly ImageId[]) => void;
}

/** The thumbnail maker, whose background work pauses on battery power and while the person is active. */
function composeThumbnails(host: Host, { thumbnailStore: store, noticeBoard, changes }: EarlyParts, repository: DatabaseParts['repository'], { files, resized, ...decoders }: ThumbnailsInput) {
  const { clock } = host;
  let isAnnounced = false;
  let cancelAnnouncement = (): void => undefined;
  /** Pictures whose width and height were exchanged, to be announced. */
  const turned: ImageId[] = [];
  let cancelTurned = (): void => undefined;
  const maker = createThumbnailMaker({
    ...decoders,
    store,
    clock,
    keptIds: repository.keptIds,
    progress: (percent) => noticeBoard.put('thumbnails-being-made', percent === null ? null : String(percent)),
    async fileOf(id) {
      const found = await files.find(id);
      return found && { path: found.path, isShown: isShown(found.type) };
    },
    async seen(id, size) {
      if (!(await repository.turnTo(id, size))) return;
      if (turned.length === 0) cancelTurned = clock.after(comparedPause, () => resized(turned.splice(0)));
      turned.push(id);
    },
    hashed() {
      if (isAnnounced) return;
      isAnnounced = true;
      cancelAnnouncement = clock.after(comparedPause, () => {
        isAnnounced = false;
        changes.publish({ kind: 'compared' });
      });
    },
    onBattery: host.onBattery,
  });
  const endWatching = host.watchActivity(maker.busy);
  const cancelStart = host.window === null ? (): void => undefined : clock.after(settlingIn, maker.start);
  const needsWindow: Partial<ThumbnailMaker> = host.window === null ? { tryAgain: () => Promise.reject(new AppFailure('needs-window')) } : {};
  return {
    thumbnails: { ...maker, ...needsWindow },
    async close(): Promise<void> {
      endWatching();
      cancelStart();
      cancelAnnouncement();
      cancelTurned();
      maker.close();
      await store.close();
    },
  };
}
