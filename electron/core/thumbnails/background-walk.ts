import type { ImageId } from '../../../shared/task.ts';
import type { ThumbnailStore, Walked } from './thumbnail-store.ts';

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
  /** `settled`: it has a thumbnail now, or is known never to have one. */
  done(id: ImageId, settled: boolean): void;
  stop(): void;
}

/**
 * Finds the pictures without a thumbnail, from the newest down. Its progress is on disk: the next start checks newer
 * pictures first, then continues from there. A picture whose file was missing is never counted as handled.
 * (One that was kept long after its id was given may lie behind it; it is made when it is looked at.)
 */
export function createBackgroundWalk({ store, keptIds, found, progress }: BackgroundWalkPorts): BackgroundWalk {
  let queue: ImageId[] = [];
  const underWay = new Set<ImageId>();
  /** What an earlier walk handled. */
  let before: Walked | null = null;
  /** The newest picture there was when this walk began. */
  let top: ImageId = 0;
  /** Everything from here to `top` is handled once the queue and `underWay` are empty. */
  let reached: ImageId | null = null;
  /** A picture had no file. Nothing below it is recorded as handled. */
  let gap = false;
  let looking = false;
  let ended = true;
  /** Pictures without a thumbnail that this walk has met. */
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

  const save = async (from: ImageId): Promise<void> => {
    if (gap || top === 0) return;
    // Before this walk reaches the earlier one, the pictures between them are not handled.
    if (before !== null && from > before.to + 1) return;
    await store.setWalked({ from: Math.min(from, before?.from ?? from), to: top });
  };

  const advance = async (): Promise<void> => {
    if (looking || ended || queue.length + underWay.size > 0) return;
    looking = true;
    try {
      while (!ended && queue.length === 0) {
        const ids = await keptIds(reached, batch);
        const last = ids.at(-1);
        if (last === undefined) {
          end();
          await save(1);
          await store.vacuum();
          return;
        }
        if (reached === null) top = ids[0] ?? 0;
        else await save(reached);
        // The rest of this batch was handled by the earlier walk. Looking it up again costs nothing.
        reached = before !== null && last <= before.to ? Math.min(last, before.from) : last;
        const looks = await store.look(ids);
        queue = ids.filter((_id, at) => looks[at]?.state === 'none');
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
        before = walked;
        return advance();
      });
    },
    next() {
      const id = queue.shift();
      if (id === undefined) return null;
      underWay.add(id);
      return id;
    },
    done(id, settled) {
      underWay.delete(id);
      gap ||= !settled;
      // Ids grow with time, so how far down the walk has come tells how much of the library is behind it.
      const percent = progressStep * Math.floor(((100 / progressStep) * (top - id)) / Math.max(top, 1));
      if (!ended && missing > manyMissing) report(Math.max(percent, reported ?? 0));
      void advance();
    },
    stop() {
      end();
      queue = [];
    },
  };
}
