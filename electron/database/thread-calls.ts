import type { Worker } from 'node:worker_threads';
import type { AppError } from '../../shared/errors.ts';
import { AppFailure } from '../../shared/errors.ts';
import { failureDetails } from './failures.ts';

/** What a thread answers to a call. */
export type Answered =
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: AppError };

/** What a thread is asked. */
export type Asked = { readonly id: number; readonly method: string; readonly args: readonly unknown[] } | { readonly method: 'close' };

export interface ThreadCalls {
  call(method: string, args: readonly unknown[]): Promise<unknown>;
  answered(message: Answered): void;
  /** The thread can answer nothing any more. */
  end(failure: AppFailure): void;
  /** Resolves when what was asked before is answered and the thread has ended. */
  close(): Promise<void>;
  /** Resolves when the thread has ended, whatever ended it, with why no call can be answered. */
  readonly exited: Promise<AppFailure>;
}

/** Calls into a worker thread, each answered by its number. When the thread ends by itself, all of them reject with `database-failed`. */
export function createThreadCalls(worker: Worker): ThreadCalls {
  const waiting = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: AppFailure) => void }>();
  let lastId = 0;
  /** Set once no further call can be answered. */
  let ended: AppFailure | null = null;

  const end = (failure: AppFailure): AppFailure => {
    ended ??= failure;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    return ended;
  };
  const send = (message: Asked): void => worker.postMessage(message);
  const exited = new Promise<AppFailure>((resolve) => {
    worker.once('exit', (code) => resolve(end(new AppFailure('database-failed', `the database thread ended with code ${code}`))));
  });

  return {
    exited,
    end,
    call: (method, args) =>
      new Promise((resolve, reject) => {
        if (ended !== null) {
          reject(ended);
          return;
        }
        lastId += 1;
        send({ id: lastId, method, args });
        waiting.set(lastId, { resolve, reject });
      }),
    answered(message) {
      const found = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'value') found?.resolve(message.value);
      else found?.reject(new AppFailure(message.error.code, message.error.detail));
    },
    async close() {
      if (ended === null) {
        send({ method: 'close' });
        ended = new AppFailure('database-failed', failureDetails.closed);
      }
      await exited;
    },
  };
}
