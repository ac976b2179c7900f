import { connect, isIPv6, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { SocksClient } from 'socks';
import type { ProxyAddress } from '../../shared/network/proxy-address.ts';
import { HttpFailure } from '../core/http/http-client.ts';
import { createHeadReader } from './reply-head.ts';
import type { ProxyCredentials } from './routes.ts';
import { addressAttemptMs, openSecureSocket } from './secure-socket.ts';

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
  const { host, port, secure } = proxy;
  const socket = secure ? openSecureSocket({ host, port, trust: trust() }) : connect({ host, port, autoSelectFamilyAttemptTimeout: addressAttemptMs });
  return new Promise((resolve, reject) => {
    const reader = createHeadReader();
    const settle = (): void => {
      clearTimeout(timer);
      socket.off('readable', read).off('end', onEnd).off('error', onError).off('close', onEnd);
      // Nobody else listens until TLS takes the socket over. The handshake then reports the loss.
      socket.on('error', () => undefined);
    };
    const fail = (failure: HttpFailure): void => {
      settle();
      socket.destroy();
      reject(failure);
    };
    const onError = (cause: Error): void => fail(new HttpFailure('PROXY_UNREACHABLE', false, { cause }));
    const onEnd = (): void => onError(new Error('The proxy closed the connection.'));
    const timer = setTimeout(() => onError(new Error('The proxy did not answer in time.')), timeoutMs);
    const read = (): void => {
      for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
        const found = reader.push(chunk);
        if (found === 'not-http') return onError(new Error('The proxy did not answer in HTTP.'));
        if (found === null) continue;
        const { status } = found.head;
        if (status >= 200 && status < 300) {
          settle();
          if (found.rest.length > 0) socket.unshift(found.rest);
          return resolve(socket);
        }
        if (status >= 200) {
          return fail(new HttpFailure(status === 407 || status === 401 ? 'PROXY_AUTH' : 'PROXY_REFUSED', false, { cause: new Error(`HTTP ${status}`) }));
        }
        if (found.rest.length > 0) socket.unshift(found.rest);
      }
    };
    socket.on('readable', read).on('end', onEnd).on('error', onError).on('close', onEnd);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      const lines = [`CONNECT ${authority} HTTP/1.1`, `host: ${authority}`, ...(credentials === null ? [] : [`proxy-authorization: ${basic(credentials)}`])];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
  });
}

/** RFC 7617, with UTF-8. */
function basic({ username, password }: ProxyCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/**
 * A connection to `target` through a SOCKS5 proxy that asks for no password. The proxy resolves the name.
 *
 * Rejects with HttpFailure, always `sent: false`: `PROXY_AUTH`, `PROXY_REFUSED`, `PROXY_UNREACHABLE`.
 */
export async function openSocks5Tunnel(proxy: ProxyAddress, target: TunnelTarget, timeoutMs: number): Promise<Socket> {
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      proxy: { type: 5, host: proxy.host, port: proxy.port },
      destination: { host: target.host, port: target.port },
      timeout: timeoutMs,
      // The type asks for a port and a host, which the library takes from `proxy`.
      socket_options: { host: proxy.host, port: proxy.port, autoSelectFamilyAttemptTimeout: addressAttemptMs },
    });
    // Nobody else listens until TLS takes the socket over. The handshake then reports the loss.
    socket.on('error', () => undefined);
    return socket;
  } catch (cause) {
    throw new HttpFailure(codeOf(cause), false, { cause });
  }
}

/** The library reports what happened only by its messages. */
function codeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/authentication/i.test(message)) return 'PROXY_AUTH';
  return /rejected|socks version/i.test(message) ? 'PROXY_REFUSED' : 'PROXY_UNREACHABLE';
}
