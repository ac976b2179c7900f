import { hostname } from 'node:os';
import { AppFailure } from '../../../shared/errors.ts';
import type { ChangeBatch } from '../../../shared/ipc/api.ts';
import type { AnyChannel, AnyInput, AnyOutputs } from '../../../shared/ipc/programs.ts';
import type { Result } from '../../../shared/result.ts';
import { errorFacts } from '../../core/log/log.ts';
import type { Request } from '../../socket/messages.ts';
import { isOpenToPrograms, needsEngine } from '../../socket/open-channels.ts';
import { readAddress } from '../../socket/socket-address.ts';
import { connectToLatent, Disconnected } from '../../socket/socket-client.ts';
import { serveSocket, type SocketServer } from '../../socket/socket-server.ts';
import { composeOnNode, type ComposedOnNode, type NodeOptions } from '../node/node-host.ts';

/** The process that owns a profile, as a command sees it: another one, or itself. */
export interface ProfileOwner {
  readonly isHere: boolean;
  /** Rejects with `Disconnected` if the owner ends, or has ended, without an answer. */
  call<C extends AnyChannel>(channel: C, input: AnyInput<C>): Promise<Result<AnyOutputs[C]>>;
  /** Resolves once the owner's engine runs. Rejects with `Disconnected`. */
  goOn(): Promise<void>;
  /** Resolves when it owns the profile no more, or was closed. */
  readonly ended: Promise<void>;
  /** Closes the connection, or the engine and everything else of Latent here. A POST under way gets its answer first. */
  close(): Promise<void>;
}

type Follow = (changes: ChangeBatch) => void;
/** Milliseconds. If they passed while another process takes the lock, it takes it. */
const lockPatience = 100;

/** Milliseconds for the last lines of the log and of the command. */
const lastWords = 1_000;

/** Null: nobody answers on this computer. Rejects with `other-version`. */
export async function findOwner(userData: string, version: string, follow: Follow): Promise<ProfileOwner | null> {
  const connection = await connectToLatent(userData, follow);
  if (connection === null) return null;
  if (connection.version !== version) {
    connection.close();
    throw new AppFailure('other-version', `${connection.version} / ${version}`);
  }
  return {
    isHere: false,
    call: connection.call,
    async goOn() {
      await connection.ask('go-on');
    },
    ended: connection.closed,
    async close() {
      connection.close();
    },
  };
}

/**
 * Takes the profile's lock and serves the profile's socket. The engine rests until `goOn`, or until a call needs it: a command that only reads must not send what
 * waits in the queue. Null: another process has the lock, or an app waits for it. Rejects with `profile-in-use` if another computer has it, and otherwise
 * as `compose` does.
 */
export async function becomeOwner(options: Omit<NodeOptions, 'send'>, follow: Follow): Promise<ProfileOwner | null> {
  const { userData, version } = options;
  let publish: Follow = () => undefined;
  const composed = await composeOnNode({
    ...options,
    lockPatience,
    send(batch) {
      follow(batch);
      publish(batch);
    },
  }).catch((error: unknown) => notTaken(userData, error));
  if (composed === null) return null;

  const underWay = new Set<Promise<unknown>>();
  const ended = Promise.withResolvers<void>();
  let isLeaving = false;
  let started: Promise<void> | null = null;
  const goOn = (): Promise<void> => (started ??= composed.start());

  const answer = async <C extends AnyChannel>(channel: C, input: unknown): Promise<Result<AnyOutputs[C]>> => {
    if (needsEngine(channel)) await goOn();
    return composed.callHandler(channel, input);
  };
  const asked = async (request: Request): Promise<boolean> => {
    if (request === 'go-on') await goOn();
    else void leave();
    return true;
  };
  const server = await serve(composed, { userData, version, call: answer, isOpen: isOpenToPrograms, asked });
  publish = server.publish;

  const close = async (): Promise<void> => {
    await server.close();
    // This process's own calls end like those of others.
    await Promise.allSettled([started, ...underWay]);
    const open = await composed.close();
    if (open.length > 0) endHard(composed, open);
    ended.resolve();
  };
  let closing: Promise<void> | null = null;
  const leave = (): Promise<void> => {
    isLeaving = true;
    return (closing ??= close());
  };

  const here = async <T>(act: () => Promise<T>): Promise<T> => {
    if (isLeaving) throw new Disconnected('this process hands the profile over');
    const work = act();
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };
  return { isHere: true, call: (channel, input) => here(() => answer(channel, input)), goOn: () => here(goOn), ended: ended.promise, close: leave };
}

/**
 * Something waits for a disk that does not answer. It may still write, so the lock stays until the process ends, and the process would wait for it for ever. What
 * was committed is on the disk.
 */
function endHard({ log }: ComposedOnNode, open: readonly string[]): void {
  log.warn('app', 'kills itself, because some parts did not close in time', { waiting: open.join(', ') });
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), lastWords);
}

/** Null if another process of this computer has the profile; otherwise rethrows. */
function notTaken(userData: string, error: unknown): null {
  const isTaken = error instanceof AppFailure && error.appError.code === 'profile-in-use' && error.appError.detail === userData;
  if (!isTaken) throw error;
  const computer = readAddress(userData)?.computer ?? hostname();
  if (computer !== hostname()) throw new AppFailure('profile-in-use', computer);
  return null;
}

type Served = Omit<Parameters<typeof serveSocket>[0], 'log'>;

/** Without a socket, such as in a container without a folder for temporary files, others wait until this process ends. */
function serve({ log }: ComposedOnNode, served: Served): Promise<SocketServer> {
  return serveSocket({ ...served, log: (message, error) => log.warn('app', message, errorFacts(error)) }).catch((error: unknown) => {
    log.warn('app', 'no socket could be made', errorFacts(error));
    return { publish: () => undefined, close: () => Promise.resolve() };
  });
}
