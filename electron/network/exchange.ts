import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { HttpFailure, type HttpReply, type HttpRequest } from '../core/http/http-client.ts';
import { createArrivingBody, type ArrivingBody } from './arriving-body.ts';
import type { Connection } from './connection-pool.ts';
import { decodedBody } from './decoded-body.ts';
import { createReplyReader, type ReplyReader } from './reply-reader.ts';
import { headOf, type RequestTarget } from './request-bytes.ts';
import { toHttpFailure } from './transport-failure.ts';

export interface ExchangeInput {
  readonly request: HttpRequest;
  readonly target: RequestTarget;
  /** The server is asked to close the connection after its answer. */
  readonly alone: boolean;
  /** An idle connection, if there is one. */
  readonly idle: () => Connection | null;
  readonly connect: (timeoutMs: number) => Promise<Connection>;
  /** The connection may carry another request. `hint` is the Keep-Alive header. */
  readonly keep: (connection: Connection, hint: string) => void;
  /** The lengths that this server announces are wrong. */
  readonly miscounts: () => void;
}

/** Milliseconds without a byte after which a body is over, if all that was announced is there and the server does not close the connection. */
const silenceMs = 300;

/**
 * Sends one request and reads its answer. `sent` becomes true when the connection is made, TLS included, just before the first byte is written.
 * A POST is sent once. Another request that found an idle connection which then ends without a byte is sent once more, on a new connection: the server had
 * just closed the old one. Rejects with HttpFailure.
 */
export function exchange({ request, target, alone, idle, connect, keep, miscounts }: ExchangeInput): Promise<HttpReply> {
  const { timeouts, signal } = request;
  const content = request.body === undefined ? null : Buffer.from(request.body);
  const head = headOf(request, target, content?.length ?? 0, alone);
  const last = performance.now() + (timeouts.total ?? Infinity);
  return new Promise<HttpReply>((resolve, reject) => {
    let sent = false;
    let ended = false;
    let body: ArrivingBody | null = null;
    let connection: Connection | null = null;
    let timer: NodeJS.Timeout | undefined;

    const within = (milliseconds: number, run?: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(run ?? (() => fail(new HttpFailure('TIMEOUT', sent))), Math.min(milliseconds, last - performance.now()));
    };
    const end = (): void => {
      ended = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const fail = (failure: HttpFailure): void => {
      if (ended) return;
      end();
      if (body === null) reject(failure);
      else body.fail(failure);
      connection?.socket.destroy();
    };
    const onAbort = (): void => fail(new HttpFailure('ABORTED', sent));

    const use = (on: Connection, isReused: boolean): void => {
      const { socket } = on;
      let heard = false;
      let keepAlive = '';
      const reader: ReplyReader = createReplyReader(alone, {
        head({ status, headers }, codings) {
          keepAlive = headers['keep-alive'] ?? '';
          body = createArrivingBody({
            wanted() {
              if (ended) return;
              wait();
              socket.resume();
            },
            givenUp: () => fail(new HttpFailure('ABORTED', true)),
          });
          resolve({ status, headers, body: decodedBody(body, [headers['content-encoding'] ?? '', ...codings].join(',')) });
        },
        data(bytes) {
          if (body?.push(bytes) === false) socket.pause();
        },
        end(how) {
          if (ended) return;
          if (reader.miscounts()) miscounts();
          if (how.kind === 'not-http') return fail(new HttpFailure('NOT_HTTP', true));
          if (how.kind === 'cut') return fail(new HttpFailure('ECONNRESET', true));
          end();
          if (how.mayFollow && !socket.writableNeedDrain) keep(on, keepAlive);
          else socket.destroy();
          body?.end();
        },
      }, request.method === 'HEAD');
      const wait = (): void => {
        if (reader.mayBeOver()) within(silenceMs, () => reader.silence());
        else within(body === null ? timeouts.headers : timeouts.idle);
      };
      /** What arrived before is read to its end first. */
      const over = (error: Error | null): void => {
        if (ended) return;
        if (isReused && !heard) {
          on.user = null;
          return begin(null);
        }
        if (error === null || body === null || reader.mayBeOver()) reader.close();
        if (!ended) fail(toHttpFailure(error ?? new HttpFailure('ECONNRESET', true), true));
      };
      on.user = {
        data(chunk) {
          if (ended) return;
          heard = true;
          const wasHead = body === null;
          reader.push(chunk);
          if (ended || (wasHead && body === null)) return;
          // The reader is slow, not the server, so the time does not count.
          if (socket.isPaused()) clearTimeout(timer);
          else wait();
        },
        ended: () => over(null),
        failed: over,
      };
      connection = on;
      // It ended between the handshake and now, so that nobody would tell, and nothing was written.
      if (socket.destroyed) return fail(new HttpFailure('ECONNRESET', sent));
      sent = true;
      within(timeouts.headers);
      write(socket, head, content);
    };

    const begin = (found: Connection | null): void => {
      if (found !== null) return use(found, true);
      within(timeouts.connect);
      connect(timeouts.connect).then(
        (made) => {
          if (ended) made.socket.destroy();
          else use(made, false);
        },
        (error: unknown) => fail(toHttpFailure(error, sent)),
      );
    };

    if (signal?.aborted === true) return onAbort();
    signal?.addEventListener('abort', onAbort);
    begin(idle());
  });
}

/** Published when a whole request has been handed to the system, so it is sent even if this process dies. The torture listens. */
const requestSent = channel('latent:request-sent');

function write(socket: Socket, head: Buffer, content: Buffer | null): void {
  socket.cork();
  socket.write(head);
  if (content !== null) socket.write(content);
  socket.uncork();
  if (requestSent.hasSubscribers) requestSent.publish(content !== null);
}
