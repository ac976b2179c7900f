import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** A way to a Unix socket over TCP that can be cut off, as a network is: nothing arrives any more, and nobody says so. */
export interface CutOff {
  readonly port: number;
  cut(): void;
  /** New connections work again. Those that were cut are gone. */
  heal(): void;
  close(): Promise<void>;
}

export async function startCutOff(socketPath: string): Promise<CutOff> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const there = connect(socketPath);
    for (const [one, other] of [[client, there], [there, client]] as const) {
      sockets.add(one);
      one.on('data', (bytes) => void (isCut || other.write(bytes)));
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        if (!isCut) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut: () => void (isCut = true),
    heal() {
      endAll();
      isCut = false;
    },
    async close() {
      endAll();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
