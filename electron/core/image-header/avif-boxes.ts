import type { ByteSource } from './byte-source.ts';

/** A part of an AVIF file (ISO 14496-12, 4.2). */
export interface Box {
  readonly type: string;
  /** Where its contents begin, and where it ends. */
  readonly start: number;
  readonly end: number;
}

/** No sound file has more. A hostile file could have one in every eight bytes. */
export const maxBoxes = 1000;

/** The outermost boxes of a file, up to the first that ends after the file, because the file was cut or its writer was wrong. */
export async function* outerBoxes(source: ByteSource): AsyncGenerator<Box> {
  for (let at = 0, count = 0; at < source.size && count < maxBoxes; count += 1) {
    const box = boxAt(await source.read(at, 16), 0, source.size - at);
    if (box === null) return;
    yield { type: box.type, start: at + box.start, end: at + box.end };
    at += box.end;
  }
}

/** The boxes between two positions, up to the first that is incomplete. */
export function boxesIn(bytes: Buffer, start: number, end: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end && boxes.length < maxBoxes;) {
    const box = boxAt(bytes, at, end);
    if (box === null) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The box that begins at `at`, if it is complete and ends by `limit`. Size 1: the size follows in 64 bits. Size 0: it ends at `limit`. */
function boxAt(bytes: Buffer, at: number, limit: number): Box | null {
  if (at + 8 > bytes.length) return null;
  const size = bytes.readUInt32BE(at);
  const type = bytes.toString('latin1', at + 4, at + 8);
  if (size === 0) return { type, start: at + 8, end: limit };
  if (size === 1 && at + 16 > bytes.length) return null;
  const header = size === 1 ? 16 : 8;
  const end = at + (size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size);
  return end >= at + header && end <= limit ? { type, start: at + header, end } : null;
}
