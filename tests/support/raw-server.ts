import type { Socket } from 'node:net';
import type { OddAnswer } from './odd-answers.ts';
import { serveSocket, type LocalServer } from './local-server.ts';

export interface RawServer extends LocalServer {
  /** The first lines of all requests. */
  readonly asked: string[];
}

/** A server that answers every request with these bytes, in packets of these sizes (default: one), and closes the connection if it should. */
export async function startRawServer(answer: OddAnswer, body: Buffer, packets: readonly number[] = []): Promise<RawServer> {
  const asked: string[] = [];
  const bytes = answer.answer(body);
  const server = await serveSocket((socket) => {
    let heard = '';
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      const end = heard.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(heard)?.[1] ?? 0);
      if (heard.length < end + 4 + length) return;
      asked.push(heard.slice(0, heard.indexOf('\r\n')));
      const wasAskedToClose = /connection: close/i.test(heard);
      heard = '';
      void send(socket, bytes, packets).then(() => {
        if (answer.staysOpen !== true && (answer.closes === true || wasAskedToClose)) socket.end();
      });
    });
  });
  return { ...server, asked };
}

async function send(socket: Socket, bytes: Buffer, packets: readonly number[]): Promise<void> {
  socket.setNoDelay(true);
  let at = 0;
  for (const packet of packets) {
    if (at >= bytes.length || socket.destroyed) break;
    await new Promise<void>((resolve) => socket.write(bytes.subarray(at, at + packet), () => setImmediate(resolve)));
    at += packet;
  }
  if (at < bytes.length && !socket.destroyed) await new Promise<void>((resolve) => socket.write(bytes.subarray(at), () => resolve()));
}
