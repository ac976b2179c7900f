/** A call to the views, and how it is answered. */
export interface ViewCall {
  readonly method: string;
  readonly args: readonly unknown[];
  answer(value: unknown): void;
  fail(error: unknown): void;
}

/** Work that may take long, as the answer to a call. Null is the answer if `isStale` says meanwhile that nobody wants it any more. */
export class Later<T> {
  readonly work: () => T;
  readonly isStale: () => boolean;

  constructor(work: () => T, isStale: () => boolean = () => false) {
    this.work = work;
    this.isStale = isStale;
  }
}

/** A call throws this if it needs a view that is still being read. It is made again after the next long work. */
export const notYet = new Error('The view is still being read.');

/** Thrown out of work whose result nobody wants any more. */
const stopped = new Error('The work was stopped.');

/** Milliseconds of long work after which calls that arrived meanwhile are answered. */
const sliceMs = 1;

/**
 * Answers calls in one thread so that a short call never waits for a long one, although both are plain functions. Each statement of long work calls `pause`
 * first, which reads the calls that arrived meanwhile: short ones are answered there, and newer long work is done before the older goes on. What is no longer
 * wanted is stopped there.
 *
 * A second thread would need a copy of the orders and keys that are cached, 12 bytes and more a picture, and would lose them when it ends, so that each new
 * picture would cost seconds. It would have to read in pieces as well: node:sqlite cannot interrupt a statement.
 */
export interface CallQueue {
  /** Answers a call, or keeps it for `work`. */
  take(call: ViewCall): void;
  /** Does all long work that waits. */
  work(): void;
  /** Adds long work whose result other calls ask for, and its error. */
  add(later: Later<void>): void;
  /** Runs a short call's work until `isEnough`, and returns null then. Other short calls are answered meanwhile. */
  untilEnough<T>(work: () => T, isEnough: () => boolean): T | null;
  /** Long work calls it between two statements, and in long loops. */
  pause(): void;
  /** Stops all work. */
  close(): void;
}

interface Running {
  readonly isStale: () => boolean;
  /** Whether newer long work goes first. */
  readonly isLong: boolean;
}

export interface CallQueueOptions {
  /** The work of a call. */
  readonly run: (call: ViewCall) => unknown;
  /** Passes calls that arrived meanwhile to `take`. */
  readonly receive: () => void;
}

export function createCallQueue({ run, receive }: CallQueueOptions): CallQueue {
  /** Null while a short call runs, and while nothing does. */
  let running: Running | null = null;
  let since = 0;
  /** Long work that has not begun. Returns false if nothing came of it. */
  const waiting: (() => boolean)[] = [];
  let unready: ViewCall[] = [];
  let isClosed = false;

  const runAs = <T>(how: Running, work: () => T): T | null => {
    if (isClosed || how.isStale()) return null;
    const outer = running;
    running = how;
    since = performance.now();
    try {
      return work();
    } catch (error) {
      if (error === stopped) return null;
      throw error;
    } finally {
      running = outer;
    }
  };
  const long = <T>({ work, isStale }: Later<T>): T | null => runAs({ isStale, isLong: true }, work);
  /** False: the call has to be made again. */
  const settle = (call: ViewCall, work: () => unknown): boolean => {
    try {
      const value = work();
      if (value instanceof Later) waiting.push(() => settle(call, () => long(value)));
      else call.answer(value);
    } catch (error) {
      if (error === notYet) {
        unready.push(call);
        return false;
      }
      call.fail(error);
    }
    return true;
  };
  const take = (call: ViewCall): void => void settle(call, () => run(call));
  const work = (): void => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!next()) continue;
      const again = unready;
      unready = [];
      for (const call of again) take(call);
    }
  };

  return {
    take,
    work,
    add: (later) =>
      void waiting.push(() => {
        try {
          long(later);
        } catch {
          // The calls that need its result get the error.
        }
        return true;
      }),
    untilEnough: (walk, isEnough) => runAs({ isStale: isEnough, isLong: false }, walk),
    pause() {
      if (running === null || performance.now() - since < sliceMs) return;
      const own = running;
      running = null;
      try {
        receive();
        // Work that is out of date is left before newer work begins, so that it does not keep its memory.
        if (own.isLong && !isClosed && !own.isStale()) work();
      } finally {
        running = own;
      }
      since = performance.now();
      if (isClosed || own.isStale()) throw stopped;
    },
    close() {
      isClosed = true;
    },
  };
}
