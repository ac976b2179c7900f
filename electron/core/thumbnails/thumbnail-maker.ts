import { availableParallelism, cpus } from 'node:os';
import type { ImageId } from '../../../shared/task.ts';
import { coloursLength, middleOf, type ThumbnailLook } from '../../../shared/windows/thumbnail-look.ts';
import type { Clock } from '../util/clock.ts';
import { createBackgroundWalk } from './background-walk.ts';
import type { Decoded, Decoder } from './decoder-process.ts';
import { createLimiter } from '../util/limiter.ts';
import { thumbnailSide, type Found, type ThumbnailStore } from './thumbnail-store.ts';

/** Thumbnails that are read at the same time: a screenful at once would delay everything else on this thread. */
const mostReads = 4;
/** Milliseconds without a key press or scroll before the background work continues. */
const rest = 700;

/** How many pictures are decoded at the same time: two for each core that this process may use, at most eight. */
export function decodedAtOnce(): number {
  const cores = typeof availableParallelism === 'function' ? availableParallelism() : cpus().length;
  return Math.min(cores * 2, 8);
}

export interface ThumbnailMakerPorts {
  readonly store: ThumbnailStore;
  /** For pictures that a person waits for. */
  readonly decoder: Decoder;
  /** For the background work. It has a lower priority. */
  readonly backgroundDecoder: Decoder;
  readonly clock: Clock;
  /** Ids of kept pictures below `below` (null: from the newest), descending, at most `limit`. */
  keptIds(below: ImageId | null, limit: number): Promise<readonly ImageId[]>;
  /** Where the picture's file is now, and whether Latent can show its type. Null if the file is missing, such as on an unplugged disk: then no decoder is started. */
  fileOf(id: ImageId): Promise<{ readonly path: string; readonly isShown: boolean } | null>;
  /**
   * The decoder shows a picture with these proportions, which its row must have too: decoders differ in what
   * turns a picture. Resolves when the row has them.
   */
  seen(id: ImageId, size: { readonly width: number; readonly height: number }): Promise<void>;
  /** Then the background makes one at a time. */
  onBattery(): boolean;
  /** How far the background is with many missing thumbnails, in percent; null when it has ended. */
  progress(percent: number | null): void;
  /** More pictures have a hash. */
  hashed(): void;
  /** How many are made side by side. */
  readonly sideBySide: number;
}

export interface ThumbnailMaker {
  /** The bytes, made now if they are not there; null when there are none, or nobody wants them any more. Never rejects. */
  get(id: ImageId): Promise<Uint8Array | null>;
  /** What is known of pictures, in the order of the ids. Never rejects. */
  look(ids: readonly ImageId[]): Promise<readonly ThumbnailLook[]>;
  /** The colour in the middle of each picture as 0xRRGGBB, -1 where none is known, in the order of the ids. Never rejects. */
  colours(ids: readonly ImageId[]): Promise<Int32Array>;
  /** Cancels requests for pictures that are no longer in sight, unless they have started. */
  left(ids: readonly ImageId[]): void;
  /** Starts the decoder, because a person may soon wait for pictures. */
  expect(): void;
  /** A new picture's file is in its place, and its row is being saved. `saved`: whether it was. Nothing is stored before. */
  placed(id: ImageId, saved: Promise<boolean>): void;
  /** A picture is in the library. */
  kept(id: ImageId): void;
  /** Deletes the thumbnails of removed pictures and frees their space. */
  removed(ids: readonly ImageId[]): Promise<void>;
  /** The person scrolls or types, so the background work waits. */
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
  /** Whether the picture's row is saved. */
  readonly saved: Promise<boolean>;
  /** Its thumbnail may not be stored yet. */
  readonly made: PromiseWithResolvers<Uint8Array | null>;
  /** Whether what became of it is stored, so that the background walk need not try again. Null: it has not begun. */
  stored: Promise<boolean> | null;
}

