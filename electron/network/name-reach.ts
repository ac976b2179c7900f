import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackHost, isWithinReach } from '../core/http/address-reach.ts';
import { HttpFailure, type Reach } from '../core/http/http-client.ts';

/** Milliseconds for a name lookup on this computer if a proxy will make the connection. */
const lookupMs = 2000;

export function addressRefused(): HttpFailure {
  return new HttpFailure('ADDRESS_REFUSED', false);
}

/** A lookup that finds only addresses within reach, and fails with `ADDRESS_REFUSED` where there are none. */
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
 * For a connection that a proxy makes: the proxy looks the name up for itself, so no check here can bind it. What can be
 * known is refused: names that mean something only inside a network, and names of which this computer finds any address
 * out of reach. A name that cannot be looked up here (many networks leave that to their proxy) is the proxy's to judge.
 *
 * Rejects with HttpFailure `ADDRESS_REFUSED`.
 */
export async function refuseNameOutOfReach(hostname: string, reach: Reach, lookup: LookupFunction): Promise<void> {
  if (reach === 'any' || isIP(hostname) !== 0) return;
  if (isLoopbackHost(hostname) || isInside(hostname)) throw addressRefused();
  const addresses = await addressesOf(hostname, lookup);
  if (addresses.some(({ address }) => !isWithinReach(address, reach))) throw addressRefused();
}

/** Names that no public server has (RFC 6762, RFC 8375 and habit). */
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
