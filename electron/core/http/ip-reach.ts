import { BlockList, isIP } from 'node:net';
import type { Reach } from './http-client.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Everything that is not the public internet, except 198.18.0.0/15: widespread VPN clients resolve every name to a placeholder from that
 * block, and refusing it would lose their users' pictures.
 */
const internal = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  internal.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 128],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // Tunnels that carry an IPv4 address inside: NAT64 with a local prefix, 6to4, Teredo.
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
] as const) {
  internal.addSubnet(network, prefix, 'ipv6');
}

/** The prefix of NAT64 (RFC 6052) and of the deprecated IPv4-compatible form: their last 32 bits are an IPv4 address. */
const embeddingPrefixes = new BlockList();
embeddingPrefixes.addSubnet('64:ff9b::', 96, 'ipv6');
embeddingPrefixes.addSubnet('::', 96, 'ipv6');

/** Whether a connection to this IP address is within reach. False for anything else. */
export function isWithinReach(address: string, reach: Reach): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (reach === 'any') return true;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  // A BlockList also checks IPv4-mapped addresses (::ffff:127.0.0.1).
  if (loopback.check(address, type)) return reach === 'public-or-loopback';
  if (internal.check(address, type)) return false;
  if (family === 6 && embeddingPrefixes.check(address, 'ipv6')) return isWithinReach(lastIpv4Of(address), 'public');
  return true;
}

function lastIpv4Of(address: string): string {
  const bare = address.replace(/%.*$/, '');
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (dotted !== undefined) return dotted;
  const [high = '0', low = '0'] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split(':').slice(-2);
  const bits = ((parseInt(high || '0', 16) << 16) | parseInt(low || '0', 16)) >>> 0;
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}
