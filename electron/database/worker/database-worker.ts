import type { Job } from '../client/thread-messages.ts';
import { job, port } from './own-thread.ts';

/**
 * Owns a connection, or does one job. Entry point of the threads that `openDatabase`, `openViews`, `createBackups` and `createMarksCopies` start. Each
 * reads only the code of its own part.
 */
function start(given: Job): void {
  switch (given.kind) {
    case 'serve':
      void import('./history-thread.ts').then(({ open }) => open(given));
      break;
    case 'read':
      // The thread starts while the database opens; the first message says that the file is ready.
      void import('./reader-thread.ts').then(({ read }) => port.once('message', () => read(given)));
      break;
    default:
      void import('./job-thread.ts').then(({ answerOnce }) => answerOnce(given));
  }
}

start(job);
