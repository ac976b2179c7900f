import type { ByteSource } from '../../image-header/image-header.ts';

/** A part of a copy: bytes of its own, or a range of the original. */
export type Piece = Buffer | Span;
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The original cannot be taken apart, so a copy with other metadata cannot be made. */
export class Unwritable extends Error {}

/** Chunks or segments of one file. With the usual 8 KiB per chunk, they amount to 1.6 GB. */
export const mostParts = 200_000;

/** Collects pieces and joins ranges that follow each other. */
export class PieceList {
  readonly pieces: Piece[] = [];

  add(bytes: Buffer): void {
    if (bytes.length > 0) this.pieces.push(bytes);
  }

  keep(from: number, to: number): void {
    const last = this.pieces.at(-1);
    if (last !== undefined && !Buffer.isBuffer(last) && last.to === from) this.pieces[this.pieces.length - 1] = { from: last.from, to };
    else if (to > from) this.pieces.push({ from, to });
  }
}

/** Bytes of the original. Throws Unwritable if it ends before. */
export async function readWhole(source: ByteSource, at: number, length: number): Promise<Buffer> {
  const bytes = await source.read(at, length);
  if (bytes.length < length) throw new Unwritable('the file ends too early');
  return bytes;
}
