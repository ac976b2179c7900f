import { isIP } from 'node:net';
import { isLoopbackHost } from '../../../shared/base-url.ts';
import { isWithinReach } from '../http/address-reach.ts';
import type { Reach } from '../http/http-client.ts';

export type ImageAddress =
  | { readonly allowed: true; readonly url: string; readonly reach: Reach }
  /** `why` is technical: the scheme, or the part of the address that is not allowed. */
  | { readonly allowed: false; readonly why: string };

const longestAddress = 16 * 1024;

/**
 * Whether a picture may be fetched from an address that a service named, and how far its connection may reach. `base` is
 * what a relative address is relative to: the service, or the address that redirected.
 *
 * A service on the internet cannot make this computer look around in its own network; one on this computer may have its
 * pictures here, also over http. A service's own origin is always in reach: queries go there anyway.
 */
export function judgeImageAddress(address: string, base: string, serviceBaseUrl: string): ImageAddress {
  let url: URL;
  try {
    if (address.length > longestAddress) return refused('length');
    url = new URL(address, base);
  } catch {
    return refused('address');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused(url.protocol);
  if (url.username !== '' || url.password !== '') return refused('userinfo');
  const service = new URL(serviceBaseUrl);
  const local = isLoopbackHost(service.hostname);
  if (url.protocol === 'http:' && !local) return refused('http:');
  const reach: Reach = url.origin === service.origin ? 'any' : local ? 'public-or-loopback' : 'public';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const outOfReach = isIP(host) === 0 ? reach === 'public' && isLoopbackHost(host) : !isWithinReach(host, reach);
  if (outOfReach) return refused(url.hostname);
  url.hash = '';
  return { allowed: true, url: url.href, reach };
}

function refused(why: string): ImageAddress {
  return { allowed: false, why };
}
