/** The time of a press that was kept, and acts now. */
let keptSince: number | null = null;

/** Milliseconds after which an input is not taken for one that waited: no page is that busy, but the clock of an input device may be wrong. */
const longestWait = 10_000;

/**
 * When the person made the input that is being handled, in milliseconds as `performance.now()`. A busy page handles a press late, and a press that was kept
 * acts late. Measured by when they are handled, the two halves of a doubled press would be two presses.
 */
export function pressedAt(): number {
  const now = performance.now();
  if (keptSince !== null) return Math.min(keptSince, now);
  const at = globalThis.event?.timeStamp ?? now;
  return at <= now && now - at <= longestWait ? at : now;
}

/** Does what a press is for that was kept until now. */
export function actAsPressed<Result>({ timeStamp }: Pick<Event, 'timeStamp'>, act: () => Result): Result {
  keptSince = timeStamp;
  try {
    return act();
  } finally {
    keptSince = null;
  }
}
