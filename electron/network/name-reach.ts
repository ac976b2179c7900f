import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackHost } from '../../shared/network/base-url.ts';
import { isWithinReach } from '../core/http/ip-reach.ts';
import { HttpFailure, type Reach } from '../core/http/http-client.ts';

/** Milliseconds for a name lookup on this computer if a proxy will make the connection. */
const lookupMs = 2000;

export function addressRefused(): HttpFailure {
  return new HttpFailure('ADDRESS_REFUSED', false);
}

/** A lookup that returns only addresses within reach, and fails with `ADDRESS_REFUSED` if there are none. */
export function lookupWithin(reach: Reach, lookup: LookupFunction): LookupFunction {
  if (reach === 'any') return lookup;
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const addresses = (Array.isArray(found) ? found : []).filter(({ address }) => isWithinReach(address, reach));
      const [first] = addresses;
      if (first === undefined) callback(addressRefused(), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * Checks a name that a proxy will look up itself. Refuses names that mean something only inside a network, and names for which this computer
 * finds an address out of reach. A name that this computer cannot look up is left to the proxy, as in many networks.
 *
 * Rejects with HttpFailure `ADDRESS_REFUSED`.
 */
export async function refuseNameOutOfReach(hostname: string, reach: Reach, lookup: LookupFunction): Promise<void> {
  if (reach === 'any' || isIP(hostname) !== 0) return;
  if (isLoopbackHost(hostname) || isInside(hostname)) throw addressRefused();
  const addresses = await addressesOf(hostname, lookup);
  if (addresses.some(({ address }) => !isWithinReach(address, reach))) throw addressRefused();
}

/** Names that no public server has (RFC 6762, RFC 8375 and custom). */
function isInside(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || /\.(local|internal|lan|intranet|home|corp|home\.arpa)$/.test(name);
}

function addressesOf(hostname: string, lookup: LookupFunction): Promise<readonly LookupAddress[]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), lookupMs);
    lookup(hostname, { all: true }, (_error, found) => {
      clearTimeout(timer);
      resolve(Array.isArray(found) ? found : []);
    });
  });
}
