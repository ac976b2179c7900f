import type { Worker } from 'node:worker_threads';
import type { AppError } from '../../../shared/errors.ts';
import { AppFailure } from '../../../shared/errors.ts';

/** The answer to a call. */
export type Answered =
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: AppError };

/** A message to a thread: a call, or the end of all calls. */
export type Asked<Method extends string = string> = { readonly id: number; readonly method: Method; readonly args: readonly unknown[] } | { readonly method: 'close' };

type Receiver = Pick<Worker, 'postMessage'>;

/** Calls into a worker thread that may die and be replaced by another one. */
export interface ThreadCalls {
  call(method: string, args: readonly unknown[]): Promise<unknown>;
  answered(message: Answered): void;
  /** Sends the waiting calls, and all later ones, to this thread. */
  sendTo(thread: Receiver): void;
  /**
   * The thread died. Unanswered calls wait for the next thread, in their order. A call that was sent to two threads that died may have killed
   * them, so it is rejected.
   */
  threadLost(failure: AppFailure): void;
  /** No thread can be started: rejects all waiting calls, and each new one until `sendTo`. */
  reject(failure: AppFailure): void;
  /** Rejects each new call for good; those under way are still answered. */
  close(failure: AppFailure): void;
}

interface Waiting {
  readonly asked: Asked;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** The number of threads that the call was sent to. */
  sent: number;
}

const mostSent = 2;

export function createThreadCalls(): ThreadCalls {
  /** In the order of the calls. */
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let thread: Receiver | null = null;
  /** The reason why no call can be answered now. */
  let refusal: AppFailure | null = null;
  let closed: AppFailure | null = null;

  const send = (to: Receiver, id: number, call: Waiting): void => {
    try {
      to.postMessage(call.asked);
      call.sent += 1;
    } catch (error) {
      // An argument cannot be cloned into a message.
      waiting.delete(id);
      call.reject(error);
    }
  };

  return {
    call: (method, args) =>
      new Promise((resolve, reject) => {
        const refused = closed ?? refusal;
        if (refused !== null) {
          reject(refused);
          return;
        }
        lastId += 1;
        const call: Waiting = { asked: { id: lastId, method, args }, resolve, reject, sent: 0 };
        waiting.set(lastId, call);
        if (thread !== null) send(thread, lastId, call);
      }),
    answered(message) {
      const found = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'value') found?.resolve(message.value);
      else found?.reject(new AppFailure(message.error.code, message.error.detail));
    },
    sendTo(next) {
      thread = next;
      refusal = null;
      for (const [id, call] of waiting) send(next, id, call);
    },
    threadLost(failure) {
      thread = null;
      for (const [id, call] of waiting) {
        if (call.sent < mostSent) continue;
        waiting.delete(id);
        call.reject(failure);
      }
    },
    reject(failure) {
      thread = null;
      refusal = failure;
      for (const { reject } of waiting.values()) reject(failure);
      waiting.clear();
    },
    close(failure) {
      closed = failure;
    },
  };
}
