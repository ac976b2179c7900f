import { HttpFailure } from '../http/http-client.ts';
import { typeBytes } from '../image-header/image-type.ts';
import { isDelivery, withoutGzip } from './arrived-bytes.ts';

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
export async function readBody(body: AsyncIterable<Uint8Array>, withPictures: boolean): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let limit = maxAnswerBytes;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > limit && withPictures && limit === maxAnswerBytes && carriesPictures([...chunks, chunk])) limit = maxPictureAnswerBytes;
      if (bytes > limit) return { ...contentOf(chunks, limit), cut: 'too-large' };
      chunks.push(chunk);
    }
    return { ...contentOf(chunks, limit), cut: null };
  } catch (error) {
    return {
      ...contentOf(chunks, limit),
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

function contentOf(chunks: readonly Uint8Array[], limit: number): Pick<ReadBody, 'text' | 'picture'> {
  const bytes = withoutGzip(Buffer.concat(chunks), limit);
  return isDelivery(bytes.subarray(0, typeBytes)) ? { text: '', picture: Buffer.from(bytes).toString('base64') } : { text: textOf([bytes]), picture: null };
}

/** JSON is UTF-8. UTF-16 shows itself by its byte order mark. */
function textOf(chunks: readonly Uint8Array[]): string {
  const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  const [first, second] = bytes ?? [];
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  // Drops a byte order mark, and replaces what is invalid by U+FFFD.
  return new TextDecoder(encoding).decode(bytes);
}
