import { isIP } from 'node:net';
import { type ProxyAddress, parseProxyAddress } from '../../shared/network/proxy-address.ts';
import { isLoopbackHost } from '../../shared/network/base-url.ts';
import { HttpFailure, type HttpRequest } from '../core/http/http-client.ts';
import { toHttpFailure } from './transport-failure.ts';
import { assertNever } from '../../shared/result.ts';
import type { ProxySetting } from '../../shared/network/proxy.ts';
import type { ProxyPassword } from './proxy-password.ts';

/** One route to a server. The routes of a list are tried in order while their proxies cannot be reached. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'http-proxy'; readonly proxy: ProxyAddress; readonly credentials: ProxyCredentials | null }
  | { readonly kind: 'socks5'; readonly proxy: ProxyAddress }
  /** A kind of proxy that Latent does not support. */
  | { readonly kind: 'unsupported'; readonly scheme: string };

export interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

/** The routes to an origin (`https://host[:port]`), never empty. Asked for each request, so that a change applies at once. */
export type FindRoutes = (origin: string) => Promise<readonly Route[]>;

export const direct: readonly Route[] = [{ kind: 'direct' }];

const defaultPorts: Readonly<Record<string, number>> = { PROXY: 80, HTTP: 80, HTTPS: 443, SOCKS5: 1080 };

/** Parses the answer of a proxy script or of the system: `PROXY a:8080; SOCKS5 b:1080; DIRECT`. */
export function parseRoutes(answer: string): readonly Route[] {
  const routes = answer
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseRoute);
  return routes.length === 0 ? direct : routes;
}

function parseRoute(part: string): Route {
  const [word = '', address = ''] = part.split(/\s+/);
  const scheme = word.toUpperCase();
  if (scheme === 'DIRECT') return { kind: 'direct' };
  const proxy = parseHostPort(address, defaultPorts[scheme], scheme === 'HTTPS');
  if (proxy === null) return { kind: 'unsupported', scheme };
  return scheme === 'SOCKS5' ? { kind: 'socks5', proxy } : { kind: 'http-proxy', proxy, credentials: null };
}

function parseHostPort(address: string, defaultPort: number | undefined, secure: boolean): ProxyAddress | null {
  if (defaultPort === undefined || address === '') return null;
  const bare = address.replace(/^\[|\]$/g, '');
  if (isIP(bare) === 6) return { secure, host: bare, port: defaultPort };
  const [, host = '', port] = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(address) ?? [];
  if (host === '') return null;
  return { secure, host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? defaultPort : Number(port) };
}

/**
 * The routes to an origin for one request. Requests to this computer, and plain http (which is used for nothing else), never go
 * through a proxy. Rejects with HttpFailure, `sent: false`: finding a route counts as connecting.
 */
export async function routesFor(origin: string, request: HttpRequest, findRoutes: FindRoutes | undefined): Promise<readonly Route[]> {
  if (findRoutes === undefined || !origin.startsWith('https:') || isLoopbackHost(new URL(origin).hostname)) return direct;
  const { signal, timeouts } = request;
  return new Promise((resolve, reject) => {
    const stop = (code: string): void => {
      settle();
      reject(new HttpFailure(code, false));
    };
    const onAbort = (): void => stop('ABORTED');
    const timer = setTimeout(() => stop('TIMEOUT'), timeouts.connect);
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted === true) onAbort();
    findRoutes(origin).then(resolve, (error: unknown) => reject(toHttpFailure(error, false))).finally(settle);
  });
}

interface ProxyRoutesDeps {
  readonly setting: () => ProxySetting;
  readonly password: Pick<ProxyPassword, 'reveal'>;
  /** The system's answer for a URL, as proxy scripts write it: `PROXY a:8080; DIRECT`. */
  readonly system: (url: string) => Promise<string>;
}

/** The routes that the setting names. They are looked up for each request, so a change of the system's proxies applies to the next one. */
export function createProxyRoutes({ setting, password, system }: ProxyRoutesDeps): FindRoutes {
  return async (origin) => {
    const chosen = setting();
    switch (chosen.mode) {
      case 'none':
        return direct;
      case 'system':
        return parseRoutes(await system(`${origin}/`));
      case 'manual':
        return [await routeTo(chosen, password)];
      default:
        return assertNever(chosen);
    }
  };
}

async function routeTo({ address, username }: Extract<ProxySetting, { mode: 'manual' }>, password: Pick<ProxyPassword, 'reveal'>): Promise<Route> {
  const proxy = parseProxyAddress(address);
  if (proxy === null) throw new HttpFailure('PROXY_UNREACHABLE', false);
  const credentials = username === '' ? null : { username, password: (await password.reveal(address)) ?? '' };
  return { kind: 'http-proxy', proxy, credentials };
}
