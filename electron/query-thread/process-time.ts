/** Milliseconds since some moment that is the same in all threads of the process, as that of `performance.now` is not. */
export function processTime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}
