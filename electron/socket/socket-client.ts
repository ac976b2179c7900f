import { randomBytes } from 'node:crypto';
import { createConnection } from 'node:net';
import { z } from 'zod';
import { AppFailure } from '../../shared/errors.ts';
import type { ChangeBatch } from '../../shared/ipc/api.ts';
import type { AnyChannel, AnyInput, AnyOutputs } from '../../shared/ipc/programs.ts';
import type { Result } from '../../shared/result.ts';
import { createLineReader } from './line-reader.ts';
import { greetingTime, isProof, longestLine, proofOf, type FromClient, type Request } from './messages.ts';
import { readAddress } from './socket-address.ts';

/** A Latent that runs in another process. */
export interface Connection {
  /** Of the Latent at the other end. */
  readonly version: string;
  /**
   * Rejects with `Disconnected` if the other end goes away first. Then nobody knows whether the call was taken. Rejects with AppFailure `bad-request` if the input
   * is too large for the socket; then it was not sent.
   */
  call<C extends AnyChannel>(channel: C, input: AnyInput<C>): Promise<Result<AnyOutputs[C]>>;
  /** Resolves to whether the other end does it. Rejects with `Disconnected`. */
  ask(request: Request): Promise<boolean>;
  /** Resolves when the other end is gone, or after `close`. */
  readonly closed: Promise<void>;
  close(this: void): void;
}

/** The Latent at the other end is gone. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected';
}

const nonceMessage = z.object({ nonce: z.string() });
const proofMessage = z.object({ proof: z.string(), version: z.string() });
const laterMessage = z.union([z.object({ id: z.int(), result: z.custom<Result<unknown>>() }), z.object({ changes: z.custom<ChangeBatch>() })]);

/**
 * Connects to the Latent that owns a profile. Null: none runs on this computer, or it ended just now, or whatever answers in its place does not know the profile's
 * secret and has learnt nothing. Never rejects.
 *
 * @param follow hears of all changes from now on. Absent: none
 */
export async function connectToLatent(userData: string, follow?: (changes: ChangeBatch) => void): Promise<Connection | null> {
  const address = readAddress(userData);
  if (address === null) return null;
  const socket = createConnection(address.path);
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.on('error', () => socket.destroy());

  const waiting = new Map<number, ReturnType<typeof Promise.withResolvers<Result<unknown>>>>();
  void closed.then(() => {
    for (const each of waiting.values()) each.reject(new Disconnected('Latent ended'));
    waiting.clear();
  });

  const greeted = Promise.withResolvers<string | null>();
  const nonce = randomBytes(16).toString('hex');
  let theirs: string | null = null;
  let isKnown = false;
  const take = (value: unknown): void => {
    if (theirs === null) {
      theirs = nonceMessage.parse(value).nonce;
      socket.write(lineOf({ nonce, proof: proofOf(address.secret, 'client', theirs, nonce), follows: follow !== undefined }));
      return;
    }
    if (!isKnown) {
      const { proof, version } = proofMessage.parse(value);
      if (!isProof(proof, proofOf(address.secret, 'server', theirs, nonce))) throw new Error('it does not know the secret');
      isKnown = true;
      greeted.resolve(version);
      return;
    }
    const message = laterMessage.parse(value);
    if ('changes' in message) return follow?.(message.changes);
    waiting.get(message.id)?.resolve(message.result);
    waiting.delete(message.id);
  };
  // The owner is trusted once it is known, and answers in its own time: nothing limits its lines.
  const read = createLineReader(() => (isKnown ? Infinity : longestLine));
  socket.on('data', (bytes) => {
    try {
      for (const value of read(bytes)) take(value);
    } catch {
      socket.destroy();
    }
  });
  void closed.then(() => greeted.resolve(null));
  const timer = setTimeout(() => socket.destroy(), greetingTime);
  const version = await greeted.promise.finally(() => clearTimeout(timer));
  if (version === null) return null;

  let lastId = 0;
  const sendAndWait = (make: (id: number) => FromClient): Promise<Result<unknown>> => {
    if (!socket.writable) return Promise.reject(new Disconnected('Latent ended'));
    lastId += 1;
    const line = lineOf(make(lastId));
    if (line.length > longestLine) return Promise.reject(new AppFailure('bad-request', `${line.length} characters in one call`));
    const answer = Promise.withResolvers<Result<unknown>>();
    waiting.set(lastId, answer);
    socket.write(line);
    return answer.promise;
  };
  return {
    version,
    call: <C extends AnyChannel>(channel: C, input: AnyInput<C>) => sendAndWait((id) => ({ id, channel, input })) as Promise<Result<AnyOutputs[C]>>,
    async ask(request) {
      const result = await sendAndWait((id) => ({ id, request }));
      return result.ok && result.value === true;
    },
    closed,
    close: () => void socket.destroy(),
  };
}

function lineOf(message: FromClient): string {
  return `${JSON.stringify(message)}\n`;
}
