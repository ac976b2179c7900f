import { Worker } from 'node:worker_threads';
import { createTurns } from '../engine/turns.ts';
import type { Clock } from '../ports.ts';
import type { ImportJob, JobAnswer } from './import-jobs.ts';

/** A file that cost more than a file may: the thread was ended, and the next job gets another. */
export type ThreadAnswer = JobAnswer | { readonly kind: 'refused'; readonly why: 'too-costly' };

export interface ImportThread {
  /** Rejects only where the system has no room for a thread. One job at a time; others wait. */
  run(job: ImportJob): Promise<ThreadAnswer>;
  /** Ends the thread, with whatever it is at; the next job starts it again. */
  rest(): Promise<void>;
  /** The same, and waits for every thread that was ever ended: one of them may wait for a disk that never answers, and then so does this. */
  close(): Promise<void>;
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
  /** Every thread before it is gone. */
  let gone: Promise<unknown> = Promise.resolve();
  /** Takes the answer to the job under way. */
  let settle: ((answer: ThreadAnswer) => void) | null = null;

  const answered = (answer: ThreadAnswer): void => {
    settle?.(answer);
    settle = null;
  };
  const started = (): Worker => {
    if (worker !== null) return worker;
    const thread = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: mostMemory } });
    const ended = (): void => {
      if (worker !== thread) return;
      worker = null;
      answered({ kind: 'refused', why: 'too-costly' });
    };
    // One that was ended may still have had its answer under way: that is nothing to the job of the next thread.
    thread.on('message', (answer: ThreadAnswer) => {
      if (worker === thread) answered(answer);
    });
    thread.on('error', ended);
    thread.on('exit', ended);
    worker = thread;
    return thread;
  };
  const end = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    answered({ kind: 'refused', why: 'too-costly' });
    const ended = ending?.terminate();
    gone = Promise.all([gone, ended]);
    await ended;
  };

  const answerOf = (job: ImportJob): Promise<ThreadAnswer> =>
    new Promise((resolve, reject) => {
      const cancel = job.kind === 'look' ? clock.after(patience, () => void end()) : () => undefined;
      settle = (answer) => {
        cancel();
        resolve(answer);
      };
      try {
        started().postMessage(job);
      } catch (error) {
        cancel();
        settle = null;
        reject(error);
      }
    });

  return {
    run: (job) => turns.take('job', () => answerOf(job)),
    rest: end,
    async close() {
      await end();
      await gone;
    },
  };
}
