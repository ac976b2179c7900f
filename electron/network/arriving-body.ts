import type { HttpFailure } from '../core/http/http-client.ts';

/** A body as it comes in. What nobody has read yet waits here: a stream would do the same at ten times the cost of a short answer. */
export interface ArrivingBody extends AsyncIterable<Uint8Array> {
  /** False: enough waits to be read; `wanted` is called when more may come. */
  push(chunk: Uint8Array): boolean;
  /** It is complete. */
  end(): void;
  /** No more will come; the read after what is here already says so. */
  fail(failure: HttpFailure): void;
  /** Nobody reads on. */
  giveUp(): void;
}

export interface BodyReader {
  /** What waited is read. */
  wanted(): void;
  /** Whoever reads has seen enough, and the body is not at its end. */
  givenUp(): void;
}

/** Bytes that may wait to be read. */
const mostWaiting = 64 * 1024;

interface Asking {
  resolve(result: IteratorResult<Uint8Array>): void;
  reject(failure: HttpFailure): void;
}

const done: IteratorResult<Uint8Array> = { done: true, value: undefined };

/** It can be read once. */
export function createArrivingBody({ wanted, givenUp }: BodyReader): ArrivingBody {
  const chunks: Uint8Array[] = [];
  let waiting = 0;
  let paused = false;
  let end: 'complete' | HttpFailure | null = null;
  let asking: Asking | null = null;

  const close = (how: 'complete' | HttpFailure): void => {
    if (end !== null) return;
    end = how;
    if (how === 'complete') asking?.resolve(done);
    else asking?.reject(how);
    asking = null;
  };
  const giveUp = (): void => {
    chunks.length = 0;
    if (end !== null) return;
    close('complete');
    givenUp();
  };
  const next = (): Promise<IteratorResult<Uint8Array>> => {
    const value = chunks.shift();
    if (value !== undefined) {
      waiting -= value.length;
      if (paused && waiting < mostWaiting) {
        paused = false;
        wanted();
      }
      return Promise.resolve({ done: false, value });
    }
    if (end === 'complete') return Promise.resolve(done);
    if (end !== null) return Promise.reject(end);
    return new Promise((resolve, reject) => {
      asking = { resolve, reject };
    });
  };
  const iterator: AsyncIterator<Uint8Array> = {
    next,
    // Not a generator: one that was never started would not run its clean-up.
    return() {
      giveUp();
      return Promise.resolve(done);
    },
  };

  return {
    push(chunk) {
      if (end !== null) return true;
      if (asking !== null) {
        asking.resolve({ done: false, value: chunk });
        asking = null;
        return true;
      }
      chunks.push(chunk);
      waiting += chunk.length;
      paused = waiting >= mostWaiting;
      return !paused;
    },
    end: () => close('complete'),
    fail: close,
    giveUp,
    [Symbol.asyncIterator]: () => iterator,
  };
}