/** Makes thumbnails: first for pictures in sight, then for new ones, then, while the person is idle, for all others. */
export function createThumbnailMaker(ports: ThumbnailMakerPorts): ThumbnailMaker {
  const { store, decoder, backgroundDecoder, clock, sideBySide } = ports;
  /** Waiting and under way. */
  const jobs = new Map<ImageId, Job>();
  const inSight: Job[] = [];
  /** Requests whose thumbnail is being read from the store. */
  const lookedFor = new Map<ImageId, { left: boolean }>();
  const limitReads = createLimiter(mostReads);
  /** New pictures that may be out of sight. */
  const fresh: Job[] = [];
  /** Not stored, because the file may come back. */
  const fileMissing = new Set<ImageId>();
  /** Jobs under way in each decoder. */
  const underWay = new Map([decoder, backgroundDecoder].map((each) => [each, 0]));
  const countOf = (each: Decoder): number => underWay.get(each) ?? 0;
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

  const decode = async (id: ImageId, by: Decoder): Promise<Decoded> => {
    for (;;) {
      const from = await fileOf(id);
      if (from === null) return { ok: false, reason: 'file-missing' };
      if (!from.isShown) return { ok: false, reason: 'no-preview' };
      const decoded = await by.decode(id, { kind: 'thumbnail', side: thumbnailSide });
      // It may have been moved while it was decoded.
      if (decoded.ok || decoded.reason === 'unavailable' || (await fileOf(id))?.path === from.path) return decoded;
    }
  };

  /** False: the row could not be written. Then nothing else is stored, so that the picture is looked at again later. */
  const isRowRight = async (id: ImageId, decoded: Decoded): Promise<boolean> => {
    if (!decoded.ok || decoded.width === decoded.height) return true;
    return ports.seen(id, { width: decoded.width, height: decoded.height }).then(
      () => true,
      () => false,
    );
  };

  const make = async ({ id, saved, made }: Job, by: Decoder): Promise<boolean> => {
    underWay.set(by, countOf(by) + 1);
    const free = (): void => {
      underWay.set(by, countOf(by) - 1);
      begin();
    };
    // It may have been made, or found broken, since it was asked for.
    const found = await store.read(id);
    if (found.state !== 'none') {
      made.resolve(found.state === 'kept' ? found.thumbnail : null);
      free();
      return true;
    }
    const decoded = await decode(id, by);
    free();
    if (decoded.ok || decoded.reason !== 'file-missing') fileMissing.delete(id);
    else fileMissing.add(id);
    // If it cannot be stored, such as on a full disk, it is still shown and made again later.
    if (decoded.ok) made.resolve(decoded.bytes);
    const stored = (await saved) && (await isRowRight(id, decoded)) && (await keep(id, decoded));
    made.resolve(null);
    return stored;
  };

  /** Resolves to whether it is stored. */
  const keep = async (id: ImageId, decoded: Decoded): Promise<boolean> => {
    if (!decoded.ok) return decoded.reason !== 'file-missing' && decoded.reason !== 'unavailable' && store.markBroken(id, decoded.reason);
    const isStored = await store.write(id, decoded.bytes, decoded.colours, decoded.hash);
    if (isStored) ports.hashed();
    return isStored;
  };

  const run = (job: Job, by: Decoder): Promise<boolean> => (job.stored ??= make(job, by).finally(() => jobs.delete(job.id)));

  const begin = (): void => {
    cancelWait();
    while (!closed && countOf(decoder) < sideBySide) {
      const wanted = inSight.shift();
      if (wanted === undefined) break;
      if (wanted.stored === null) void run(wanted, decoder);
    }
    while (!closed && countOf(decoder) + countOf(backgroundDecoder) < (ports.onBattery() ? 1 : sideBySide)) {
      const job = fresh.shift();
      if (job !== undefined) {
        if (job.stored === null) void run(job, backgroundDecoder);
        continue;
      }
      const quiet = clock.monotonic() - lastBusy;
      if (quiet < rest) {
        cancelWait = clock.after(rest - quiet, begin);
        return;
      }
      const id = walk.next();
      if (id === null) return;
      void run(jobs.get(id) ?? newJob(id), backgroundDecoder).then((stored) => walk.done(id, stored));
    }
  };

  const newJob = (id: ImageId, saved = Promise.resolve(true)): Job => {
    const job: Job = { id, saved, made: Promise.withResolvers(), stored: null };
    jobs.set(id, job);
    return job;
  };

  const want = (id: ImageId, queue: Job[], saved?: Promise<boolean>): Promise<Uint8Array | null> => {
    const job = jobs.get(id) ?? newJob(id, saved);
    if (job.stored === null && !queue.includes(job)) {
      queue.push(job);
      begin();
    }
    return job.made.promise;
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
    job.made.resolve(null);
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
    async colours(ids) {
      const looks = await store.look(ids);
      return Int32Array.from(ids, (_, at) => {
        const look = looks[at];
        return look?.state === 'kept' && look.colours !== null ? middleOf(look.colours) : -1;
      });
    },
    left(ids) {
      ids.forEach(drop);
    },
    expect: decoder.prepare,
    placed(id, saved) {
      if (!closed) void want(id, inSight, saved);
    },
    kept(id) {
      if (!closed) void want(id, fresh);
    },
    async removed(ids) {
      ids.forEach(drop);
      for (const id of ids) {
        // A thumbnail that is being made would be stored after it was forgotten.
        await jobs.get(id)?.stored;
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
      for (const job of jobs.values()) job.made.resolve(null);
      decoder.close();
      backgroundDecoder.close();
    },
  };
}
