import { createHash } from 'node:crypto';
import { paint, type Commission } from './painter/paint.ts';
import { encodePng } from './painter/png.ts';
import { inSlices } from './slices.ts';

/** Bytes of finished pictures kept at hand; painting the same again gives the same bytes. */
const cacheBytes = 64 * 1_048_576;

export interface PaintedPicture {
  readonly png: Buffer;
  /** A strong validator of exactly these bytes. */
  readonly etag: string;
}

export interface Studio {
  /** Paints it unless it is at hand. Pictures are painted one after the other. Rejects after `close`. */
  picture(commission: Commission): Promise<PaintedPicture>;
  /** Begins now what `picture` will be asked for soon. */
  prepare(commission: Commission): void;
  close(): void;
}

export function createStudio(): Studio {
  const closing = new AbortController();
  const pictures = new Map<string, { readonly painted: Promise<PaintedPicture>; bytes: number }>();
  let easel: Promise<unknown> = Promise.resolve();

  async function make(commission: Commission): Promise<PaintedPicture> {
    closing.signal.throwIfAborted();
    const scanlines = await inSlices(paint(commission), closing.signal);
    const png = await encodePng({ ...commission, scanlines });
    return { png, etag: `"${createHash('sha256').update(png).digest('hex').slice(0, 32)}"` };
  }

  /** Lets the least recently used go; what is still being painted stays. */
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
    const entry = { painted: easel.then(() => make(commission)), bytes: 0 };
    pictures.set(key, entry);
    easel = entry.painted.then(
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
