import { AppFailure, type ErrorCode } from '../errors.ts';
import { quotes, readPasted } from './pasted-text.ts';
import { readUrl } from './read-url.ts';

/**
 * What was corrected in an address. `signs`: quotation marks, brackets, backslashes or full stops around or in it. `command`: it stood in a command
 * or a sentence. `scheme`: it began without `https://`, or with something like it. `endpoint`: it was that of an operation. `query`: something
 * followed `?` or `#`. `name`: its letters outside ASCII are written in ASCII.
 */
export type AddressCorrection = 'invisible' | 'full-width' | 'command' | 'signs' | 'scheme' | 'endpoint' | 'query' | 'name';

/** A pasted address: the base to which operations are appended, or why it cannot be used. */
export type BaseUrlReading =
  /** `corrected` is empty if only blanks, trailing slashes or the usual `/v1` were left out. */
  | { readonly ok: true; readonly base: string; readonly corrected: readonly AddressCorrection[] }
  | { readonly ok: false; readonly why: Extract<ErrorCode, 'address-invalid' | 'address-not-https' | 'address-has-user'> };

/**
 * Reads an address without trailing slash and without the `/v1` that all operations begin with (service-interface §4,
 * §9). A key travels over http only to this computer. Reading the base again gives the same, without corrections.
 */
export function readBaseUrl(pasted: string): BaseUrlReading {
  const { text, invisible, fullWidth } = readPasted(pasted);
  const corrected = new Set<AddressCorrection>();
  if (invisible) corrected.add('invisible');
  if (fullWidth) corrected.add('full-width');
  const word = /\s/.test(text) ? wordIn(text) : text;
  if (word === null) return { ok: false, why: 'address-invalid' };
  if (word !== text) corrected.add('command');
  const bare = withoutSigns(word);
  if (bare !== word) corrected.add('signs');
  const { scheme, rest, asWritten } = schemeOf(bare);
  if (!asWritten) corrected.add('scheme');
  const [address = ''] = /^[^?#]*/.exec(rest) ?? [];
  if (address !== rest) corrected.add('query');
  const [authority = ''] = /^[^/]*/.exec(address) ?? [];
  if (authority.includes('@')) return { ok: false, why: 'address-has-user' };
  // Otherwise the word before the colon is another scheme, such as `ftp:` or `javascript:`.
  if (!/^(?:\[[\da-f:.]+\]|[^:[\]]+)(?::\d+)?$/i.test(authority)) return { ok: false, why: 'address-invalid' };
  const url = readUrl(`${scheme ?? (isLoopbackHost(hostOf(authority)) ? 'http' : 'https')}://${address}`);
  const host = url?.hostname.replace(/\.+$/, '') ?? '';
  if (!url || !/^(?:\[[\da-f:.]+\]|[a-z\d._-]+)$/.test(host) || /^https?$/.test(host)) return { ok: false, why: 'address-invalid' };
  if (url.protocol === 'http:' && !isLoopbackHost(host)) return { ok: false, why: 'address-not-https' };
  if (host !== url.hostname) corrected.add('signs');
  if (/\P{ASCII}/u.test(authority)) corrected.add('name');
  const path = withoutEndpoint(url.pathname);
  if (path !== withoutSlashes(url.pathname).replace(/\/+v1$/i, '')) corrected.add('endpoint');
  const base = `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}${path}`;
  const again = base === pasted ? null : readBaseUrl(base);
  if (again === null) return { ok: true, base, corrected: [...corrected] };
  return again.ok ? { ...again, corrected: [...new Set([...corrected, ...again.corrected])] } : again;
}

/** The base URL in an address as people paste it. Throws AppFailure `address-invalid`, `address-not-https` or `address-has-user`. */
export function parseBaseUrl(text: string): string {
  const reading = readBaseUrl(text);
  if (!reading.ok) throw new AppFailure(reading.why);
  return reading.base;
}

/** Scheme, host and port: what a key is bound to. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

/** Whether a URL's host names this computer. `URL` has already normalized forms such as `127.1` and `0x7f000001`. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  // The second form is an IPv4-mapped IPv6 address.
  return /^127(\.\d{1,3}){3}$/.test(host) || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(host);
}

/**
 * The address in a command such as `curl https://… -H …`, or after a label. Null unless all addresses in it are the same one, and only options
 * follow each: the rest of an address with a blank in it is no option.
 */
function wordIn(text: string): string | null {
  const began = text.match(/(?<=^|\s)["'`]*https?:\/\//gi) ?? [];
  const whole = [...text.matchAll(/(?<=^|\s)["'`]*(https?:\/\/[^\s"'`]+)["'`]*(?=\s+[-\\|>]|\s*$)/gi)].map(([, address = '']) => address);
  const [first] = whole;
  return first !== undefined && whole.length === began.length && whole.every((address) => address === first) ? first : null;
}

const before = new RegExp(`^(?:[${quotes}]+|\\[(?![\\da-f:.]+\\]))`, 'i');
const after = new RegExp(`[${quotes}.,;:!…。、]+$`);

function withoutSigns(text: string): string {
  let [last, now] = ['', text.replaceAll('\\', '/')];
  while (now !== last) {
    last = now;
    now = now.replace(before, '').replace(after, '');
    // A bracket at the end may be that of an IPv6 address.
    if (now.endsWith(']') && !now.includes('[')) now = now.slice(0, -1);
  }
  return now;
}

/** The last scheme of those in front, because that one was copied with the address. Null: there is none. */
function schemeOf(text: string): { readonly scheme: string | null; readonly rest: string; readonly asWritten: boolean } {
  let [scheme, rest, found]: [string | null, string, number] = [null, text, 0];
  for (;;) {
    const [all, name] = /^(?:(https?)(?:[:;]\/*|\/{2,})|:?\/{2,})/i.exec(rest) ?? [];
    if (all === undefined) break;
    found += 1;
    scheme = name?.toLowerCase() ?? scheme;
    rest = rest.slice(all.length);
  }
  return { scheme, rest, asWritten: found === 1 && /^https?:\/\/[^/]/i.test(text) };
}

const hostOf = (authority: string): string => readUrl(`http://${authority}`)?.hostname ?? '';

const withoutSlashes = (path: string): string => path.replace(/\/+$/, '');

/** What the operations are appended to, from a path that may end with one of them, or with `/v1` more than once. */
function withoutEndpoint(path: string): string {
  const shorter = withoutSlashes(path)
    .replace(/(?:\/+v1)+(?:\/+(?:images|tasks|models)(?:\/+[^/]+)?|\/+chat\/+completions)?$/i, '')
    .replace(/\/+images\/+generations$/i, '');
  return shorter === path ? path : withoutEndpoint(shorter);
}
