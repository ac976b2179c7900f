/** A piece of work that may not have begun yet. */
export interface Begun<Made> {
  /** Whoever asks for it hears what befell it; it may be that nobody asks. Null: it was left, or came to nothing. */
  readonly made: Promise<Made | null>;
  /** The same, for somebody who waits: it begins now. */
  now(): Promise<Made | null>;
}

export function begunNow<Made>(work: Promise<Made | null>): Begun<Made> {
  work.catch(() => undefined);
  return { made: work, now: () => work };
}

/** Begins after so many milliseconds, or when somebody waits for it; not at all when it is stale by then. */
export function begunLater<Made>(delay: number, begin: () => Promise<Made | null>, isStale: () => boolean): Begun<Made> {
  const { promise: due, resolve: hurry } = Promise.withResolvers<void>();
  const timer = setTimeout(hurry, delay);
  // A thread that is closed does not wait for it.
  timer.unref();
  const made = due.then(() => {
    clearTimeout(timer);
    return isStale() ? null : begin();
  });
  made.catch(() => undefined);
  return {
    made,
    now() {
      hurry();
      return made;
    },
  };
}

/** What is put together behind the rows that are told first, after a delay; at once where there are none, for then somebody waits for it. */
export function begunBehind<Made>(head: Promise<Int32Array>, delay: number, build: (told: Int32Array) => () => Promise<Made | null>, isStale: () => boolean): Begun<Made> {
  const begun = head.then((told) => (told.length > 0 ? begunLater(delay, build(told), isStale) : begunNow(build(told)())));
  const made = begun.then((rest) => rest.made);
  made.catch(() => undefined);
  return { made, now: () => begun.then((rest) => rest.now()) };
}
