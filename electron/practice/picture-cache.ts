import { paint, type Commission } from './painter/paint.ts';
import { encodePng } from './painter/png.ts';

/** Most bytes of finished pictures in memory. A picture that was dropped is painted again, with the same bytes. */
const cacheBytes = 64 * 1_048_576;

/** Milliseconds of painting between two turns of the event loop. A waiting query is delayed by several of these. */
const sliceMs = 2;

export interface PictureCache {
  /** Returns the PNG of a picture from memory, or paints it. Pictures are painted one at a time. Rejects after `close`. */
  picture(commission: Commission): Promise<Buffer>;
  /** Starts to paint a picture that will soon be requested. */
  prepare(commission: Commission): void;
  close(): void;
}

export function createPictureCache(): PictureCache {
  const closing = new AbortController();
  const pictures = new Map<string, { readonly png: Promise<Buffer>; bytes: number }>();
  let queue: Promise<unknown> = Promise.resolve();

  async function make(commission: Commission): Promise<Buffer> {
    closing.signal.throwIfAborted();
    const scanlines = await inSlices(paint(commission), closing.signal);
    return encodePng({ ...commission, scanlines });
  }

  /** Drops the least recently used pictures, but not one that is still being painted. */
  function trim(): void {
    let total = 0;
    for (const { bytes } of pictures.values()) total += bytes;
    for (const [key, { bytes }] of pictures) {
      if (total <= cacheBytes) return;
      if (bytes > 0) pictures.delete(key);
      total -= bytes;
    }
  }

  function picture(commission: Commission): Promise<Buffer> {
    const key = JSON.stringify([commission.prompt, commission.index, commission.width, commission.height]);
    const known = pictures.get(key);
    if (known) {
      pictures.delete(key);
      pictures.set(key, known);
      return known.png;
    }
    const entry = { png: queue.then(() => make(commission)), bytes: 0 };
    pictures.set(key, entry);
    queue = entry.png.then(
      ({ length }) => {
        entry.bytes = length;
        trim();
      },
      () => pictures.delete(key),
    );
    return entry.png;
  }

  return {
    picture,
    prepare: (commission) => void picture(commission).catch(() => undefined),
    close: () => closing.abort(),
  };
}

/** Runs a generator to its end in short slices, so that the thread keeps answering. Rejects when `signal` aborts. */
async function inSlices<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const end = performance.now() + sliceMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
}
