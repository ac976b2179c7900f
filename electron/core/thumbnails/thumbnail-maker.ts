import type { ImageId } from '../../../shared/task.ts';
import { coloursLength, type BrokenReason, type ThumbnailLook } from '../../../shared/thumbnail.ts';
import type { Clock } from '../util/clock.ts';
import { createBackgroundWalk } from './background-walk.ts';
import type { Decoder } from './decode-queue.ts';
import { createLimiter } from '../util/limiter.ts';
import type { Found, ThumbnailStore } from './thumbnail-store.ts';

/** Longer side in pixels: sharp in a 256-px cell on a screen of twice the density. */
const thumbnailSide = 512;
/** Thumbnails that are read at the same time: a screenful at once would delay everything else on this thread. */
const mostReads = 4;
/** Milliseconds without a key press or scroll before the background work continues. */
const rest = 700;

export interface ThumbnailMakerPorts {
  readonly store: ThumbnailStore;
  readonly decoder: Decoder;
  readonly clock: Clock;
  /** Ids of kept pictures below `below` (null: from the newest), descending, at most `limit`. */
  keptIds(below: ImageId | null, limit: number): Promise<readonly ImageId[]>;
  /** Where the picture's file is now, and whether Latent can show its type. Null if the file is missing, such as on an unplugged disk: then no decoder is started. */
  fileOf(id: ImageId): Promise<{ readonly path: string; readonly isShown: boolean } | null>;
  /** Then the background makes one at a time. */
  onBattery(): boolean;
  /** How far the background is with many missing thumbnails, in percent; null when it has ended. */
  progress(percent: number | null): void;
  /** How many are made side by side. */
  readonly sideBySide: number;
}

export interface ThumbnailMaker {
  /** WebP bytes, made now if they are not there; null when there are none, or nobody wants them any more. Never rejects. */
  get(id: ImageId): Promise<Uint8Array | null>;
  /** What is known of pictures, in the order of the ids. Never rejects. */
  look(ids: readonly ImageId[]): Promise<readonly ThumbnailLook[]>;
  /** Cancels requests for pictures that are no longer in sight, unless they have started. */
  left(ids: readonly ImageId[]): void;
  /** A picture was just saved, and somebody waits for it. */
  kept(id: ImageId): void;
  /** Deletes the thumbnails of removed pictures and frees their space. */
  removed(ids: readonly ImageId[]): Promise<void>;
  /** The person scrolls or types: the background waits. */
  busy(): void;
  /** Forgets why a picture was broken and makes it anew. True when it has a thumbnail now. */
  tryAgain(id: ImageId): Promise<boolean>;
  /** Starts or continues to make missing thumbnails, the newest first. */
  start(): void;
  /** Starts nothing more, and answers waiting requests with null. */
  close(): void;
}

const none: Found = { state: 'none' };

interface Job {
  readonly id: ImageId;
  readonly made: Promise<Uint8Array | null>;
  readonly settle: (thumbnail: Uint8Array | null) => void;
  begun: boolean;
}

interface Made {
  readonly thumbnail: Uint8Array | null;
  /** It is kept, or written down as broken. */
  readonly settled: boolean;
}

