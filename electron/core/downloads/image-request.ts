import type { DownloadOutcome } from './download-outcome.ts';
import { judgeImageAddress } from './allowed-address.ts';
import type { Clock } from '../util/clock.ts';
import type { Http, HttpReply } from '../http/http-client.ts';
import { retryAfterMs } from '../http/retry-after.ts';

/** Larger files are refused. */
export const maxImageBytes = 256 * 1024 * 1024;

const maxRedirects = 5;
const timeouts = { connect: 15_000, headers: 30_000, idle: 30_000 };

/** The part of a picture that was downloaded already, and the ETag that the rest must have. */
export interface Resume {
  readonly bytes: number;
  readonly etag: string;
}

/** A picture about to arrive: from its beginning, or from `resume.bytes` on. */
export interface ArrivingImage {
  readonly kind: 'arriving';
  readonly resumed: boolean;
  /** Bytes of the whole file, if the server says. */
  readonly total: number | null;
  /** Whether a length or chunks mark the end. If not, a cut looks like the end. */
  readonly endIsMarked: boolean;
  /** The strong ETag. Null if the server sends none or encodes the bytes. */
  readonly etag: string | null;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}

export type FetchResult = ArrivingImage | { readonly kind: 'mismatch' } | DownloadOutcome;

export interface ImageRequest {
  readonly url: string;
  /** The account's base URL, which decides where a picture may come from. */
  readonly serviceBaseUrl: string;
  readonly resume: Resume | null;
  readonly signal: AbortSignal | undefined;
}

/**
 * Requests a picture and follows up to five redirects. Each address is judged. The key is never sent. `mismatch`: the kept part does not fit, so
 * the picture must be fetched from its beginning. Rejects with HttpFailure.
 */
export async function requestImage(
  http: Http,
  clock: Pick<Clock, 'now'>,
  { url, serviceBaseUrl, resume, signal }: ImageRequest,
): Promise<FetchResult> {
  let base = `${serviceBaseUrl}/`;
  let next = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const address = judgeImageAddress(next, base, serviceBaseUrl);
    if (!address.allowed) return { kind: 'refused', why: 'address-not-allowed', detail: address.why };
    const reply = await http.open({
      method: 'GET',
      url: address.url,
      headers: headersFor(resume),
      connection: 'pooled',
      timeouts,
      reach: address.reach,
      ...(signal === undefined ? {} : { signal }),
    });
    const location = reply.headers['location'];
    const isRedirect = [301, 302, 303, 307, 308].includes(reply.status) && location !== undefined;
    if (!isRedirect) return judgeReply(reply, resume, clock);
    await discard(reply);
    base = address.url;
    next = location;
  }
  return { kind: 'refused', why: 'address-not-allowed', detail: 'redirects' };
}

function headersFor(resume: Resume | null): Readonly<Record<string, string>> {
  // Compression would not make a picture smaller, and the download could not be resumed.
  const common = { accept: 'image/*, */*;q=0.5', 'accept-encoding': 'identity', 'user-agent': 'Latent' };
  return resume === null ? common : { ...common, range: `bytes=${resume.bytes}-`, 'if-range': resume.etag };
}

async function judgeReply(reply: HttpReply, resume: Resume | null, clock: Pick<Clock, 'now'>): Promise<FetchResult> {
  const { status, headers } = reply;
  if (status === 200) return arriving(reply, false, lengthIn(headers));
  if (status === 206 && resume !== null) {
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '');
    const [start, end, total] = (range ?? []).slice(1).map(Number);
    const fits = start === resume.bytes && total !== undefined && end === total - 1 && headers['etag'] === resume.etag;
    if (fits && isPlain(headers)) return arriving(reply, true, total);
  }
  await discard(reply);
  if (status === 206 || status === 416) {
    return resume === null ? { kind: 'trouble', detail: `HTTP ${status}`, retryAfterMs: null } : { kind: 'mismatch' };
  }
  if (status === 403 || status === 404 || status === 410) return { kind: 'expired' };
  return { kind: 'trouble', detail: `HTTP ${status}`, retryAfterMs: retryAfterMs(headers, clock.now()) };
}

function arriving(reply: HttpReply, resumed: boolean, total: number | null): ArrivingImage | Promise<DownloadOutcome> {
  const { headers, body } = reply;
  if (total !== null && total > maxImageBytes)
    return discard(reply).then(() => ({ kind: 'refused', why: 'too-large', detail: String(total) }));
  return {
    kind: 'arriving',
    resumed,
    total,
    endIsMarked: headers['content-length'] !== undefined || /chunked/i.test(headers['transfer-encoding'] ?? ''),
    etag: isPlain(headers) && /^"[^"]*"$/.test(headers['etag'] ?? '') ? (headers['etag'] ?? null) : null,
    contentType: headers['content-type'] ?? '',
    body,
  };
}

/** Null if the bytes are encoded, because the length is then not that of the file. */
function lengthIn(headers: HttpReply['headers']): number | null {
  const length = headers['content-length'];
  return length !== undefined && /^\d+$/.test(length) && isPlain(headers) ? Number(length) : null;
}

function isPlain(headers: HttpReply['headers']): boolean {
  return ['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase());
}

/** Ends a transfer without reading it. */
export async function discard({ body }: Pick<HttpReply, 'body'>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}
