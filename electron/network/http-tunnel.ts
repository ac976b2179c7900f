import { request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { ProxyAddress } from '../../shared/network/proxy-address.ts';
import { HttpFailure } from '../core/http/http-client.ts';
import type { ProxyCredentials } from './routes.ts';

export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

export interface TunnelLimits {
  /** Milliseconds to wait for the tunnel. */
  readonly timeoutMs: number;
  /** The certificate authorities for a proxy that is reached over TLS. */
  readonly trust: () => SecureContext;
}

/**
 * A connection to `target` through an HTTP proxy (CONNECT). The proxy gets the target's name and port and its own credentials, but no byte of
 * the request and no key.
 *
 * Rejects with HttpFailure, always `sent: false`: `PROXY_AUTH` (407, or 401 from tinyproxy), `PROXY_REFUSED` (any other answer but 2xx),
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
        // Nobody else listens until TLS takes the socket over. The handshake then reports the loss.
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

/** Sets the name to be certified, which node:https would take from the Host header. That one names the target. */
function overTls(options: RequestOptions, { host }: ProxyAddress, secureContext: SecureContext): RequestOptions & { readonly servername: string } {
  const secure = { ...options, servername: isIP(host) === 0 ? host : '', secureContext };
  return secure;
}

/** RFC 7617, with UTF-8. */
function basic({ username, password }: ProxyCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}
