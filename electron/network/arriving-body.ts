import type { HttpFailure } from '../core/http/http-client.ts';

/** A body as it arrives, with a buffer for what was not read yet. A stream would cost ten times as much for a short answer. */
export interface ArrivingBody extends AsyncIterable<Uint8Array> {
  /** False if the buffer is full. `wanted` is called when more may come. */
  push(chunk: Uint8Array): boolean;
  /** The body is complete. */
  end(): void;
  /** No more will come. Reads fail once the buffer is empty. */
  fail(failure: HttpFailure): void;
  /** Nobody will read the rest. */
  giveUp(): void;
}

export interface BodyReader {
  /** The buffer has room again. */
  wanted(): void;
  /** The reader stopped before the end of the body. */
  givenUp(): void;
}

/** Bytes in a full buffer. */
const mostWaiting = 64 * 1024;

interface Asking {
  resolve(result: IteratorResult<Uint8Array>): void;
  reject(failure: HttpFailure): void;
}

const done: IteratorResult<Uint8Array> = { done: true, value: undefined };

/** A body can be read once. */
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
    // Not a generator, because a generator that was never started does not run its clean-up.
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
