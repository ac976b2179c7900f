import { Worker } from 'node:worker_threads';
import { createSequencer } from '../util/sequencer.ts';
import type { Clock } from '../util/clock.ts';
import type { FileJob, JobAnswer } from './file-jobs.ts';

/** `refused`: a file took too long or too much memory. The thread was ended, and the next job starts another. */
export type ThreadAnswer = JobAnswer | { readonly kind: 'refused'; readonly why: 'too-costly' };

export interface FileThread {
  /** Runs one job at a time; others wait. Rejects only if the system cannot start a thread. */
  run(job: FileJob): Promise<ThreadAnswer>;
  /** Ends the thread and the job under way. The next job starts another thread. */
  stop(): Promise<void>;
  /** The same, and waits until every thread that was ended is gone. This never resolves if one of them waits for a disk that never answers. */
  close(): Promise<void>;
}

export interface FileThreadDeps {
  /** The built `file-worker.cjs`. */
  readonly workerFile: string | URL;
  readonly clock: Pick<Clock, 'after'>;
}

/** For `disk`, see `runJob`. */
export interface FileThreadData {
  readonly disk: Int32Array;
}

/** Milliseconds between two checks of the thread. */
const lookInterval = 1_000;
/** Checks that find the thread computing before a file counts as too costly. Waiting for the disk does not count. */
const mostComputing = 20;
/** Checks that find the thread waiting for the disk before a file counts as unreadable. Hashing and copying have no such limit. */
const mostWaiting = 600;

/** Jobs whose time depends on what a stranger wrote into a file. */
const limited: ReadonlySet<FileJob['kind']> = new Set(['look', 'encode', 'wildcards', 'wildcard-file']);

/** Megabytes of JavaScript heap: a hundred times what the largest texts need. */
const mostMemory = 512;

const tooCostly = { kind: 'refused', why: 'too-costly' } as const;

/** A thread that reads and copies files, started at the first job. */
export function createFileThread({ workerFile, clock }: FileThreadDeps): FileThread {
  const sequencer = createSequencer();
  const disk = new Int32Array(new SharedArrayBuffer(4));
  let worker: Worker | null = null;
  /** Resolves when all earlier threads are gone. */
  let gone: Promise<unknown> = Promise.resolve();
  /** Takes the answer to the job under way. */
  let settle: ((answer: ThreadAnswer) => void) | null = null;

  const answered = (answer: ThreadAnswer): void => {
    settle?.(answer);
    settle = null;
  };
  const started = (): Worker => {
    if (worker !== null) return worker;
    const thread = new Worker(workerFile, { workerData: { disk } satisfies FileThreadData, resourceLimits: { maxOldGenerationSizeMb: mostMemory } });
    const ended = (): void => {
      if (worker !== thread) return;
      worker = null;
      answered(tooCostly);
    };
    // A late answer from an ended thread does not belong to the job of the next thread.
    thread.on('message', (answer: ThreadAnswer) => {
      if (worker === thread) answered(answer);
    });
    thread.on('error', ended);
    thread.on('exit', ended);
    Atomics.store(disk, 0, 0);
    worker = thread;
    return thread;
  };
  const end = async (answer: ThreadAnswer): Promise<void> => {
    const ending = worker;
    worker = null;
    answered(answer);
    const ended = ending?.terminate();
    gone = Promise.all([gone, ended]);
    await ended;
  };

  /** Ends the thread if a job takes too long. Returns a function that cancels this. */
  const watch = (): (() => void) => {
    let [computing, waiting] = [0, 0];
    let cancel: () => void = () => undefined;
    const check = (): void => {
      if (Atomics.load(disk, 0) === 1) waiting += 1;
      else computing += 1;
      if (computing >= mostComputing) void end(tooCostly);
      else if (waiting >= mostWaiting) void end({ kind: 'failed', side: 'source', code: 'ETIMEDOUT' });
      else cancel = clock.after(lookInterval, check);
    };
    cancel = clock.after(lookInterval, check);
    return () => cancel();
  };

  const answerOf = (job: FileJob): Promise<ThreadAnswer> =>
    new Promise((resolve, reject) => {
      const cancel = limited.has(job.kind) ? watch() : () => undefined;
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
    run: (job) => sequencer.run('job', () => answerOf(job)),
    stop: () => end(tooCostly),
    async close() {
      await end(tooCostly);
      await gone;
    },
  };
}
