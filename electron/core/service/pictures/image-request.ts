import type { ImageRefusal } from '../../../../shared/task.ts';
import { judgeImageAddress } from './allowed-address.ts';
import type { Clock } from '../../util/clock.ts';
import type { Http, HttpReply } from '../../http/http-client.ts';
import { redirectIn, redirectStatuses } from '../../http/redirects.ts';
import { retryAfterMs } from '../../http/retry-after.ts';

const maxRedirects = 5;
const timeouts = { connect: 15_000, headers: 30_000, idle: 30_000 };

/** Some hosts answer programs that they do not know with a page and 403. The second name has the form that they expect, and still says who asks. */
const userAgents = ['Latent', 'Mozilla/5.0 (compatible; Latent)'] as const;

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
  /** The server sends less than the rest, though it was asked for all: what follows must be requested. */
  readonly isPart: boolean;
  /** Whether a length or chunks mark the end. If not, a cut looks like the end. */
  readonly endIsMarked: boolean;
  /** The strong ETag. Null if the server sends none or encodes the bytes. */
  readonly etag: string | null;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Why no picture arrives. */
export type NoImage =
  /** 403 without a page, 404 or 410: the task must be queried for a fresh address. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly why: ImageRefusal; readonly detail: string }
  /** It is worth another try after a while. `detail`: an error's code, `HTTP 503 host`, or `bytes/of all` of one that was cut short. */
  | { readonly kind: 'trouble'; readonly detail: string; readonly retryAfterMs: number | null };

export type FetchResult = ArrivingImage | { readonly kind: 'mismatch' } | NoImage;

export interface ImageRequest {
  readonly url: string;
  /** The account's base URL, which decides where a picture may come from. */
  readonly serviceBaseUrl: string;
  readonly resume: Resume | null;
  readonly signal: AbortSignal | undefined;
}

/**
 * Requests a picture and follows up to five redirects; more are trouble of the host, which may pass. Each address is judged. The key is never sent.
 * `mismatch`: the kept part does not fit, so the picture must be fetched from its beginning. Rejects with HttpFailure.
 */
export async function requestImage(
  http: Http,
  clock: Pick<Clock, 'now'>,
  { url, serviceBaseUrl, resume, signal }: ImageRequest,
): Promise<FetchResult> {
  let base = `${serviceBaseUrl}/`;
  let next = url;
  const cookies = createRedirectCookies();
  for (let redirects = 0; ; redirects += 1) {
    const address = judgeImageAddress(next, base, serviceBaseUrl);
    if (!address.allowed) return { kind: 'refused', why: 'address-not-allowed', detail: address.why };
    const ask = (userAgent: string): Promise<HttpReply> =>
      http.open({
        method: 'GET',
        url: address.url,
        headers: { ...headersFor(resume, userAgent), ...cookies.headersFor(address.url) },
        connection: 'pooled',
        timeouts,
        reach: address.reach,
        ...(signal === undefined ? {} : { signal }),
      });
    let reply = await ask(userAgents[0]);
    if (isForbiddenPage(reply)) {
      await discard(reply);
      reply = await ask(userAgents[1]);
    }
    const location = reply.headers['location'];
    const isRedirect = redirectStatuses.has(reply.status) && location !== undefined;
    if (!isRedirect || redirects === maxRedirects) return judgeReply(reply, resume, new URL(address.url).host, clock);
    await discard(reply);
    cookies.keep(address.url, reply.headers['set-cookie']);
    base = address.url;
    next = redirectIn(location);
  }
}

function headersFor(resume: Resume | null, userAgent: string): Readonly<Record<string, string>> {
  // Compression would not make a picture smaller, and the download could not be resumed.
  const common = { accept: 'image/*, */*;q=0.5', 'accept-encoding': 'identity', 'user-agent': userAgent };
  return resume === null ? common : { ...common, range: `bytes=${resume.bytes}-`, 'if-range': resume.etag };
}

/** A page of a guard in front of the host. A storage that refuses an expired signature answers in XML or JSON. */
function isForbiddenPage({ status, headers }: HttpReply): boolean {
  return status === 403 && /^\s*(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '');
}

