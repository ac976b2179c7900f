import type { ByteSource } from '../../image-header/byte-source.ts';

/** A part of a copy: new bytes, or a range of the original. */
export type Piece = Buffer | Span;
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The structure of the original cannot be read, so its metadata cannot be changed. */
export class Unwritable extends Error {}

/** The most chunks or segments in one file. At the usual 8 KiB per chunk, this is 1.6 GB. */
export const mostParts = 200_000;

/** Collects pieces, and joins adjacent ranges. */
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

/** Reads bytes of the original. Throws Unwritable if the file ends before them. */
export async function readWhole(source: ByteSource, at: number, length: number): Promise<Buffer> {
  const bytes = await source.read(at, length);
  if (bytes.length < length) throw new Unwritable('the file ends too early');
  return bytes;
}
