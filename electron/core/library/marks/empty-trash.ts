import type { EpochMs, ImageId, TaskId } from '../../../../shared/task.ts';
import { createSequencer } from '../../util/sequencer.ts';
import { areThere, type LibraryFolders } from '../library-folders.ts';
import type { LibraryJournal } from '../library-journal.ts';
import type { LibraryLease } from '../library-lease.ts';
import type { Clock } from '../../util/clock.ts';
import type { TrashEntry, TrashedPicture, TrashStore } from './trash-store.ts';
import { dueTime, readReadings, withReading, writeReadings } from './trash-time.ts';

/** Removes pictures from the trash for good. Nothing else ever deletes a picture that was paid for. */
export interface Trash {
  /** Asks about the present contents of the trash, and removes exactly those. Null if the answer was no. */
  empty(ask: () => Promise<boolean>): Promise<Emptied | null>;
  /** Removes what has been there for thirty days (trash-time.ts), now and every day. Resolves after the first time; never rejects. */
  start(): Promise<void>;
  /** The time to record for a picture thrown away now. Never before the last reading: if the clock was set back, the picture would be due too soon. */
  now(): EpochMs;
  /** Runs a function that restores pictures, but never between discarding a file and updating its row. */
  betweenRemovals<T>(run: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** `left`: pictures that stay in the trash, because their file could not be removed or their library folder is missing or in use by another Latent. */
export interface Emptied {
  readonly removed: number;
  readonly left: number;
}

export interface TrashDeps {
  readonly clock: Clock;
  /** Where the readings of the clock are kept between starts. */
  readonly timeFile: string;
  readonly repository: TrashStore;
  readonly folders: Pick<LibraryFolders, 'root' | 'roots' | 'locate'>;
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly journal: Pick<LibraryJournal, 'recordRemoved'>;
  readonly discard: Discard;
  readonly removed: (ids: readonly ImageId[], tasks: readonly TaskId[]) => void;
  readonly failed: (message: string, error: unknown) => void;
}

/** If a method rejects, with the system's error, the file is unchanged. */
export interface Discard {
  /** Moves the file to the system's trash, or deletes it if that fails. The person has confirmed this. */
  byHand(file: string): Promise<void>;
  /** Moves the file to the system's trash. Never deletes it, because nobody was asked. */
  byAge(file: string): Promise<void>;
}

const day = 86_400_000;
/** Rows read in one query. */
const page = 5_000;
/** Pictures removed together; a restore waits for them. If the system's trash takes none of them by age, the rest is not tried. */
const together = 20;

interface Located extends Pick<TrashedPicture, 'id' | 'taskId' | 'index'> {
  readonly at: Awaited<ReturnType<LibraryFolders['locate']>>;
}

export function createTrash({ clock, timeFile, repository, folders, lease, journal, discard, removed, failed }: TrashDeps): Trash {
  const sequencer = createSequencer();
  const closing = new AbortController();
  let cancel: () => void = () => undefined;
  let lastReading: EpochMs = -Infinity;

  /**
   * Records the removals in the journal first, so that a rebuilt history does not bring the pictures back. Returns those whose file is
   * known to exist or to be gone. Null if another Latent is writing to the library, or this one is quitting.
   */
  const recordRemovals = async (pictures: readonly TrashedPicture[], at: EpochMs): Promise<readonly Located[] | null> => {
    // A folder that cannot be reached may contain the file.
    const allRootsThere = await areThere(folders.roots());
    const located = await Promise.all(pictures.map(async (picture) => ({ id: picture.id, taskId: picture.taskId, index: picture.index, at: await folders.locate(picture.file) })));
    const ready = located.filter((one) => one.at !== null || allRootsThere);
    const rootOf = (found: Located['at']): string => found?.root ?? folders.root();
    for (const root of new Set(ready.map((one) => rootOf(one.at)))) {
      const removals = ready.filter((one) => rootOf(one.at) === root).map(({ taskId, index }) => ({ taskId, index, at }));
      if ((await lease.during(root, () => journal.recordRemoved(root, removals), closing.signal)) === null) return null;
    }
    return ready;
  };

  const discardAll = async (ready: readonly Located[], still: ReadonlyMap<ImageId, TrashedPicture>, how: keyof Discard): Promise<{ readonly gone: readonly ImageId[]; readonly errors: readonly unknown[] }> => {
    const gone: ImageId[] = [];
    const errors: unknown[] = [];
    for (const { id, at: found } of ready) {
      const picture = still.get(id);
      if (picture === undefined) continue;
      try {
        // Another picture has the same file: it stays for that one.
        if (found !== null && !picture.sharesFile) await discard[how](found.path);
        gone.push(id);
      } catch (error) {
        errors.push(error);
      }
    }
    return { gone, errors };
  };

  const contents = async (until: EpochMs): Promise<readonly TrashEntry[]> => {
    const all: TrashEntry[] = [];
    for (;;) {
      const found = await repository.trashed(until, all.at(-1) ?? null, page);
      all.push(...found);
      if (found.length < page) return all;
    }
  };

  const remove = async (those: readonly TrashEntry[], how: keyof Discard): Promise<Emptied> => {
    const at = clock.now();
    let [done, left, refused] = [0, 0, false];
    for (let from = 0, count = 0; from < those.length && !closing.signal.aborted; from += count) {
      const next = await repository.trashedPictures(those.slice(from, from + together));
      // Pictures that share a file go one by one: the last of them takes it along.
      count = next.filter(({ sharesFile }) => sharesFile).length > 1 ? 1 : together;
      const part = those.slice(from, from + count);
      const ready = await recordRemovals(next.filter(({ id }) => part.some((one) => one.id === id)), at);
      if (ready === null) {
        left += those.length - from;
        failed(closing.signal.aborted ? 'the trash was not emptied, because Latent is quitting' : 'the trash was not emptied, because another Latent is writing to the library', null);
        break;
      }
      await sequencer.run('rows', async () => {
        // Without those that were restored since. Nothing is restored until the rows of the others are updated.
        const still = new Map((await repository.trashedPictures(part)).map((picture) => [picture.id, picture]));
        const { gone, errors } = await discardAll(ready, still, how);
        const tasks = await repository.removeImages(gone, at);
        done += gone.length;
        left += still.size - gone.length;
        if (gone.length > 0) removed(gone, tasks);
        if (errors.length > 0) failed(`${errors.length} files in the trash could not be removed`, errors[0]);
        refused = errors.length > 1 && gone.length === 0;
      });
      if (how === 'byAge' && refused) break;
    }
    return { removed: done, left };
  };

  const removeDue = async (): Promise<void> => {
    const now = clock.now();
    const readings = withReading(await readReadings(timeFile), now);
    lastReading = readings.at(-1)?.at ?? now;
    // If the readings cannot be saved, nothing is removed.
    await writeReadings(timeFile, readings);
    // Two readings agree, so a picture thrown away in the future was thrown away by a wrong clock.
    while (readings.length > 1 && !closing.signal.aborted && (await repository.limitTimes(now)));
    const due = dueTime(readings);
    if (due !== null) await remove(await contents(due), 'byAge');
  };

  const daily = async (): Promise<void> => {
    cancel = clock.after(day, () => void daily());
    await sequencer.run('trash', removeDue).catch((error: unknown) => failed('the trash could not be emptied', error));
  };

  return {
    async empty(ask) {
      const asked = await contents(Infinity);
      return (await ask()) ? sequencer.run('trash', () => remove(asked, 'byHand')) : null;
    },
    start: daily,
    now: () => Math.max(clock.now(), lastReading),
    betweenRemovals: (run) => sequencer.run('rows', run),
    async close() {
      closing.abort();
      cancel();
      await sequencer.run('trash', () => Promise.resolve());
    },
  };
}
