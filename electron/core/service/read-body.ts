import { HttpFailure } from '../http/http-client.ts';

/** Most decoded bytes of an answer. More is refused before it fills the memory. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Largest answer that carries pictures as base64: about 36 MB of pictures. */
const maxPictureAnswerBytes = 48 * 1024 * 1024;

export interface ReadBody {
  /** What arrived, even if it is not complete. */
  readonly text: string;
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
      if (bytes > limit) return { text: textOf(chunks), cut: 'too-large' };
      chunks.push(chunk);
    }
    return { text: textOf(chunks), cut: null };
  } catch (error) {
    return {
      text: textOf(chunks),
      cut: error instanceof HttpFailure ? error : new HttpFailure('FAILED', true, { cause: error }),
    };
  }
}

/** How base64 shows itself in JSON: by a name, or by the first bytes of PNG, JPEG, WebP, GIF and AVIF. */
const base64Marks = ['"b64_json"', ';base64,', '"iVBORw', '"/9j/', '"\\/9j\\/', '"UklGR', '"R0lGOD', '"AAAA'];

function carriesPictures(chunks: readonly Uint8Array[]): boolean {
  const text = Buffer.concat(chunks);
  return base64Marks.some((mark) => text.includes(mark));
}

/** JSON is UTF-8. UTF-16 shows itself by its byte order mark. */
function textOf(chunks: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(chunks);
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'feff') bytes.subarray(0, bytes.length - (bytes.length % 2)).swap16();
  // Drops a byte order mark, and replaces what is invalid by U+FFFD.
  return new TextDecoder(mark === 'feff' || mark === 'fffe' ? 'utf-16le' : 'utf-8').decode(bytes);
}
