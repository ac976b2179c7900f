import { Worker } from 'node:worker_threads';
import { createTurns } from '../engine/turns.ts';
import type { Clock } from '../ports.ts';
import type { ImportJob, JobAnswer } from './import-jobs.ts';

/** A file that cost more than a file may: the thread was ended, and the next job gets another. */
export type ThreadAnswer = JobAnswer | { readonly kind: 'refused'; readonly why: 'too-costly' };

export interface ImportThread {
  /** Never rejects. One job at a time; others wait. */
  run(job: ImportJob): Promise<ThreadAnswer>;
  /** Ends the thread, with whatever it is at; the next job starts it again. */
  rest(): Promise<void>;
}

export interface ImportThreadDeps {
  /** The built `import-worker.cjs`. */
  readonly workerFile: string | URL;
  readonly clock: Pick<Clock, 'after'>;
}

/** Milliseconds in which a picture must have told what it is. Hashing and copying take as long as the disk takes. */
const patience = 20_000;

/** Megabytes of JavaScript's memory: a hundred times what the largest texts that are read need. */
const mostMemory = 512;

/** A thread for files from strangers, started when there is something to do. */
export function createImportThread({ workerFile, clock }: ImportThreadDeps): ImportThread {
  const turns = createTurns();
  let worker: Worker | null = null;

  const started = (): Worker => {
    worker ??= new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: mostMemory } });
    return worker;
  };
  const end = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };

  const answerOf = (job: ImportJob): Promise<ThreadAnswer> =>
    new Promise((resolve) => {
      const thread = started();
      const settle = (answer: ThreadAnswer): void => {
        cancel();
        thread.removeAllListeners();
        // A thread that is ended may still say that it failed: without a listener that would end the app.
        thread.on('error', () => undefined);
        resolve(answer);
      };
      const fail = (): void => {
        if (worker === thread) worker = null;
        settle({ kind: 'refused', why: 'too-costly' });
      };
      const cancel = clock.after(job.kind === 'look' ? patience : Number.MAX_SAFE_INTEGER, () => {
        void thread.terminate();
        fail();
      });
      thread.once('message', settle);
      thread.once('error', fail);
      thread.once('exit', fail);
      thread.postMessage(job);
    });

  return {
    run: (job) => turns.take('job', () => answerOf(job)),
    rest: end,
  };
}
