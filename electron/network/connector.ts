import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { assertNever } from '../../shared/result.ts';
import { isWithinReach } from '../core/http/ip-reach.ts';
import { HttpFailure, type Reach } from '../core/http/http-client.ts';
import { openHttpTunnel, type TunnelTarget } from './http-tunnel.ts';
import { addressRefused, lookupWithin, refuseNameOutOfReach } from './name-reach.ts';
import type { Route } from './routes.ts';
import { openSocks5Tunnel } from './socks5-tunnel.ts';

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
  /** Milliseconds to wait for a direct connection. 0: the caller has its own timer. */
  readonly connectTimeoutMs: number;
  /** The certificate authorities, loaded for the first connection over TLS. */
  readonly trust: () => SecureContext;
}

/** Milliseconds to try one address of a name before the next is tried as well. */
const addressAttemptMs = 1000;
/** Milliseconds to wait for a proxy if there is another route. */
const attemptMs = 5000;

/**
 * Makes connections within `reach`. The check is part of the connection's own name lookup, so the address that was checked is the address
 * that is connected to, and a name cannot resolve differently in between. For proxies see `refuseNameOutOfReach`.
 */
export function createConnector(input: ConnectorInput): buildConnector.connector {
  const { reach, routes, connectTimeoutMs, trust, tunnelTimeoutMs = 15_000 } = input;
  const lookup = input.lookup ?? systemLookup;
  const secure = lazy(() =>
    buildConnector({ timeout: connectTimeoutMs, lookup: lookupWithin(reach, lookup), autoSelectFamilyAttemptTimeout: addressAttemptMs, secureContext: trust() }),
  );
  const plain = buildConnector({ timeout: connectTimeoutMs, lookup: lookupWithin(reach, lookup), autoSelectFamilyAttemptTimeout: addressAttemptMs });
  const overTunnel = lazy(() => buildConnector({ timeout: tunnelTimeoutMs, secureContext: trust() }));
  const connectDirectly: buildConnector.connector = (target, callback) => (target.protocol === 'https:' ? secure() : plain)(target, callback);

  const connectBy = async (route: Route, target: buildConnector.Options, timeoutMs: number): Promise<Socket> => {
    if (route.kind === 'direct') return connected(connectDirectly, target);
    if (route.kind === 'unsupported') throw new HttpFailure('PROXY_UNSUPPORTED', false, { cause: new Error(route.scheme) });
    await refuseNameOutOfReach(target.hostname, reach, lookup);
    const tunnel = await openTunnel(route, targetOf(target), { timeoutMs, trust });
    try {
      return await connected(overTunnel(), { ...target, httpSocket: tunnel });
    } catch (error) {
      tunnel.destroy();
      throw error;
    }
  };

  const connectByAny = async (target: buildConnector.Options): Promise<Socket> => {
    const last = routes.length - 1;
    for (const [index, route] of routes.entries()) {
      try {
        return await connectBy(route, target, index === last ? tunnelTimeoutMs : Math.min(attemptMs, tunnelTimeoutMs));
      } catch (error) {
        // The answer of a proxy is final. The next route is tried only if the proxy cannot be reached.
        if (index === last || !isUnavailable(error)) throw error;
      }
    }
    throw new HttpFailure('PROXY_UNREACHABLE', false);
  };

  return (target, callback) => {
    // An IP address is never looked up.
    if (isIP(target.hostname) !== 0 && !isWithinReach(target.hostname, reach)) callback(addressRefused(), null);
    else if (routes.every(({ kind }) => kind === 'direct')) connectDirectly(target, callback);
    else connectByAny(target).then((socket) => callback(null, socket), (error: Error) => callback(error, null));
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

function targetOf({ hostname, port, protocol }: buildConnector.Options): TunnelTarget {
  return { host: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}

function connected(connect: buildConnector.connector, target: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) => {
      if (error !== null) reject(error);
      else resolve(socket);
    });
  });
}

function isUnavailable(error: unknown): boolean {
  return error instanceof HttpFailure && (error.code === 'PROXY_UNREACHABLE' || error.code === 'PROXY_UNSUPPORTED');
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
