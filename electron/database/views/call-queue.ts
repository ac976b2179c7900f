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

/** Newer work that goes before what is under way. The next waits for the oldest, which thus comes to its end however many calls arrive, as does the stack. */
export const mostAhead = 16;

/**
 * Answers calls in one thread so that a short call never waits for a long one, although both are plain functions. Each statement of long work calls `pause`
 * first, which reads the calls that arrived meanwhile: short ones are answered there, and newer long work is done before the older goes on, unless many went
 * before it already. What is no longer wanted is stopped there.
 *
 * A second thread would not help. It would need its own copy of the cached orders and keys, at least 12 bytes a picture, and would read them anew for seconds
 * each time it starts. It would also have to read in pieces, because node:sqlite cannot interrupt a statement.
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
  readonly kind: Kind;
}

/** Long work, or what short calls look for. */
interface Kind {
  underWay: number;
  /** Since the oldest that is under way began. */
  begun: number;
}

const letsPass = ({ underWay, begun }: Kind): boolean => underWay === 0 || begun <= mostAhead;

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
  /** Long work that has not begun. Returns false if the call has to be made again. */
  const waiting: (() => boolean)[] = [];
  let unready: ViewCall[] = [];
  let isClosed = false;
  const long: Kind = { underWay: 0, begun: 0 };
  const short: Kind = { underWay: 0, begun: 0 };

  const runAs = <T>(how: Running, work: () => T): T | null => {
    if (isClosed || how.isStale()) return null;
    const outer = running;
    const { kind } = how;
    running = how;
    since = performance.now();
    kind.begun = kind.underWay === 0 ? 1 : kind.begun + 1;
    kind.underWay += 1;
    try {
      return work();
    } catch (error) {
      if (error === stopped) return null;
      throw error;
    } finally {
      running = outer;
      kind.underWay -= 1;
    }
  };
  const runLong = <T>({ work, isStale }: Later<T>): T | null => runAs({ isStale, kind: long }, work);
  /** False: the call has to be made again. */
  const settle = (call: ViewCall, work: () => unknown): boolean => {
    try {
      const value = work();
      if (value instanceof Later) waiting.push(() => settle(call, () => runLong(value)));
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
    while (letsPass(long)) {
      const next = waiting.shift();
      if (next === undefined) return;
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
          runLong(later);
        } catch {
          // The calls that need its result get the error.
        }
        return true;
      }),
    untilEnough: (walk, isEnough) => runAs({ isStale: isEnough, kind: short }, walk),
    pause() {
      if (running === null || performance.now() - since < sliceMs) return;
      const own = running;
      running = null;
      try {
        // A short call may look for something as well, inside this one.
        if (letsPass(short)) receive();
        // Work that is out of date is left before newer work begins, so that it does not keep its memory.
        if (own.kind === long && !isClosed && !own.isStale()) work();
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
