import { once } from 'node:events';
import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { ArrivingBody } from './arriving-body.ts';
import { toHttpFailure } from './transport-failure.ts';

/** Nobody applies more codings than this for a good reason. */
const maxLayers = 2;

/** Accepts a missing trailer, as browsers do. HTTP itself says whether the body is complete. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const lenientBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

/**
 * The body with gzip, deflate and brotli decoded piece by piece, so that the reader can stop at any point. Bytes of an unknown coding are
 * returned as they came. Ending the iteration early ends the transfer.
 */
export function decodedBody(body: ArrivingBody, contentEncoding: string): AsyncIterable<Uint8Array> {
  const codings = codingsIn(contentEncoding);
  if (codings.length === 0 || codings.length > maxLayers) return body;
  return {
    [Symbol.asyncIterator]() {
      let chunks: AsyncIterator<Uint8Array> | null = null;
      return {
        async next() {
          try {
            chunks ??= (await decode(body, codings))[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
            return await chunks.next();
          } catch (error) {
            body.giveUp();
            throw toHttpFailure(error, true);
          }
        },
        return() {
          body.giveUp();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}

function codingsIn(contentEncoding: string): readonly string[] {
  return contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

async function decode(body: ArrivingBody, codings: readonly string[]): Promise<Readable> {
  let decoded = Readable.from(body, { objectMode: false });
  for (const coding of [...codings].reverse()) {
    const decoder = await decoderFor(coding, decoded);
    if (decoder === null) return decoded;
    decoded = pipeline(decoded, decoder, () => undefined);
  }
  return decoded;
}

async function decoderFor(coding: string, body: Readable): Promise<Transform | null> {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(lenient);
    case 'deflate':
      return (await startsLikeZlib(body)) ? createInflate(lenient) : createInflateRaw(lenient);
    case 'br':
      return createBrotliDecompress(lenientBrotli);
    default:
      return null;
  }
}

/** By the standard, `deflate` is a zlib stream. Some servers send it bare. */
async function startsLikeZlib(body: Readable): Promise<boolean> {
  if (!body.destroyed) await Promise.race([once(body, 'readable'), once(body, 'end'), once(body, 'close')]);
  const first = body.read() as Buffer | null;
  if (first === null) return true;
  body.unshift(first);
  return ((first[0] ?? 0) & 0x0f) === 0x08;
}
