import { type Http, HttpFailure, type Reach } from '../core/http/http-client.ts';
import { createConnectionPool } from './connection-pool.ts';
import { createConnector, type Connect, type ConnectorOptions } from './connector.ts';
import { exchange } from './exchange.ts';
import { targetOf } from './request-bytes.ts';
import { routesFor, type FindRoutes, type Route } from './routes.ts';
import { createTrust } from './secure-socket.ts';
import { toHttpFailure } from './transport-failure.ts';

export interface SocketHttpOptions extends ConnectorOptions {
  /** Certificate authorities in PEM that are trusted besides the system's and the bundled ones. */
  readonly certificates?: readonly string[];
  /** Finds the proxies. Without it, every connection is direct. */
  readonly findRoutes?: FindRoutes;
}

export interface SocketHttp extends Http {
  /** Closes every pooled connection. Requests under way fail. */
  close(): Promise<void>;
}

/** Milliseconds for which an idle connection is kept, if the server does not say how long it keeps it. Most keep it for five seconds or more. */
const idleMs = 4000;
const longestIdleMs = 60_000;
/** Milliseconds by which Latent gives a connection up before the server does. */
const earlier = 2000;
/** Most connectors, and most miscounting origins, that are remembered. */
const mostRemembered = 100;

/** HTTP/1.1 on sockets: one request, one attempt. A redirect is an answer like any other. See docs/network.md for why this is our own. */
export function createSocketHttp(options: SocketHttpOptions = {}): SocketHttp {
  const trust = createTrust(options.certificates ?? []);
  const pool = createConnectionPool();
  /** Origins that announced wrong lengths. Each request to them gets its own connection, whose end is the end of the answer. */
  const miscounting = new Set<string>();
  const connectors = new Map<string, Connect>();
  let isClosed = false;

  const connectorFor = (kind: string, reach: Reach, routes: readonly Route[]): Connect => {
    let connect = connectors.get(kind);
    if (connect === undefined) {
      if (connectors.size >= mostRemembered) connectors.clear();
      connect = createConnector({ ...options, reach, routes, trust });
      connectors.set(kind, connect);
    }
    return connect;
  };

  return {
    async open(request) {
      try {
        const target = targetOf(request.url);
        const { origin } = target;
        const routes = await routesFor(origin, request, options.findRoutes);
        const reach = request.reach ?? 'any';
        // Requests share connections only if they have the same reach and the same route.
        const kind = JSON.stringify([reach, routes]);
        const alone = request.connection === 'fresh' || miscounting.has(origin);
        const miscounts = (): void => {
          if (miscounting.size >= mostRemembered) miscounting.clear();
          miscounting.add(origin);
        };
        const connect = connectorFor(kind, reach, routes);
        return await exchange({
          request,
          target,
          alone,
          idle: () => (alone ? null : pool.take(`${kind} ${origin}`)),
          connect: async (timeoutMs) => {
            const socket = await connect(target, timeoutMs);
            if (isClosed) socket.destroy();
            return pool.add(socket, miscounts);
          },
          keep: (connection, hint) => {
            const milliseconds = idleFor(hint);
            if (milliseconds <= 0 || isClosed) connection.socket.destroy();
            else pool.keep(`${kind} ${origin}`, connection, milliseconds);
          },
          miscounts,
        });
      } catch (error) {
        throw error instanceof HttpFailure ? error : toHttpFailure(error, false);
      }
    },
    close() {
      isClosed = true;
      pool.close();
      return Promise.resolve();
    },
  };
}

/** By the Keep-Alive header: `timeout=5, max=100`, in seconds. */
function idleFor(hint: string): number {
  const seconds = /\btimeout="?(\d{1,9})/i.exec(hint)?.[1];
  return seconds === undefined ? idleMs : Math.min(Number(seconds) * 1000 - earlier, longestIdleMs);
}
