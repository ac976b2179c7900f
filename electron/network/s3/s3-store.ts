import { createHash } from 'node:crypto';
import { type Http, HttpFailure, type HttpReply } from '../../core/http/http-client.ts';
import { ObjectFailure, type Held, type ObjectContent, type ObjectStore } from '../../core/http/object-store.ts';
import { retryAfterMs } from '../../core/http/retry-after.ts';
import type { Clock } from '../../core/util/clock.ts';
import { failureOf, isRecord, readXml, textOf } from './s3-errors.ts';
import { signedRequest, type BucketAccess, type BucketRequest } from './s3-request.ts';

export interface S3StoreDeps {
  readonly http: Http;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  /** Milliseconds before the second attempt; it doubles for each other one. */
  readonly firstWait?: number;
}

const mostAttempts = 7;
const longestWait = 30_000;
/** Headers that some servers refuse, in the order in which they are left out if the server does not say which one it means. Without checksums, the ETag or the bytes themselves are the proof. */
const dispensable = ['if-none-match', 'x-amz-checksum-sha256', 'x-amz-checksum-mode'] as const;
/** Bytes of an answer that is not an object. A list of a thousand keys has some 400 KB. */
const mostText = 8 * 1024 * 1024;

interface Answer {
  readonly status: number;
  readonly headers: HttpReply['headers'];
  readonly body: Buffer;
}

