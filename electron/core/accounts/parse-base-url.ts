import { readBaseUrl } from '../../../shared/network/base-url.ts';
import { AppFailure } from '../../../shared/errors.ts';

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
