import { request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { ProxyAddress } from '../../shared/proxy.ts';
import { HttpFailure } from '../core/http/http-client.ts';
import type { ProxyCredentials } from './route.ts';

export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

export interface TunnelLimits {
  /** Milliseconds until the tunnel must stand. */
  readonly timeoutMs: number;
  /** What a proxy reached over TLS must be certified by. */
  readonly trust: () => SecureContext;
}

/**
 * A connection to `target` through an HTTP proxy (CONNECT). The proxy is told the target's name and port and the proxy's
 * own credentials, and nothing else: no byte of the request, no key.
 *
 * Rejects with HttpFailure, always `sent: false`: `PROXY_AUTH` (407; tinyproxy says 401 to a wrong password), `PROXY_REFUSED` (any other answer but 2xx),
 * `PROXY_UNREACHABLE` (no answer).
 */
export function openHttpTunnel(
  proxy: ProxyAddress,
  credentials: ProxyCredentials | null,
  target: TunnelTarget,
  { timeoutMs, trust }: TunnelLimits,
): Promise<Socket> {
  const authority = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`;
  const options: RequestOptions = {
    method: 'CONNECT',
    host: proxy.host,
    port: proxy.port,
    path: authority,
    headers: { host: authority, ...(credentials === null ? {} : { 'proxy-authorization': basic(credentials) }) },
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const request = proxy.secure ? requestSecure(overTls(options, proxy, trust())) : requestPlain(options);
    const timer = setTimeout(() => request.destroy(new Error('The proxy did not answer in time.')), timeoutMs);
    request.once('connect', (reply, socket, head) => {
      clearTimeout(timer);
      const status = reply.statusCode ?? 0;
      if (status >= 200 && status < 300) {
        // Until TLS takes the socket over, nobody else listens; the handshake then tells of the loss.
        socket.on('error', () => undefined);
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new HttpFailure(status === 407 || status === 401 ? 'PROXY_AUTH' : 'PROXY_REFUSED', false, { cause: new Error(`HTTP ${status}`) }));
    });
    request.once('error', (cause) => {
      clearTimeout(timer);
      reject(new HttpFailure('PROXY_UNREACHABLE', false, { cause }));
    });
    request.end();
  });
}

/** Not left to node:https, which would take the name to be certified from the Host header: there it is the target's. */
function overTls(options: RequestOptions, { host }: ProxyAddress, secureContext: SecureContext): RequestOptions & { readonly servername: string } {
  const secure = { ...options, servername: isIP(host) === 0 ? host : '', secureContext };
  return secure;
}

/** RFC 7617, with the charset that every proxy of today reads. */
function basic({ username, password }: ProxyCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}
