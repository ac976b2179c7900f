import { Worker } from 'node:worker_threads';
import { AppFailure } from '../../../shared/errors.ts';
import type { Clock } from '../../core/util/clock.ts';
import { createSystemClock } from '../../core/util/system-clock.ts';
import type { Recovery, Report } from './database-contract.ts';
import { failureDetails } from '../sqlite/database-failures.ts';
import type { FromThread, Job, ThumbnailsJob } from './thread-messages.ts';
import type { Slow } from '../sqlite/slow-log.ts';
import { createThreadCalls, type Answered } from './thread-calls.ts';

/** Notified when a thread dies or is replaced. */
export interface ThreadWatch {
  /** The thread died, or its replacement could not start. Another attempt follows. */
  stopped(failure: AppFailure): void;
  /** A replacement is running. */
  restarted(): void;
}

export interface ThreadOptions {
  /** The built `database-worker.cjs`. */
  readonly workerFile: string | URL;
  /** The job of the thread. `restarts` is the number of threads before it. */
  readonly job: (restarts: number) => Job | ThumbnailsJob;
  readonly report: Report;
  readonly slow?: Slow | undefined;
  readonly watch?: ThreadWatch | undefined;
  readonly clock?: Pick<Clock, 'after' | 'monotonic'> | undefined;
  /** If given, the thread opens the file only once this resolves. */
  readonly there?: Promise<unknown>;
}

export interface OpenThread {
  /** The names of the calls that the thread answers. */
  readonly methods: readonly string[];
  call(method: string, args: readonly unknown[]): Promise<unknown>;
  readonly recovery: Recovery | null;
  close(): Promise<void>;
}

/** A thread with an open connection. */
interface Running {
  readonly worker: Worker;
  readonly methods: readonly string[];
  readonly recovery: Recovery | null;
  /** Resolves to the cause when the thread has ended. */
  readonly ended: Promise<AppFailure>;
}

/** A thread that lived for this many milliseconds resets the count of failures. */
const stable = 60_000;
/** Milliseconds until the next start after this many failures in a row. The first restart is immediate. */
const delayAfter = (failures: number): number => (failures <= 1 ? 0 : Math.min(100 * 2 ** failures, 5_000));

/**
 * Starts a thread that owns a connection, and resolves when the connection is open. Rejects with the thread's own error, with `database-failed`
 * if the thread ends first, or when `there` rejects.
 *
 * A thread that dies later is replaced. Calls without an answer are sent to the next one, in their order. A call that the dead thread had committed
 * then runs twice, so the second time each call changes nothing and returns the same; a call that cannot says so where it is declared. While no
 * thread can be started, calls are rejected.
 */
export async function openThread(options: ThreadOptions): Promise<OpenThread> {
  const { job, watch, clock = createSystemClock() } = options;
  const calls = createThreadCalls();
  let running: Running | null = null;
  let restarts = 0;
  let failures = 0;
  let closed = false;
  let restarting: Promise<void> | null = null;
  let cancelRestart = (): void => undefined;

  const start = async (): Promise<Running> => {
    const opened = await openOne(options, job(restarts), calls.answered);
    const since = clock.monotonic();
    running = opened;
    calls.sendTo(opened.worker);
    void opened.ended.then((failure) => {
      running = null;
      if (closed) {
        calls.reject(failure);
        return;
      }
      if (clock.monotonic() - since >= stable) failures = 0;
      calls.threadLost(failure);
      restartAfter(failure);
    });
    return opened;
  };

  const restartAfter = (failure: AppFailure): void => {
    failures += 1;
    watch?.stopped(failure);
    const delay = delayAfter(failures);
    if (delay === 0) restarting = restart();
    else cancelRestart = clock.after(delay, () => void (restarting = restart()));
  };

  const restart = async (): Promise<void> => {
    restarts += 1;
    try {
      await start();
      watch?.restarted();
    } catch (error) {
      if (closed) return;
      const failure = error instanceof AppFailure ? error : new AppFailure('database-failed', String(error), { cause: error });
      calls.reject(failure);
      restartAfter(failure);
    }
  };

  const { methods, recovery } = await start();
  return {
    methods,
    recovery,
    call: calls.call,
    async close() {
      const refusal = new AppFailure('database-failed', failureDetails.closed);
      if (!closed) {
        closed = true;
        calls.close(refusal);
        cancelRestart();
        if (restarting !== null) await restarting;
        running?.worker.postMessage({ method: 'close' });
      }
      await running?.ended;
      calls.reject(refusal);
    },
  };
}

/** The calls of a thread as functions. The thread itself names them, so that no list of them is kept elsewhere. */
export function callsOf({ methods, call }: Pick<OpenThread, 'methods' | 'call'>): Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>> {
  return Object.fromEntries(methods.map((method) => [method, (...args: readonly unknown[]) => call(method, args)]));
}

/** Also rejects if the system cannot start another thread, because the constructor throws then. */
function openOne(options: Pick<ThreadOptions, 'workerFile' | 'report' | 'slow' | 'there'>, job: Job | ThumbnailsJob, answered: (message: Answered) => void): Promise<Running> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(options.workerFile, { workerData: job });
    let cause: AppFailure | null = null;
    const ended = new Promise<AppFailure>((end) => {
      worker.once('exit', (code) => end(cause ?? new AppFailure('database-failed', `the thread ended with code ${code}`)));
    });
    worker.on('error', (error) => {
      cause = new AppFailure('database-failed', String(error), { cause: error });
    });
    options.there?.then(
      () => worker.postMessage('open'),
      (error: AppFailure) => {
        reject(error);
        void worker.terminate();
      },
    );
    worker.on('message', (message: FromThread) => {
      switch (message.kind) {
        case 'opened':
          resolve({ worker, methods: message.methods, recovery: message.recovery, ended });
          break;
        case 'not-opened':
          reject(new AppFailure(message.error.code, message.error.detail));
          break;
        case 'report':
          options.report(message.message);
          break;
        case 'slow':
          options.slow?.(message.name, message.milliseconds);
          break;
        default:
          answered(message);
      }
    });
    // The thread may end before its first message.
    void ended.then(reject);
  });
}
