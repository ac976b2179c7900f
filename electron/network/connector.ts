import { lookup as systemLookup } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { isLoopbackHost } from '../../shared/network/base-url.ts';
import { assertNever } from '../../shared/result.ts';
import { isWithinReach } from '../core/http/ip-reach.ts';
import { HttpFailure, type Reach } from '../core/http/http-client.ts';
import { openHttpTunnel, openSocks5Tunnel, type TunnelTarget } from './http-tunnel.ts';
import type { Route } from './routes.ts';
import { addressAttemptMs, openSecureSocket } from './secure-socket.ts';

export interface ConnectorOptions {
  /** Resolves names; default: the system's resolver. */
  readonly lookup?: LookupFunction;
  /** Milliseconds to wait for a tunnel through a proxy. */
  readonly tunnelTimeoutMs?: number;
}

export interface ConnectorInput extends ConnectorOptions {
  readonly reach: Reach;
  /** Tried in order. */
  readonly routes: readonly Route[];
  /** The certificate authorities, loaded for the first connection over TLS. */
  readonly trust: () => SecureContext;
}

export interface ConnectionTarget extends TunnelTarget {
  readonly secure: boolean;
}

/** Rejects with an error of the system, of TLS, or with HttpFailure `sent: false`. After `timeoutMs` it ends with `TIMEOUT`. */
export type Connect = (target: ConnectionTarget, timeoutMs: number) => Promise<Socket>;

/** Milliseconds to wait for a proxy if there is another route. */
const attemptMs = 5000;
const mostSessions = 100;

/**
 * Makes connections within `reach`. The check is part of the connection's own name lookup, so the address that was checked is the address
 * that is connected to, and a name cannot resolve differently in between. For proxies see `refuseInternalName`.
 */
export function createConnector({ reach, routes, trust, lookup = systemLookup, tunnelTimeoutMs = 15_000 }: ConnectorInput): Connect {
  const within = lookupWithin(reach, lookup);
  const sessions = new Map<string, Buffer>();

  const secured = (target: ConnectionTarget, timeoutMs: number, over?: Socket): Promise<Socket> => {
    const server = `${target.host}:${target.port}`;
    const socket = openSecureSocket({ ...target, trust: trust(), session: sessions.get(server), ...(over === undefined ? { lookup: within } : { over }) });
    socket.on('session', (session) => {
      if (sessions.size >= mostSessions) sessions.clear();
      sessions.set(server, session);
    });
    return connected(socket, 'secureConnect', timeoutMs);
  };

  const connectDirectly = (target: ConnectionTarget, timeoutMs: number): Promise<Socket> => {
    // An IP address is never looked up.
    if (isIP(target.host) !== 0 && !isWithinReach(target.host, reach)) return Promise.reject(addressRefused());
    if (target.secure) return secured(target, timeoutMs);
    const { host, port } = target;
    return connected(connect({ host, port, lookup: within, autoSelectFamilyAttemptTimeout: addressAttemptMs }), 'connect', timeoutMs);
  };

  const connectBy = async (route: Route, target: ConnectionTarget, timeoutMs: number, tunnelMs: number): Promise<Socket> => {
    if (route.kind === 'direct') return connectDirectly(target, timeoutMs);
    if (route.kind === 'unsupported') throw new HttpFailure('PROXY_UNSUPPORTED', false, { cause: new Error(route.scheme) });
    refuseInternalName(target.host, reach);
    const tunnel = await openTunnel(route, target, { timeoutMs: tunnelMs, trust });
    try {
      return target.secure ? await secured(target, tunnelTimeoutMs, tunnel) : tunnel;
    } catch (error) {
      tunnel.destroy();
      throw error;
    }
  };

  return async (target, timeoutMs) => {
    const last = routes.length - 1;
    for (const [index, route] of routes.entries()) {
      try {
        return await connectBy(route, target, timeoutMs, index === last ? tunnelTimeoutMs : Math.min(attemptMs, tunnelTimeoutMs));
      } catch (error) {
        // The answer of a proxy is final. The next route is tried only if the proxy cannot be reached.
        if (index === last || !isUnavailable(error)) throw error;
      }
    }
    throw new HttpFailure('PROXY_UNREACHABLE', false);
  };
}

function openTunnel(
  route: Extract<Route, { kind: 'http-proxy' | 'socks5' }>,
  target: TunnelTarget,
  limits: { readonly timeoutMs: number; readonly trust: () => SecureContext },
): Promise<Socket> {
  switch (route.kind) {
    case 'http-proxy':
      return openHttpTunnel(route.proxy, route.credentials, target, limits);
    case 'socks5':
      return openSocks5Tunnel(route.proxy, target, limits.timeoutMs);
    default:
      return assertNever(route);
  }
}

/** The socket once it is ready. Until then, it is destroyed by an error or after the time. */
function connected(socket: Socket, ready: 'connect' | 'secureConnect', timeoutMs: number): Promise<Socket> {
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new HttpFailure('TIMEOUT', false)), timeoutMs);
    socket.once(ready, () => {
      clearTimeout(timer);
      resolve(socket);
    });
    // Stays for the errors that come before anybody else listens.
    socket.on('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      reject(new HttpFailure('ECONNRESET', false));
    });
  });
}

function isUnavailable(error: unknown): boolean {
  return error instanceof HttpFailure && (error.code === 'PROXY_UNREACHABLE' || error.code === 'PROXY_UNSUPPORTED');
}

function addressRefused(): HttpFailure {
  return new HttpFailure('ADDRESS_REFUSED', false);
}

/** A lookup that returns only addresses within reach, and fails with `ADDRESS_REFUSED` if there are none. */
function lookupWithin(reach: Reach, lookup: LookupFunction): LookupFunction {
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
function refuseInternalName(hostname: string, reach: Reach): void {
  if (reach === 'any') return;
  if (isIP(hostname) === 0 ? isLoopbackHost(hostname) || isInside(hostname) : !isWithinReach(hostname, reach)) throw addressRefused();
}

/** Names that no public server has (RFC 6762, RFC 8375 and custom). */
function isInside(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || /\.(local|internal|lan|intranet|home|corp|home\.arpa)$/.test(name);
}
