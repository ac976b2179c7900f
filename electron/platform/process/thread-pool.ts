import { stat } from 'node:fs';

/** Node's default is four, for the file calls and name lookups of all threads together. */
const threads = 16;

/**
 * Widens Node's thread pool. Node reads its size from the environment when the pool is first used, so this must be called before. A call to a disk
 * that never answers occupies a thread forever: after four such calls, no file on any other disk could be read or written. On Windows, Node may not
 * see a variable that the process sets itself, and keeps four threads.
 */
export function widenThreadPool(environment: NodeJS.ProcessEnv): void {
  const before = environment['UV_THREADPOOL_SIZE'];
  environment['UV_THREADPOOL_SIZE'] = String(threads);
  // Starts the pool. The variable is then restored, so that programs opened from here do not inherit it.
  stat(process.execPath, () => undefined);
  if (before === undefined) delete environment['UV_THREADPOOL_SIZE'];
  else environment['UV_THREADPOOL_SIZE'] = before;
}
