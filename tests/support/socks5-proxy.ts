import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { serveSocket, type LocalServer } from './local-server.ts';

export interface Socks5Proxy extends LocalServer {
  /** What clients asked for: `name:port`, or the bytes of an address in hexadecimal. */
  readonly asked: string[];
}

/** A SOCKS5 proxy (RFC 1928) that connects everything to one local port. `reply`: refuses with this code. `method`: asks for this authentication method. */
export async function startSocks5Proxy(port: number, fault: { readonly reply?: number; readonly method?: number } = {}): Promise<Socks5Proxy> {
  const asked: string[] = [];
  const serve = async (client: Socket): Promise<void> => {
    const [, count = 0] = await take(client, 2);
    await take(client, count);
    client.write(Buffer.from([5, fault.method ?? 0]));
    if (fault.method !== undefined) {
      // A client that answers a method it did not offer is refused.
      await take(client, 1);
      client.end(Buffer.from([1, 1]));
      return;
    }
    const [, , , kind] = await take(client, 4);
    const length = kind === 3 ? ((await take(client, 1))[0] ?? 0) : kind === 4 ? 16 : 4;
    const address = await take(client, length);
    const wanted = await take(client, 2);
    asked.push(`${address.toString(kind === 3 ? 'latin1' : 'hex')}:${wanted.readUInt16BE()}`);
    if (fault.reply !== undefined) return void client.end(Buffer.from([5, fault.reply, 0, 1, 0, 0, 0, 0, 0, 0]));
    const server = connect(port, '127.0.0.1', () => {
      // The reply names an IPv6 address, and its last byte comes late.
      const reply = Buffer.from([5, 0, 0, 4, ...Array<number>(16).fill(0), 0, 0]);
      client.write(reply.subarray(0, 21));
      setTimeout(() => {
        client.write(reply.subarray(21));
        client.pipe(server).pipe(client);
      }, 20);
    });
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
  };
  const server = await serveSocket((client) => void serve(client).catch(() => client.destroy()));
  return { ...server, asked };
}

async function take(socket: Socket, count: number): Promise<Buffer> {
  let taken = Buffer.alloc(0);
  while (taken.length < count) {
    const bytes = socket.read() as Buffer | null;
    if (bytes !== null) taken = Buffer.concat([taken, bytes]);
    else await once(socket, 'readable');
  }
  if (taken.length > count) socket.unshift(taken.subarray(count));
  return taken.subarray(0, count);
}
