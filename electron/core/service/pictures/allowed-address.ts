import { isIP } from 'node:net';
import { isLoopbackHost } from '../../../../shared/network/base-url.ts';
import { isWithinReach } from '../../http/ip-reach.ts';
import type { Reach } from '../../http/http-client.ts';

export type ImageAddress =
  | { readonly allowed: true; readonly url: string; readonly reach: Reach }
  /** `why` is technical: the scheme, or the part of the address that is not allowed. */
  | { readonly allowed: false; readonly why: string };

const longestAddress = 16 * 1024;

/**
 * Decides whether a picture may be fetched from an address that a service named, and how far its connection may reach. `base`: relative addresses
 * are relative to the service, or to the address that redirected.
 *
 * A service on the internet must not make this computer read from its local network. A service on this computer may have its pictures here, also
 * over http. A service's own origin is always allowed, because queries go there anyway.
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
  return { allowed: true, url: withQueryOf(url, address), reach };
}

/** A signature is made over the query as it was written. `URL` encodes the apostrophes in it, which may stand there in HTTP. */
function withQueryOf({ href, search }: URL, address: string): string {
  const written = /\?[^#]*/.exec(address.trim())?.[0] ?? '';
  return search !== '' && written.replaceAll("'", '%27') === search ? href.slice(0, -search.length) + written : href;
}

function refused(why: string): ImageAddress {
  return { allowed: false, why };
}
