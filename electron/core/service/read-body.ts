import { HttpFailure } from '../http/http-client.ts';
import { typeBytes, deliveredTypeOf } from '../image-header/image-type.ts';
import { constants, gunzipSync } from 'node:zlib';

/** Most decoded bytes of an answer. More is refused before it fills the memory. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Largest answer that carries pictures as base64: about 36 MB of pictures. */
const maxPictureAnswerBytes = 48 * 1024 * 1024;

export interface ReadBody {
  /** What arrived, even if it is not complete. Empty for a picture. */
  readonly text: string;
  /** The picture that the body is, as base64. Null for text. */
  readonly picture: string | null;
  /** Why it is not complete: the connection failed, or it was too large. Null if it is complete. */
  readonly cut: HttpFailure | 'too-large' | null;
}

/** Reads a body to its end or to the limit. `withPictures` raises the limit for a body that contains pictures. Never rejects. */
export async function readBody(body: AsyncIterable<Uint8Array>, withPictures: boolean, contentType = ''): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let limit = maxAnswerBytes;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > limit && withPictures && limit === maxAnswerBytes && carriesPictures([...chunks, chunk])) limit = maxPictureAnswerBytes;
      if (bytes > limit) return { ...contentOf(chunks, limit, contentType), cut: 'too-large' };
      chunks.push(chunk);
    }
    return { ...contentOf(chunks, limit, contentType), cut: null };
  } catch (error) {
    return {
      ...contentOf(chunks, limit, contentType),
      cut: error instanceof HttpFailure ? error : new HttpFailure('FAILED', true, { cause: error }),
    };
  }
}

/** How base64 shows itself in JSON: by a name, or by the first bytes of PNG, JPEG, WebP, GIF and AVIF. */
const base64Marks = ['"b64_json"', ';base64,', '"iVBORw', '"/9j/', '"\\/9j\\/', '"UklGR', '"R0lGOD', '"AAAA'];

function carriesPictures(chunks: readonly Uint8Array[]): boolean {
  const text = Buffer.concat(chunks);
  return isDelivery(text.subarray(0, typeBytes)) || base64Marks.some((mark) => text.includes(mark));
}

function contentOf(chunks: readonly Uint8Array[], limit: number, contentType: string): Pick<ReadBody, 'text' | 'picture'> {
  const bytes = withoutGzip(Buffer.concat(chunks), limit);
  return isDelivery(bytes.subarray(0, typeBytes)) ? { text: '', picture: Buffer.from(bytes).toString('base64') } : { text: textOf(bytes, contentType), picture: null };
}

/** JSON is UTF-8, whatever its header says. UTF-16 shows itself by its byte order mark; another charset is read if the bytes fit it and are not UTF-8. */
function textOf(bytes: Buffer, contentType: string): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'feff') bytes.subarray(0, bytes.length - (bytes.length % 2)).swap16();
  // Drops a byte order mark, and replaces what is invalid by U+FFFD.
  const text = new TextDecoder(mark === 'feff' || mark === 'fffe' ? 'utf-16le' : 'utf-8').decode(bytes);
  const charset = /charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType)?.[1];
  if (charset === undefined || !text.includes('\uFFFD')) return text;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}

/** Caches and gateways compress an answer twice now and then, or leave out the header that says so. */
const maxLayers = 2;

/** The bytes without gzip that no header announced. What does not decode to at most `limit` bytes stays as it is. */
function withoutGzip(bytes: Buffer, limit: number): Buffer {
  let plain = bytes;
  for (let layer = 0; layer < maxLayers && plain[0] === 0x1f && plain[1] === 0x8b; layer += 1) {
    try {
      plain = gunzipSync(plain, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH });
    } catch {
      return plain;
    }
  }
  return plain;
}

/** Whether an answer is a picture itself, or another delivered file, by its first bytes. */
function isDelivery(head: Uint8Array): boolean {
  return ![null, 'bin', 'gz'].includes(deliveredTypeOf(head));
}
