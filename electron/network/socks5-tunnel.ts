import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import type { ProxyAddress } from '../../shared/network/proxy-address.ts';
import { HttpFailure } from '../core/http/http-client.ts';
import type { TunnelTarget } from './http-tunnel.ts';

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
      socket_options: { host: proxy.host, port: proxy.port, autoSelectFamilyAttemptTimeout: 1000 },
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
