import { daysInTrash } from '../../../shared/library/marks.ts';
import type { EpochMs, ImageId, TaskId } from '../../../shared/task.ts';
import { createTurns } from '../engine/turns.ts';
import { areThere, type LibraryFolders } from '../library/library-folders.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import type { Clock, Repository, TrashedPicture } from '../ports.ts';

/** Removes for good what is in the trash: the one way by which a picture that was paid for ever leaves. */
export interface Trash {
  /** All of it. `left`: pictures whose file could not be removed, or whose library folder is not there; they stay in the trash. */
  empty(): Promise<Emptied>;
  /** Removes what has been there for thirty days: now, and every day. */
  start(): void;
  close(): Promise<void>;
}

export interface Emptied {
  readonly removed: number;
  readonly left: number;
}

export interface TrashDeps {
  readonly clock: Clock;
  readonly repository: Pick<Repository, 'trashedPictures' | 'removeImages'>;
  readonly folders: Pick<LibraryFolders, 'root' | 'locate'>;
  /** All library folders: one that is out of reach may hold the file. */
  readonly roots: () => readonly string[];
  readonly journal: Pick<LibraryJournal, 'recordRemoved'>;
  /** Gives the file to the system's trash, or deletes it where there is none. Rejects with the system's error. */
  readonly discard: (file: string) => Promise<void>;
  readonly removed: (ids: readonly ImageId[], tasks: readonly TaskId[]) => void;
  readonly failed: (message: string, error: unknown) => void;
}

const day = 86_400_000;
const together = 200;

export function createTrash({ clock, repository, folders, roots, journal, discard, removed, failed }: TrashDeps): Trash {
  const turns = createTurns();
  let closed = false;
  let cancel: () => void = () => undefined;

  /** Journal first: from then on a rebuilt history does not bring the picture back, once its file is gone. */
  const discardAll = async (pictures: readonly TrashedPicture[], at: EpochMs): Promise<readonly ImageId[]> => {
    const allRootsThere = await areThere(roots());
    const located = await Promise.all(pictures.map(async (picture) => ({ picture, at: await folders.locate(picture.file) })));
    const ready = located.filter((one) => one.at !== null || allRootsThere);
    const rootOf = (place: (typeof ready)[number]['at']): string => place?.root ?? folders.root();
    for (const root of new Set(ready.map((one) => rootOf(one.at)))) {
      const ofRoot = ready.filter((one) => rootOf(one.at) === root);
      await journal.recordRemoved(root, ofRoot.map(({ picture: { taskId, index } }) => ({ taskId, index, at })));
    }
    const gone: ImageId[] = [];
    for (const { picture, at: place } of ready) {
      try {
        // Another picture has the same file: it stays for that one.
        if (place !== null && !picture.sharesFile) await discard(place.path);
        gone.push(picture.id);
      } catch (error) {
        failed('a file in the trash could not be removed', error);
      }
    }
    return gone;
  };

  const emptyUntil = (until: EpochMs): Promise<Emptied> =>
    turns.take('trash', async () => {
      const at = clock.now();
      let after: { readonly trashedAt: EpochMs; readonly id: ImageId } | null = null;
      let [gone, left] = [0, 0];
      for (;;) {
        const pictures: readonly TrashedPicture[] = closed ? [] : await repository.trashedPictures(until, after, together);
        const last = pictures.at(-1);
        if (last === undefined) return { removed: gone, left };
        after = { trashedAt: last.trashedAt, id: last.id };
        const ids = await discardAll(pictures, at);
        const tasks = await repository.removeImages(ids, at);
        gone += ids.length;
        left += pictures.length - ids.length;
        if (ids.length > 0) removed(ids, tasks);
      }
    });

  const daily = (): void => {
    emptyUntil(clock.now() - daysInTrash * day).catch((error: unknown) => failed('the trash could not be emptied', error));
    cancel = clock.after(day, daily);
  };

  return {
    empty: () => emptyUntil(clock.now()),
    start: daily,
    async close() {
      closed = true;
      cancel();
      await turns.take('trash', () => Promise.resolve());
    },
  };
}
