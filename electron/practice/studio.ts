import { createHash } from 'node:crypto';
import { paint, type Commission } from './painter/paint.ts';
import { encodePng } from './painter/png.ts';
import { inSlices } from './slices.ts';

/** Most bytes of finished pictures in memory. A picture that was dropped is painted again, with the same bytes. */
const cacheBytes = 64 * 1_048_576;

export interface PaintedPicture {
  readonly png: Buffer;
  /** A strong validator of exactly these bytes. */
  readonly etag: string;
}

export interface Studio {
  /** Returns a picture from memory, or paints it. Pictures are painted one at a time. Rejects after `close`. */
  picture(commission: Commission): Promise<PaintedPicture>;
  /** Starts to paint a picture that will soon be requested. */
  prepare(commission: Commission): void;
  close(): void;
}

export function createStudio(): Studio {
  const closing = new AbortController();
  const pictures = new Map<string, { readonly painted: Promise<PaintedPicture>; bytes: number }>();
  let queue: Promise<unknown> = Promise.resolve();

  async function make(commission: Commission): Promise<PaintedPicture> {
    closing.signal.throwIfAborted();
    const scanlines = await inSlices(paint(commission), closing.signal);
    const png = await encodePng({ ...commission, scanlines });
    return { png, etag: `"${createHash('sha256').update(png).digest('hex').slice(0, 32)}"` };
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

  function picture(commission: Commission): Promise<PaintedPicture> {
    const key = JSON.stringify([commission.prompt, commission.index, commission.width, commission.height]);
    const known = pictures.get(key);
    if (known) {
      pictures.delete(key);
      pictures.set(key, known);
      return known.painted;
    }
    const entry = { painted: queue.then(() => make(commission)), bytes: 0 };
    pictures.set(key, entry);
    queue = entry.painted.then(
      ({ png }) => {
        entry.bytes = png.length;
        trim();
      },
      () => pictures.delete(key),
    );
    return entry.painted;
  }

  return {
    picture,
    prepare: (commission) => void picture(commission).catch(() => undefined),
    close: () => closing.abort(),
  };
}
