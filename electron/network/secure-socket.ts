import { constants } from 'node:crypto';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { connect, createSecureContext, type ConnectionOptions, type SecureContext, type TLSSocket } from 'node:tls';
import { trustedCertificates } from './certificates.ts';

/** Milliseconds to try one address of a name before the next is tried as well. */
export const addressAttemptMs = 1000;

export interface SecureTarget {
  /** The name or address that the certificate must be for. */
  readonly host: string;
  readonly port: number;
  readonly trust: SecureContext;
  /** The connection that carries it. Without one, a new one is made. */
  readonly over?: Socket;
  readonly lookup?: LookupFunction;
  /** Of an earlier connection to the same server. */
  readonly session?: Buffer | undefined;
}

/**
 * A connection over TLS. It becomes `secureConnect` only if its certificate is valid. No other code of Latent makes one, and nothing in the
 * environment (NODE_TLS_REJECT_UNAUTHORIZED, NODE_OPTIONS) changes what this one demands.
 */
export function openSecureSocket({ host, port, trust, over, lookup, session }: SecureTarget): TLSSocket {
  const options: ConnectionOptions & { readonly autoSelectFamilyAttemptTimeout: number } = {
    host,
    port,
    servername: isIP(host) === 0 ? host : '',
    secureContext: trust,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
    ...(over === undefined ? {} : { socket: over }),
    ...(lookup === undefined ? {} : { lookup }),
    ...(session === undefined ? {} : { session }),
  };
  const socket = connect(options);
  // `--tls-keylog` would write the secrets of the connection into a file.
  socket.removeAllListeners('keylog');
  return socket;
}

/** What every connection over TLS demands of the other side. Made for the first connection. */
export function createTrust(certificates: readonly string[]): () => SecureContext {
  let context: SecureContext | null = null;
  return () => (context ??= createSecureContext({ ca: [...trustedCertificates(), ...certificates], minVersion: 'TLSv1.2', ciphers: constants.defaultCoreCipherList }));
}
