import { connect, type Socket } from 'node:net';
import { serveSocket, type LocalServer } from './local-server.ts';

/** How a proxy mishandles a CONNECT. */
export type ProxyFault = 'drop-after-connect' | 'close-without-answer' | 'silent' | { readonly status: number };

export interface ConnectProxyOptions {
  /** Maps `host:port` to a local port; anything else is answered 502. */
  readonly names: Readonly<Record<string, number>>;
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly fault?: ProxyFault;
}

export interface ConnectProxy extends LocalServer {
  /** The targets of all CONNECTs in order, refused or not. */
  readonly asked: string[];
  /** How many tunnels were opened. */
  tunnels(): number;
  /** Every byte that clients sent to the proxy itself, outside of tunnels. */
  heard(): string;
  /** How many bytes came through the tunnels from the clients. */
  carried(): number;
  fault: ProxyFault | undefined;
}

/** A small HTTP proxy that can misbehave. */
export async function startConnectProxy(options: ConnectProxyOptions): Promise<ConnectProxy> {
  const asked: string[] = [];
  let tunnels = 0;
  let heard = '';
  let carried = 0;

  const serve = (client: Socket, head: string, rest: Buffer): void => {
    const authority = /^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(head)?.[1] ?? '';
    asked.push(authority);
    const { fault } = proxy;
    if (fault === 'silent') return;
    if (fault === 'close-without-answer') return void client.end();
    if (typeof fault === 'object') return void client.end(`HTTP/1.1 ${fault.status} Refused\r\ncontent-length: 0\r\n\r\n`);
    if (!isAuthorized(head, options.credentials)) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="test"\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const port = options.names[authority];
    if (port === undefined) return void client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    tunnels += 1;
    if (fault === 'drop-after-connect') return void client.end('HTTP/1.1 200 Connection established\r\n\r\n');
    const server = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.write(rest);
      client.on('data', (chunk: Buffer) => (carried += chunk.length));
      client.pipe(server).pipe(client);
    });
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
  };

  const server = await serveSocket((client) => {
    let before = Buffer.alloc(0);
    const listen = (chunk: Buffer): void => {
      heard += chunk.toString('latin1');
      before = Buffer.concat([before, chunk]);
      const end = before.indexOf('\r\n\r\n');
      if (end === -1) return;
      client.off('data', listen);
      client.pause();
      serve(client, before.subarray(0, end + 2).toString('latin1'), before.subarray(end + 4));
      client.resume();
    };
    client.on('data', listen);
  });

  const proxy: ConnectProxy = {
    ...server,
    url: server.url,
    asked,
    tunnels: () => tunnels,
    heard: () => heard,
    carried: () => carried,
    fault: options.fault,
  };
  return proxy;
}

function isAuthorized(head: string, credentials: ConnectProxyOptions['credentials']): boolean {
  if (credentials === undefined) return true;
  const given = /^proxy-authorization: Basic (\S+)$/im.exec(head)?.[1] ?? '';
  return Buffer.from(given, 'base64').toString('utf8') === `${credentials.username}:${credentials.password}`;
}
