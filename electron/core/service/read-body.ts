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
      if (bytes > limit && withPictures && limit === maxAnswerBytes && carriesPictures(chunks)) limit = maxPictureAnswerBytes;
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

function carriesPictures(chunks: readonly Uint8Array[]): boolean {
  const text = Buffer.concat(chunks);
  return text.includes('"b64_json"') || text.includes(';base64,');
}

const utf8 = new TextDecoder();

function textOf(chunks: readonly Uint8Array[]): string {
  // Drops a byte order mark, and replaces invalid UTF-8 by U+FFFD.
  return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
}
