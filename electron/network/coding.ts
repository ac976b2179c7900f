import type { Transform } from 'node:stream';
import { brotliDecompressSync, constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { codeOf } from '../core/util/system-errors.ts';

/** A way in which a body may be encoded, and how to undo it. */
export interface Coding {
  /** Bytes of the checksum and the length at its end. */
  readonly trailer: number;
  /** Accepts a missing trailer, as browsers do. HTTP itself says whether the body is complete. */
  decoder(): Transform;
  /** All that these bytes decode to. Throws if they are damaged, or hold more than `most`; with `strict` also if they end early. */
  decode(bytes: Uint8Array, most: number, strict: boolean): Buffer;
}

const zlibEnd = (strict: boolean): number => (strict ? constants.Z_FINISH : constants.Z_SYNC_FLUSH);
const zlib = (trailer: number, create: (options: ZlibOptions) => Transform, decode: (bytes: Uint8Array, options: ZlibOptions) => Buffer): Coding => ({
  trailer,
  decoder: () => create({ finishFlush: constants.Z_SYNC_FLUSH }),
  decode: (bytes, maxOutputLength, strict) => decode(bytes, { finishFlush: zlibEnd(strict), maxOutputLength }),
});

const gzip = zlib(8, createGunzip, gunzipSync);
const deflate = zlib(4, createInflate, inflateSync);
const deflateRaw = zlib(0, createInflateRaw, inflateRawSync);
const brotli: Coding = {
  trailer: 0,
  decoder: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  decode: (bytes, maxOutputLength, strict) => brotliDecompressSync(bytes, { finishFlush: strict ? constants.BROTLI_OPERATION_FINISH : constants.BROTLI_OPERATION_FLUSH, maxOutputLength }),
};

/** Decoded bytes that a beginning is tried with. */
const mostTried = 1024 * 1024;

/**
 * The coding of a body that begins with these bytes and is announced under this name. Null if it is unknown, or the bytes do not fit it: then
 * they are plain. `isAll`: no more bytes follow.
 */
export function codingOf(name: string, beginning: Uint8Array, isAll: boolean): Coding | null {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return beginning[0] === 0x1f && beginning[1] === 0x8b ? gzip : null;
    case 'deflate':
      // By the standard, it is a zlib stream. Some servers send it bare.
      return [deflate, deflateRaw].find((coding) => fits(coding, beginning, isAll)) ?? null;
    case 'br':
      return fits(brotli, beginning, isAll) ? brotli : null;
    default:
      return null;
  }
}

function fits(coding: Coding, beginning: Uint8Array, isAll: boolean): boolean {
  const attempt = (strict: boolean): boolean => {
    try {
      return coding.decode(beginning, mostTried, strict).length > 0 || !isAll;
    } catch (error) {
      return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' || isChecksum(error);
    }
  };
  if (!isAll) return attempt(false);
  // A whole body that ends early was cut, or it was never encoded and decodes to something by chance. Then it reads as text.
  return attempt(true) || (!isText(beginning) && attempt(false));
}

/** Only the checksum or the length at the end is wrong: everything was decoded. */
export function isChecksum(error: unknown): boolean {
  return error instanceof Error && /^incorrect (?:data|length) check$/.test(error.message);
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !/[^\t\n\r\x20-\x7e\u00a0-\uffff]/.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}
