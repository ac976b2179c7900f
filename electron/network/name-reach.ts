import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackHost } from '../../shared/network/base-url.ts';
import { isWithinReach } from '../core/http/ip-reach.ts';
import { HttpFailure, type Reach } from '../core/http/http-client.ts';

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
 * Checks the target of a tunnel. Refuses addresses out of reach and names that mean something only inside a network. Any other name is the
 * proxy's to look up and to judge: what this computer finds for it may be a placeholder, as with many VPN clients, or nothing.
 *
 * Throws HttpFailure `ADDRESS_REFUSED`.
 */
export function refuseInternalName(hostname: string, reach: Reach): void {
  if (reach === 'any') return;
  if (isIP(hostname) === 0 ? isLoopbackHost(hostname) || isInside(hostname) : !isWithinReach(hostname, reach)) throw addressRefused();
}

/** Names that no public server has (RFC 6762, RFC 8375 and custom). */
function isInside(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || /\.(local|internal|lan|intranet|home|corp|home\.arpa)$/.test(name);
}
