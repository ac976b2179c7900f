import { pipeline, Readable } from 'node:stream';
import type { ArrivingBody } from './arriving-body.ts';
import { codingOf, isChecksum, type Coding } from './coding.ts';
import { toHttpFailure } from './transport-failure.ts';

/** Nobody applies more codings than this for a good reason. */
const maxLayers = 2;

/** Bytes of a body by which it is judged whether it is encoded at all. */
const judgedBytes = 4096;

/** Encoded bytes that are kept, to read a short damaged body as far as it goes. */
const mostKept = 64 * 1024;

/** Decoded bytes from its beginning that a damaged body is read for once more. It is read some seventeen times, at once, so a bomb is left alone. */
const mostRescued = 4 * 1024 * 1024;

type Bytes = AsyncIterable<Uint8Array>;

/**
 * The body with gzip, deflate and brotli decoded piece by piece, so that the reader can stop at any point. Bytes of an unknown coding, and
 * bytes that do not fit the announced one, are returned as they came. What can be decoded of a damaged body comes before the failure, and a wrong
 * checksum alone is none, as in browsers. Ending the iteration early ends the transfer.
 */
export function decodedBody(body: ArrivingBody, contentEncoding: string): Bytes {
  const codings = codingsIn(contentEncoding);
  if (codings.length === 0 || codings.length > maxLayers) return body;
  return {
    [Symbol.asyncIterator]() {
      let chunks: AsyncIterator<Uint8Array> | null = null;
      return {
        async next() {
          try {
            chunks ??= [...codings].reverse().reduce<Bytes>(decoded, body)[Symbol.asyncIterator]();
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

/** One coding undone. */
async function* decoded(body: Bytes, name: string): AsyncGenerator<Uint8Array> {
  const source = createSource(body);
  const coding = codingOf(name, await source.peek(judgedBytes), source.isOver());
  yield* coding === null ? source.rest() : undone(coding, source);
  const failure = source.failure();
  if (failure !== null) throw failure;
}

async function* undone(coding: Coding, source: Source): AsyncGenerator<Uint8Array> {
  let kept: Buffer | null = Buffer.alloc(0);
  const noted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of withTrailerApart(source.rest(), coding.trailer)) {
      kept = kept !== null && kept.length + bytes.length <= mostKept ? Buffer.concat([kept, bytes]) : null;
      yield bytes;
    }
  };
  let given = 0;
  try {
    const decoder = pipeline(Readable.from(noted(), { objectMode: false }), coding.decoder(), () => undefined);
    for await (const bytes of decoder as AsyncIterable<Uint8Array>) {
      given += bytes.length;
      yield bytes;
    }
  } catch (error) {
    // The decoder loses what it made of the bytes in which it failed.
    if (kept !== null && given < mostRescued) yield mostOf(coding, kept, given);
    if (!isChecksum(error)) throw error;
  }
}

/** Reads a body from its beginning, and remembers how it failed instead of failing, so that what came before is decoded first. */
interface Source {
  /** The first bytes, at least this many unless there are fewer. They are read again with the rest. */
  peek(bytes: number): Promise<Uint8Array>;
  isOver(): boolean;
  rest(): AsyncGenerator<Uint8Array>;
  failure(): Error | null;
}

function createSource(body: Bytes): Source {
  const iterator = body[Symbol.asyncIterator]();
  const peeked: Uint8Array[] = [];
  let isOver = false;
  let failure: Error | null = null;
  const next = async (): Promise<Uint8Array | null> => {
    if (isOver) return null;
    try {
      const { done, value } = await iterator.next();
      if (done !== true) return value;
    } catch (error) {
      failure = toHttpFailure(error, true);
    }
    isOver = true;
    return null;
  };
  return {
    async peek(bytes) {
      let length = 0;
      for (let chunk = length < bytes ? await next() : null; chunk !== null; chunk = length < bytes ? await next() : null) {
        peeked.push(chunk);
        length += chunk.length;
      }
      return Buffer.concat(peeked);
    },
    isOver: () => isOver,
    async *rest() {
      yield* peeked.splice(0);
      for (let chunk = await next(); chunk !== null; chunk = await next()) yield chunk;
    },
    failure: () => failure,
  };
}

/** The same bytes, the last ones by themselves: a decoder that finds a wrong checksum in them has given everything before. */
async function* withTrailerApart(body: Bytes, trailer: number): AsyncGenerator<Uint8Array> {
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    const bytes = Buffer.concat([tail, chunk]);
    const before = Math.max(0, bytes.length - trailer);
    if (before > 0) yield bytes.subarray(0, before);
    tail = bytes.subarray(before);
  }
  if (tail.length > 0) yield tail;
}

/** What the longest undamaged beginning of `bytes` decodes to, without the first `given` bytes of it. */
function mostOf(coding: Coding, bytes: Buffer, given: number): Buffer {
  let most: Buffer = Buffer.alloc(0);
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    try {
      most = coding.decode(bytes.subarray(0, middle), mostRescued, false);
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return most.subarray(given);
}