/** A bucket that speaks S3. `put` counts an object as stored only if the server returns its checksum or its MD5, or gives its bytes back. */
export function createS3Store(access: BucketAccess, { http, clock, firstWait = 500 }: S3StoreDeps): ObjectStore {
  const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = clock.after(milliseconds, () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
      const stop = (): void => {
        cancel();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop, { once: true });
    });

  /** Of the headers that a request can do without, those that the server has refused. */
  const refused = new Set<string>();
  /** Whether a failure says that the server does not know a header, which it is not sent again. */
  const learns = (error: unknown, { headers = {} }: BucketRequest): boolean => {
    const sent = dispensable.filter((name) => name in headers);
    if (!(error instanceof ObjectFailure && error.why === 'unsupported') || sent.length === 0) return false;
    refused.add(sent.find((name) => error.detail.toLowerCase().includes(name)) ?? sent[0] ?? '');
    return true;
  };
  const withoutRefused = (request: BucketRequest): BucketRequest => ({ ...request, headers: Object.fromEntries(Object.entries(request.headers ?? {}).filter(([name]) => !refused.has(name))) });

  /** An answer with one of these statuses. Others, and broken connections, are tried again if they may pass. */
  const ask = async (request: BucketRequest, good: readonly number[], most: number, signal?: AbortSignal): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const { answer, failure, passes, retryAfter } = await once(request, good, most, signal);
      if (answer !== null) return answer;
      signal?.throwIfAborted();
      if (!passes || attempt === mostAttempts) throw request.method === 'HEAD' ? await reasonOf(request, failure, signal) : failure;
      const doubled = firstWait * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      await wait(Math.min(Math.max(doubled, retryAfter ?? 0), longestWait), signal);
    }
  };

  const once = async (request: BucketRequest, good: readonly number[], most: number, signal?: AbortSignal) => {
    const none = { answer: null, retryAfter: null };
    try {
      // Signed anew each time, because a signature names the time.
      const reply = await http.open(await signedRequest(access, request, signal));
      const isGood = good.includes(reply.status);
      const body = await bodyOf(reply, isGood ? most : mostText);
      if (isGood) return { answer: { status: reply.status, headers: reply.headers, body }, failure: null, passes: false, retryAfter: null };
      return { ...none, ...failureOf(reply, body.toString('utf8')), retryAfter: retryAfterMs(reply.headers, clock.now()) };
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      // A certificate that is refused will be refused again.
      return { ...none, failure: new ObjectFailure('unreachable', error.code, { cause: error }), passes: !/CERT|SELF_SIGNED|INVALID|ABORTED|ENOTFOUND/.test(error.code) };
    }
  };

  const get: ObjectStore['get'] = async (key, most, signal) => {
    const answer = await ask({ method: 'GET', key }, [200, 404], most, signal);
    if (answer.status === 200) return answer.body;
    // The bucket itself may be missing.
    const { failure } = failureOf(answer, answer.body.toString('utf8'));
    if (failure.why === 'no-bucket') throw failure;
    return null;
  };

  /** Whether the object has these bytes, by what the server says of it; by reading it, if it says nothing that only these bytes have. */
  const proves = async (key: string, { headers }: Answer, { sha256 }: ObjectContent, content: Uint8Array, signal?: AbortSignal): Promise<boolean> => {
    const checksum = headers['x-amz-checksum-sha256'];
    if (checksum !== undefined && headers['x-amz-checksum-type'] !== 'COMPOSITE') return checksum === Buffer.from(sha256, 'hex').toString('base64');
    if (headers['etag']?.replaceAll('"', '') === createHash('md5').update(content).digest('hex')) return true;
    const read = await get(key, content.length + 1, signal);
    return read !== null && read.length === content.length && createHash('sha256').update(read).digest('hex') === sha256;
  };

  /** What a HEAD cannot say, because its answer has no body, a GET does. */
  const reasonOf = async (request: BucketRequest, failure: ObjectFailure, signal?: AbortSignal): Promise<ObjectFailure> => {
    const told = await once({ ...request, method: 'GET', headers: { ...request.headers, range: 'bytes=0-0' } }, [200, 206, 404], mostText, signal);
    return told.failure ?? failure;
  };

  const head = async (key: string, signal?: AbortSignal): Promise<Answer> => {
    const request = withoutRefused({ method: 'HEAD', key, headers: { 'x-amz-checksum-mode': 'ENABLED' } });
    try {
      return await ask(request, [200, 404], 0, signal);
    } catch (error) {
      if (!learns(error, request)) throw error;
      return head(key, signal);
    }
  };

  /** Some servers, such as OpenStack's Swift, refuse conditions. There, the key is looked at first. Null: it is taken. */
  const putIfFree = async (full: BucketRequest, signal?: AbortSignal): Promise<Answer | null> => {
    const request = withoutRefused(full);
    if (refused.has('if-none-match') && (await head(request.key, signal)).status === 200) return null;
    try {
      return await ask(request, [200, 412], mostText, signal);
    } catch (error) {
      if (!learns(error, request)) throw error;
      return putIfFree(full, signal);
    }
  };

  return {
    async put(key, content, sha256, signal) {
      const request: BucketRequest = {
        method: 'PUT',
        key,
        body: content,
        sha256,
        headers: {
          'content-type': 'application/octet-stream',
          'if-none-match': '*',
          'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
          'x-amz-meta-sha256': sha256,
        },
      };
      const answer = await putIfFree(request, signal);
      if (answer === null || answer.status === 412) return 'taken';
      if (await proves(key, answer, { bytes: content.length, sha256 }, content, signal)) return 'stored';
      throw new ObjectFailure('unproved', key);
    },
    async holds(key, expected, content, signal): Promise<Held> {
      const answer = await head(key, signal);
      if (answer.status === 404) return 'missing';
      const { 'content-length': length, 'x-amz-meta-sha256': hash } = answer.headers;
      if ((length !== undefined && Number(length) !== expected.bytes) || (hash !== undefined && hash !== expected.sha256)) return 'damaged';
      if (content === undefined) return length !== undefined && hash !== undefined ? 'sound' : 'damaged';
      return (await proves(key, answer, expected, content, signal)) ? 'sound' : 'damaged';
    },
    get,
    async *list(prefix, signal) {
      let [token, last] = ['', ''];
      for (let isFirst = true; ; isFirst = false) {
        // Without a token, from the key of the former page; `marker` is the word of servers that know only the first version of lists.
        const from = isFirst ? {} : token === '' ? { 'start-after': last, marker: last } : { 'continuation-token': token };
        const { body } = await ask({ method: 'GET', key: '', query: { 'list-type': '2', prefix, ...from } }, [200], mostText, signal);
        const { ListBucketResult: result } = readXml(body.toString('utf8'));
        if (!isRecord(result)) throw new ObjectFailure('odd', 'the answer is no list');
        const contents: readonly unknown[] = Array.isArray(result['Contents']) ? result['Contents'] : [];
        const page = contents.flatMap((entry) => (isRecord(entry) ? [{ key: textOf(entry['Key']), bytes: Number(entry['Size']) }] : []));
        yield* page;
        if (textOf(result['IsTruncated']) !== 'true') return;
        // What says that there is more, and does not go on, would be asked for ever, or taken for the whole.
        const next = textOf(result['NextContinuationToken']);
        const now = page.at(-1)?.key ?? last;
        if (next === '' ? now === last : next === token) throw new ObjectFailure('odd', 'the list does not go on');
        [token, last] = [next, now];
      }
    },
  };
}

/** At most so many bytes; more is cut off and ends the connection. Rejects with HttpFailure if the body ends too early. */
async function bodyOf({ body }: HttpReply, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length > most) break;
  }
  return Buffer.concat(pieces).subarray(0, most);
}
