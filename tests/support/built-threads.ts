import path from 'node:path';

export const threadsFolder = path.resolve(import.meta.dirname, '../../test-results/threads');

/** The entries of worker threads as they are shipped; `build-threads.ts` makes them before the first test. */
export const databaseWorkerFile = path.join(threadsFolder, 'database-worker.cjs');
export const thumbnailWorkerFile = path.join(threadsFolder, 'thumbnail-worker.cjs');
export const practiceWorkerFile = path.join(threadsFolder, 'practice-worker.cjs');
export const fileWorkerFile = path.join(threadsFolder, 'file-worker.cjs');
/** The command `latent`, for plain Node. */
export const commandFile = path.join(threadsFolder, 'latent.cjs');
