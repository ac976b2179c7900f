import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface LocalServer {
  readonly port: number;
  /** Without trailing slash. */
  readonly url: string;
  /** How many connections were made so far. */
  connections(): number;
  stop(): Promise<void>;
}

export const localhostCertificate = readFileSync(new URL('tls/localhost-cert.pem', import.meta.url), 'utf8');
export const localhostKey = readFileSync(new URL('tls/localhost-key.pem', import.meta.url), 'utf8');

/** An HTTP server on 127.0.0.1, in this process, on a port of the system's choice. */
export function serveHttp(listener: RequestListener): Promise<LocalServer> {
  return listen(createServer(listener), 'http');
}

/** The same over TLS, with a self-signed certificate for localhost and 127.0.0.1. */
export function serveHttps(listener: RequestListener): Promise<LocalServer> {
  return listen(createTlsServer({ key: localhostKey, cert: localhostCertificate }, listener), 'https');
}

export const testAuthority = readFileSync(new URL('tls/authority-cert.pem', import.meta.url), 'utf8');
/** For api.latent.test only, signed by the test authority; the expired one ran out in 2021. */
export const latentTestCredentials = (certificate: 'service' | 'expired' = 'service'): { readonly key: string; readonly cert: string } => ({
  key: readFileSync(new URL('tls/service-key.pem', import.meta.url), 'utf8'),
  cert: readFileSync(new URL(`tls/${certificate}-cert.pem`, import.meta.url), 'utf8'),
});

/** An HTTPS server that says that it is api.latent.test. */
export function serveLatentTest(listener: RequestListener, certificate?: 'service' | 'expired'): Promise<LocalServer> {
  return listen(createTlsServer(latentTestCredentials(certificate), listener), 'https');
}

/** A server below HTTP: `talk` handles each connection. */
export function serveSocket(talk: (socket: Socket) => void): Promise<LocalServer> {
  return listen(createSocketServer(talk), 'http');
}

async function listen(server: Server, scheme: string): Promise<LocalServer> {
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    connections: () => connections,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/**
 * A port of 127.0.0.1 on which nobody listens. It is below the ranges from which systems choose ports for servers and connections that name
 * none, so that nobody takes it meanwhile.
 */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const server = createSocketServer();
    const isFree = new Promise<boolean>((resolve) => server.on('listening', () => resolve(true)).on('error', () => resolve(false)));
    const port = randomInt(20_000, 32_000);
    server.listen(port, '127.0.0.1');
    if (!(await isFree)) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
