/**
 * Makes a reading that can be asked for after every change: it runs at once, or a little later if it was run just before, so that many changes share one. `calm`:
 * milliseconds between two.
 */
export function calmly(read: () => unknown, calm: number): () => void {
  let readAt = performance.now();
  let next: ReturnType<typeof setTimeout> | undefined;
  return () => {
    next ??= setTimeout(() => {
      next = undefined;
      readAt = performance.now();
      read();
    }, Math.max(0, readAt + calm - performance.now()));
  };
}