/** Makes thumbnails: first for pictures in sight, then for new ones, then, while the person is idle, for all others. */
export function createThumbnailMaker(ports: ThumbnailMakerPorts): ThumbnailMaker {
  const { store, decoder, clock, sideBySide } = ports;
  /** Waiting and under way. */
  const jobs = new Map<ImageId, Job>();
  const inSight: Job[] = [];
  /** Requests whose thumbnail is being read from the store. */
  const lookedFor = new Map<ImageId, { left: boolean }>();
  const limitReads = createLimiter(mostReads);
  const fresh: Job[] = [];
  /** Not stored, because the file may come back. */
  const fileMissing = new Set<ImageId>();
  let underWay = 0;
  let lastBusy = -Infinity;
  let cancelWait = (): void => undefined;
  let closed = false;

  const walk = createBackgroundWalk({
    store,
    keptIds: ports.keptIds,
    found: () => begin(),
    progress: ports.progress,
  });

  const fileOf: ThumbnailMakerPorts['fileOf'] = (id) => ports.fileOf(id).catch(() => null);
  const make = async (id: ImageId): Promise<Made> => {
    // It may have been made, or found broken, since it was asked for.
    const found = await store.read(id);
    if (found.state !== 'none') return { thumbnail: found.state === 'kept' ? found.thumbnail : null, settled: true };
    for (;;) {
      const from = await fileOf(id);
      if (from === null) return broken(id, 'file-missing');
      if (!from.isShown) return broken(id, 'kept-only');
      const decoded = await decoder.decode(id, { kind: 'thumbnail', side: thumbnailSide });
      if (decoded.ok) {
        fileMissing.delete(id);
        // If it cannot be stored, such as on a full disk, it is still shown and made again later.
        return { thumbnail: decoded.bytes, settled: await store.write(id, decoded.bytes, decoded.colours) };
      }
      // It may have been moved while it was decoded.
      if (decoded.reason === 'unavailable' || (await fileOf(id))?.path === from.path) return broken(id, decoded.reason);
    }
  };

  const broken = async (id: ImageId, reason: BrokenReason | 'unavailable'): Promise<Made> => {
    if (reason === 'file-missing') fileMissing.add(id);
    else fileMissing.delete(id);
    if (reason === 'file-missing' || reason === 'unavailable') return { thumbnail: null, settled: false };
    return { thumbnail: null, settled: await store.markBroken(id, reason) };
  };

  /** True when the picture need not be looked at again. */
  const run = async (job: Job): Promise<boolean> => {
    job.begun = true;
    underWay += 1;
    const { thumbnail, settled } = await make(job.id);
    underWay -= 1;
    jobs.delete(job.id);
    job.settle(thumbnail);
    begin();
    return settled;
  };

  const begin = (): void => {
    cancelWait();
    while (!closed && underWay < sideBySide) {
      const wanted = inSight.shift() ?? fresh.shift();
      if (wanted !== undefined) {
        if (!wanted.begun) void run(wanted);
        continue;
      }
      if (underWay >= (ports.onBattery() ? 1 : sideBySide)) return;
      const quiet = clock.monotonic() - lastBusy;
      if (quiet < rest) {
        cancelWait = clock.after(rest - quiet, begin);
        return;
      }
      const id = walk.next();
      if (id === null) return;
      const job = jobs.get(id) ?? newJob(id);
      const settled = job.begun ? job.made.then((thumbnail) => thumbnail !== null) : run(job);
      void settled.then((done) => walk.done(id, done));
    }
  };

  const newJob = (id: ImageId): Job => {
    const { promise, resolve } = Promise.withResolvers<Uint8Array | null>();
    const job: Job = { id, made: promise, settle: resolve, begun: false };
    jobs.set(id, job);
    return job;
  };

  const want = (id: ImageId, queue: Job[]): Promise<Uint8Array | null> => {
    const job = jobs.get(id) ?? newJob(id);
    if (!job.begun && !inSight.includes(job)) {
      queue.push(job);
      begin();
    }
    return job.made;
  };

  const drop = (id: ImageId): void => {
    const asked = lookedFor.get(id);
    if (asked !== undefined) asked.left = true;
    lookedFor.delete(id);
    const job = jobs.get(id);
    const at = job === undefined ? -1 : inSight.indexOf(job);
    if (job === undefined || at < 0) return;
    inSight.splice(at, 1);
    // A new picture's thumbnail is made anyway.
    if (fresh.includes(job)) return;
    jobs.delete(id);
    job.settle(null);
  };

  return {
    async get(id) {
      const asked = lookedFor.get(id) ?? { left: false };
      lookedFor.set(id, asked);
      const found = await limitReads(() => (asked.left ? Promise.resolve(none) : store.read(id)));
      if (lookedFor.get(id) === asked) lookedFor.delete(id);
      if (found.state === 'kept') return found.thumbnail;
      if (found.state === 'broken' || asked.left || closed) return null;
      return want(id, inSight);
    },
    async look(ids) {
      const looks = await store.look(ids);
      return ids.map((id, at) => {
        const look = looks[at];
        return {
          colours: (look?.state === 'kept' ? look.colours : null) ?? new Uint8Array(coloursLength),
          broken: look?.state === 'broken' ? look.reason : fileMissing.has(id) ? 'file-missing' : null,
        };
      });
    },
    left(ids) {
      ids.forEach(drop);
    },
    kept(id) {
      if (!closed) void want(id, fresh);
    },
    async removed(ids) {
      ids.forEach(drop);
      for (const id of ids) {
        // A thumbnail that is being made would be stored after it was forgotten.
        await jobs.get(id)?.made;
        await store.forget(id);
      }
      // At its end, the walk frees the space.
      if (!closed) walk.start();
    },
    busy() {
      lastBusy = clock.monotonic();
    },
    async tryAgain(id) {
      await store.forget(id);
      return closed ? false : (await want(id, inSight)) !== null;
    },
    start: walk.start,
    close() {
      closed = true;
      cancelWait();
      walk.stop();
      inSight.length = 0;
      fresh.length = 0;
      for (const job of jobs.values()) job.settle(null);
      decoder.close();
    },
  };
}
