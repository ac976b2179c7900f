import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ChangeBatch } from '../../shared/ipc/api.ts';
import { chooseAddress, publishAddress, withdrawAddress } from './socket-address.ts';
import { serveConnection, type ServedConnection, type ServedDeps } from './served-connection.ts';

export interface SocketServerDeps extends Omit<ServedDeps, 'secret'> {
  /** The profile's folder, absolute. This process has its lock. */
  readonly userData: string;
}

export interface SocketServer {
  /** Sends changes to those who follow. One that reads too slowly is cut off: it connects again and reads anew. */
  publish(this: void, changes: ChangeBatch): void;
  /** From now on nobody finds this process. Calls under way have two seconds for their answers; then all connections end. */
  close(this: void): Promise<void>;
}

/** More are cut off at once. */
const mostConnections = 100;
/** Milliseconds in which calls under way are answered at the end. */
const lastAnswers = 2_000;

/** Serves the calls of other programs of the same user. Rejects if no socket can be made. */
export async function serveSocket({ userData, ...deps }: SocketServerDeps): Promise<SocketServer> {
  const address = chooseAddress(process.platform);
  const open = new Set<ServedConnection>();
  const server = createServer((socket) => {
    const served = serveConnection(socket, { ...deps, secret: address.secret });
    open.add(served);
    void served.closed.then(() => open.delete(served));
  });
  server.maxConnections = mostConnections;

  const listening = once(server, 'listening');
  server.listen({ path: address.path, readableAll: false, writableAll: false });
  try {
    await listening;
    publishAddress(userData, address);
  } catch (error) {
    server.close();
    withdrawAddress(userData, address);
    throw error;
  }
  server.on('error', (error) => deps.log('the socket failed', error));

  const close = async (): Promise<void> => {
    // First, so that nobody finds a socket that no longer answers.
    withdrawAddress(userData, address);
    const closed = once(server, 'close');
    server.close();
    await Promise.all([...open].map((each) => each.end(lastAnswers)));
    await closed;
  };
  let closing: Promise<void> | null = null;

  return {
    publish(changes) {
      const following = [...open].filter((each) => each.follows());
      if (following.length === 0) return;
      const line = `${JSON.stringify({ changes })}\n`;
      for (const each of following) each.tell(line);
    },
    close: () => (closing ??= close()),
  };
}