async function judgeReply(reply: HttpReply, resume: Resume | null, host: string, clock: Pick<Clock, 'now'>): Promise<FetchResult> {
  const { status, headers } = reply;
  if (status === 206) {
    const part = partArriving(reply, resume);
    if (part !== null) return part;
  } else if (status >= 200 && status < 300 && status !== 204 && status !== 205) return arriving(reply, { resumed: false, isPart: false, total: lengthIn(headers) });
  await discard(reply);
  if ((status === 206 || status === 416) && resume !== null) return { kind: 'mismatch' };
  if ((status === 403 && !isForbiddenPage(reply)) || status === 404 || status === 410) return { kind: 'expired' };
  return { kind: 'trouble', detail: `HTTP ${status} ${host}`, retryAfterMs: retryAfterMs(headers, clock.now()) };
}

/** A 206: the rest that was asked for, or from the beginning, which some servers send though nobody asked for a part. Null if it is of no use. */
function partArriving(reply: HttpReply, resume: Resume | null): ArrivingImage | null {
  const { headers } = reply;
  const range = /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(headers['content-range'] ?? '');
  if (range === null) return resume === null ? arriving(reply, { resumed: false, isPart: false, total: lengthIn(headers) }) : null;
  const [start, end] = range.slice(1, 3).map(Number);
  const all = range[3] === '*' ? null : Number(range[3]);
  if (start !== (resume?.bytes ?? 0) || end === undefined || end < start) return null;
  if (resume !== null) {
    const fits = all !== null && headers['etag'] === resume.etag && isPlain(headers);
    return fits ? arriving(reply, { resumed: true, isPart: end < all - 1, total: all }) : null;
  }
  const isPart = all !== null && end < all - 1;
  if (isPart && strongEtag(headers) === null) return null;
  return arriving(reply, { resumed: false, isPart, total: isPlain(headers) ? (all ?? end + 1) : null });
}

function arriving({ headers, body }: HttpReply, extent: Pick<ArrivingImage, 'resumed' | 'isPart' | 'total'>): ArrivingImage {
  return {
    kind: 'arriving',
    ...extent,
    endIsMarked: headers['content-length'] !== undefined || /chunked/i.test(headers['transfer-encoding'] ?? ''),
    etag: strongEtag(headers),
    contentType: headers['content-type'] ?? '',
    body,
  };
}

function strongEtag(headers: HttpReply['headers']): string | null {
  return isPlain(headers) && /^"[^"]*"$/.test(headers['etag'] ?? '') ? (headers['etag'] ?? null) : null;
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

/** The cookies of one chain of redirects. Guards of hosts redirect to the same address and wait for the cookie that they gave, or redirect for ever. */
interface RedirectCookies {
  /** `setCookie`: repeated headers joined by `, `. */
  keep(url: string, setCookie: string | undefined): void;
  /** Only what the same origin gave. */
  headersFor(url: string): Readonly<Record<string, string>>;
}

/** Most characters of the cookies of one origin. */
const longest = 8_192;

function createRedirectCookies(): RedirectCookies {
  const byOrigin = new Map<string, Map<string, string>>();
  return {
    keep(url, setCookie = '') {
      const { origin } = new URL(url);
      const cookies = byOrigin.get(origin) ?? new Map<string, string>();
      byOrigin.set(origin, cookies);
      // The comma of a date is followed by no name and `=`.
      for (const cookie of setCookie.split(/,(?=\s*[^\s;,=]+=)/)) {
        const [, name, value = ''] = /^\s*([^\s;,=]+)=([\x21-\x3a\x3c-\x7e]*)\s*(?:;|$)/.exec(cookie) ?? [];
        if (name !== undefined) cookies.set(name, value);
      }
    },
    headersFor(url) {
      const cookie = Array.from(byOrigin.get(new URL(url).origin) ?? [], ([name, value]) => `${name}=${value}`).join('; ');
      return cookie === '' || cookie.length > longest ? {} : { cookie };
    },
  };
}
