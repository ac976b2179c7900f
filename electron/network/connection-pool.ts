import type { Socket } from 'node:net';

/** A connection, and who uses it now. */
export interface Connection {
  readonly socket: Socket;
  /** Gets what happens on the connection. Null while nobody uses it. */
  user: ConnectionUser | null;
}

export interface ConnectionUser {
  data(chunk: Buffer): void;
  /** The server will send no more. */
  ended(): void;
  failed(error: Error | null): void;
}

/** Idle connections by what they may be used for. */
export interface ConnectionPool {
  take(kind: string): Connection | null;
  /** Keeps a connection for the next request, for so many milliseconds. */
  keep(kind: string, connection: Connection, milliseconds: number): void;
  /** `unasked`: called if a server sends something on a connection that nobody uses. */
  add(socket: Socket, unasked: () => void): Connection;
  /** Ends all connections, idle or not. */
  close(): void;
}

/**
 * There is no limit of its own: how many requests are under way at once is decided by those who make them, for each account and host
 * (`poll-schedule.ts`, `download-gate.ts`). A second limit here would make one wait for another.
 */
export function createConnectionPool(): ConnectionPool {
  const idle = new Map<string, Connection[]>();
  const all = new Set<Connection>();
  const leave = (connection: Connection): void => {
    for (const [kind, waiting] of idle) {
      const at = waiting.indexOf(connection);
      if (at === -1) continue;
      waiting.splice(at, 1);
      if (waiting.length === 0) idle.delete(kind);
      return;
    }
  };
  return {
    add(socket, unasked) {
      const connection: Connection = { socket, user: null };
      all.add(connection);
      const failed = (error: Error | null): void => {
        all.delete(connection);
        leave(connection);
        connection.user?.failed(error);
      };
      socket.on('data', (chunk: Buffer) => {
        if (connection.user !== null) return connection.user.data(chunk);
        // Some servers say that they have waited long enough before they close.
        if (!/^HTTP\/1\.[01] 408\b/.test(chunk.toString('latin1', 0, 16))) unasked();
        socket.destroy();
      });
      socket.on('end', () => (connection.user === null ? socket.destroy() : connection.user.ended()));
      socket.on('error', failed);
      socket.on('close', () => failed(null));
      socket.on('timeout', () => connection.user === null && socket.destroy());
      return connection;
    },
    take(kind) {
      const waiting = idle.get(kind) ?? [];
      for (let connection = waiting.pop(); connection !== undefined; connection = waiting.pop()) {
        const { socket } = connection;
        if (socket.destroyed || !socket.readable || !socket.writable) continue;
        socket.setTimeout(0);
        socket.ref();
        return connection;
      }
      idle.delete(kind);
      return null;
    },
    keep(kind, connection, milliseconds) {
      const { socket } = connection;
      connection.user = null;
      // An idle connection does not keep the process alive.
      socket.unref();
      socket.setTimeout(milliseconds);
      socket.resume();
      idle.set(kind, [...(idle.get(kind) ?? []), connection]);
    },
    close() {
      idle.clear();
      for (const { socket } of all) socket.destroy();
    },
  };
}
