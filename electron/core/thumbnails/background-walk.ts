import type { ImageId } from '../../../shared/task.ts';
import type { StoredLook, ThumbnailStore } from './thumbnail-store.ts';

const isMissing = (look: StoredLook | undefined): boolean => look?.state === 'none';

/** Ids looked up at once in the database and the store. */
const batch = 512;

/** Fewer missing thumbnails are made without showing progress: that takes less than a minute. */
const manyMissing = 500;
/** Percent from one report of progress to the next. */
const progressStep = 5;

export interface BackgroundWalkPorts {
  readonly store: Pick<ThumbnailStore, 'look' | 'walked' | 'setWalked' | 'vacuum'>;
  keptIds(below: ImageId | null, limit: number): Promise<readonly ImageId[]>;
  /** `next` has pictures. */
  found(): void;
  /** Percentage of the library that has been handled, once many thumbnails were found missing; null when the walk has ended. */
  progress(percent: number | null): void;
}

export interface BackgroundWalk {
  start(): void;
  /** The next picture without a thumbnail; null if none is known now. Then `found` is called later. */
  next(): ImageId | null;
  /** `stored`: it has a thumbnail now, or the store knows that it can have none. */
  done(id: ImageId, stored: boolean): void;
  stop(): void;
}

/**
 * Finds the pictures without a thumbnail, the newest first. If a walk reaches its end and leaves nothing out, the store records it, and the next walk
 * looks only at newer pictures. (A picture that was kept long after it got its id counts as older; its thumbnail is made when it is in sight.)
 */
export function createBackgroundWalk({ store, keptIds, found, progress }: BackgroundWalkPorts): BackgroundWalk {
  let queue: ImageId[] = [];
  let underWay = 0;
  /** The newest picture when this walk began. */
  let newest: ImageId = 0;
  /** An earlier walk handled all pictures up to this one. */
  let handled: ImageId = 0;
  /** The oldest picture that this walk has looked at. */
  let reached: ImageId | null = null;
  /** Whether this walk has to be repeated, for instance because a file was missing. */
  let leftOut = false;
  let looking = false;
  let ended = true;
  /** Pictures without a thumbnail that this walk has found. */
  let missing = 0;
  let reported: number | null = null;

  const report = (percent: number | null): void => {
    if (percent === reported) return;
    reported = percent;
    progress(percent);
  };

  const end = (): void => {
    ended = true;
    missing = 0;
    report(null);
  };

  const advance = async (): Promise<void> => {
    if (looking || ended || queue.length + underWay > 0) return;
    looking = true;
    try {
      while (!ended && queue.length === 0) {
        const ids = (await keptIds(reached, batch)).filter((id) => id > handled);
        if (reached === null) newest = ids[0] ?? 0;
        if (ids.length === 0) {
          end();
          if (!leftOut && newest > 0) await store.setWalked(newest);
          await store.vacuum();
          return;
        }
        reached = ids.at(-1) ?? reached;
        const looks = await store.look(ids);
        queue = ids.filter((_id, at) => isMissing(looks[at]));
        missing += queue.length;
      }
    } catch {
      // The database or the disk has failed. The next start continues.
      end();
    } finally {
      looking = false;
    }
    if (!ended) found();
  };

  return {
    start() {
      if (!ended) return;
      ended = false;
      void store.walked().then((walked) => {
        handled = walked ?? 0;
        return advance();
      });
    },
    next() {
      const id = queue.shift();
      if (id === undefined) return null;
      underWay += 1;
      return id;
    },
    done(id, stored) {
      underWay -= 1;
      leftOut ||= !stored;
      // Ids grow with time, so the id tells how much of the walk is done.
      const percent = progressStep * Math.floor(((100 / progressStep) * (newest - id)) / Math.max(newest - handled, 1));
      if (!ended && missing > manyMissing) report(Math.max(percent, reported ?? 0));
      void advance();
    },
    stop() {
      end();
      queue = [];
    },
  };
}
