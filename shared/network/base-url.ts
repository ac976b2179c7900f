import { AppFailure, type ErrorCode } from '../errors.ts';

/** A pasted address: the base to which operations are appended, or why it cannot be used. */
export type BaseUrlReading =
  | { readonly ok: true; readonly base: string }
  | { readonly ok: false; readonly why: Extract<ErrorCode, 'address-invalid' | 'address-not-https'> };

/**
 * Reads an address without trailing slash and without the `/v1` that all operations begin with (service-interface §4,
 * §9). A key travels over http only to this computer.
 */
export function readBaseUrl(text: string): BaseUrlReading {
  const trimmed = text.trim();
  const url = parsed(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return { ok: false, why: 'address-invalid' };
  // Tests `href`, because `search` is also empty for a lone `?`.
  if (url.username !== '' || url.password !== '' || /[?#]/.test(url.href)) return { ok: false, why: 'address-invalid' };
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return { ok: false, why: 'address-not-https' };
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/i, '').replace(/\/+$/, '');
  return { ok: true, base: `${url.origin}${path}` };
}

/** The base URL in an address as people paste it. Throws AppFailure `address-invalid` or `address-not-https`. */
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

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
