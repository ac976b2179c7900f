import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { z } from 'zod';
import type { AnyChannel } from '../../shared/ipc/programs.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { createLineReader } from './line-reader.ts';
import { greetingTime, isProof, longestGreeting, longestLine, proofOf, requests, type FromServer, type Request } from './messages.ts';

export interface ServedDeps {
  readonly secret: string;
  readonly version: string;
  /** Answers a call. Never rejects. */
  readonly call: (channel: AnyChannel, input: unknown) => Promise<Result<unknown>>;
  /** Channels that only the window may call, such as those that open a dialog or take its place, are not open. */
  readonly isOpen: (channel: string) => channel is AnyChannel;
  /** Resolves to whether this process does what is asked. */
  readonly asked: (request: Request) => Promise<boolean>;
  readonly log: (message: string, error: unknown) => void;
}

/** One program at the other end. */
export interface ServedConnection {
  readonly closed: Promise<void>;
  /** Whether it has proved itself and hears of changes. */
  follows(): boolean;
  /** Sends a line, or cuts it off if it does not read. */
  tell(line: string): void;
  /** Takes no more calls, waits up to so many milliseconds for the answers to those under way, and closes. */
  end(within: number): Promise<void>;
}

const greeting = z.object({ nonce: z.string().min(16).max(100), proof: z.string(), follows: z.boolean() });
const message = z.union([z.object({ id: z.int(), channel: z.string(), input: z.unknown().optional() }), z.object({ id: z.int(), request: z.enum(requests) })]);

/** Bytes that may wait for a client that follows. */
const mostWaiting = 16 * 1024 * 1024;
/** Calls of one client whose answers it has not taken yet. Until it takes one, nothing more of it is read. */
const mostUnderWay = 64;

/** Serves one program until it goes. Whatever it sends, or does not read, costs this process a limited amount of memory. */
export function serveConnection(socket: Socket, { secret, version, call, isOpen, asked, log }: ServedDeps): ServedConnection {
  const nonce = randomBytes(16).toString('hex');
  const underWay = new Set<Promise<void>>();
  let isKnown = false;
  let follows = false;
  let isEnding = false;
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  const timer = setTimeout(() => socket.destroy(), greetingTime);
  void closed.then(() => clearTimeout(timer));
  // It ends the reading below, too.
  socket.on('error', () => socket.destroy());

  /** Resolves when the other end has taken it, or is gone. */
  const send = (said: FromServer): Promise<void> => new Promise((resolve) => void socket.write(`${JSON.stringify(said)}\n`, () => resolve()));

  const greet = (value: unknown): void => {
    const said = greeting.parse(value);
    if (!isProof(said.proof, proofOf(secret, 'client', nonce, said.nonce))) throw new Error('a program did not know the secret');
    clearTimeout(timer);
    isKnown = true;
    void send({ proof: proofOf(secret, 'server', nonce, said.nonce), version });
    follows = said.follows;
  };

  const answer = async (value: unknown): Promise<void> => {
    const said = message.parse(value);
    if ('request' in said) return send({ id: said.id, result: ok(await asked(said.request)) });
    const result = isOpen(said.channel) ? await call(said.channel, said.input) : err({ code: 'bad-request', detail: said.channel } as const);
    return send({ id: said.id, result });
  };

  const fail = (error: unknown): void => {
    // A program that was killed is no news.
    if (!isEnding && !socket.destroyed) log('a program on the socket was cut off', error);
    socket.destroy();
  };

  const serve = async (): Promise<void> => {
    const read = createLineReader(() => (isKnown ? longestLine : longestGreeting));
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      for (const value of read(bytes)) {
        if (isEnding) continue;
        if (!isKnown) {
          greet(value);
          continue;
        }
        if (underWay.size >= mostUnderWay) await Promise.race(underWay);
        // Not at once: what is asked may end this connection, which waits for what is under way.
        const work = Promise.resolve()
          .then(() => answer(value))
          .catch(fail)
          .finally(() => underWay.delete(work));
        underWay.add(work);
      }
    }
  };
  void send({ nonce });
  serve().catch(fail);

  return {
    closed,
    follows: () => follows && !isEnding,
    tell(line) {
      if (socket.writableLength > mostWaiting) socket.destroy();
      else socket.write(line);
    },
    async end(within) {
      isEnding = true;
      const limit = setTimeout(() => socket.destroy(), within);
      await Promise.race([Promise.all(underWay), closed]);
      clearTimeout(limit);
      socket.destroy();
    },
  };
}
