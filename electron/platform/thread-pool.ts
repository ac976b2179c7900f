import { stat } from 'node:fs';

/** Node's own number is four, for files and look-ups of names of all threads together. */
const threads = 16;

/**
 * Widens Node's thread pool, which has its size from the environment when it is first used. A call to a disk that never answers keeps a thread of it
 * for ever: with four such calls nothing of any other disk would be read or written any more. Sixteen that rest cost no memory that can be measured.
 * To be called before anything uses the pool; on Windows Node may not see what the process sets by itself, and keeps its four.
 */
export function widenThreadPool(environment: NodeJS.ProcessEnv): void {
  const before = environment['UV_THREADPOOL_SIZE'];
  environment['UV_THREADPOOL_SIZE'] = String(threads);
  // Starts the pool, so that no program that is opened from here takes over its size.
  stat(process.execPath, () => undefined);
  if (before === undefined) delete environment['UV_THREADPOOL_SIZE'];
  else environment['UV_THREADPOOL_SIZE'] = before;
}
