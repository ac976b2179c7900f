import { Worker } from 'node:worker_threads';
import type { Credentials } from '../core/service/outcomes.ts';

export interface PracticeWorkerData {
  readonly dataFile: string | null;
}

export type ToPracticeWorker = 'stop';
export type FromPracticeWorker =
  | { readonly kind: 'started'; readonly url: string; readonly key: string }
  | { readonly kind: 'failed'; readonly detail: string };

export interface PracticeWorker {
  /** The base URL: without trailing slash, without `/v1`. */
  readonly url: string;
  readonly key: string;
  /** Settles when the worker has ended, by `stop` or by an error. Never rejects. */
  readonly ended: Promise<void>;
  /** Lets the service shut down, and terminates it after two seconds. */
  stop(): Promise<void>;
}

/** Milliseconds that a shutdown may take. */
const patience = 2_000;

/**
 * Starts the practice service in a worker thread. `workerFile` is the absolute path of practice-worker.ts, or of its bundle.
 * Rejects when the service cannot start, for example because `dataFile` cannot be written.
 */
export async function startPracticeWorker(input: { readonly workerFile: string; readonly dataFile: string | null }): Promise<PracticeWorker> {
  const workerData: PracticeWorkerData = { dataFile: input.dataFile };
  const worker = new Worker(input.workerFile, { workerData });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  const started = await new Promise<{ url: string; key: string }>((resolve, reject) => {
    // This listener is never removed, because an 'error' event without a listener would end the app.
    worker.on('error', reject);
    worker.once('exit', () => reject(new Error('The practice service ended before it was ready.')));
    worker.once('message', (message: FromPracticeWorker) => {
      if (message.kind === 'started') {
        resolve(message);
        return;
      }
      reject(new Error(`The practice service could not start: ${message.detail}`));
      void worker.terminate();
    });
  });

  return {
    url: started.url,
    key: started.key,
    ended,
    async stop() {
      const stop: ToPracticeWorker = 'stop';
      worker.postMessage(stop);
      const late = setTimeout(() => void worker.terminate(), patience);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Starts the practice service when it is first needed. If it could not start or has ended, the next call starts it again. */
export function createLazyPractice(workerFile: string, dataFile: string, learnKey: (key: string) => void): { credentials(): Promise<Credentials>; stop(): Promise<void> } {
  let worker: Promise<PracticeWorker> | null = null;
  const start = (): Promise<PracticeWorker> => {
    const starting = startPracticeWorker({ workerFile, dataFile });
    const forget = (): void => {
      if (worker === starting) worker = null;
    };
    starting.then(({ ended }) => ended.then(forget), forget);
    return starting;
  };
  return {
    async credentials() {
      const { url, key } = await (worker ??= start());
      learnKey(key);
      return { baseUrl: url, key };
    },
    async stop() {
      const running = await worker?.catch(() => null);
      await running?.stop();
    },
  };
}
