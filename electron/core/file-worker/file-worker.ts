import { parentPort, workerData } from 'node:worker_threads';
import { runJob, type ImportJob, type JobAnswer } from './file-jobs.ts';
import type { ImportThreadData } from './file-thread.ts';

/** Entry of the thread that `createImportThread` starts: one job at a time, in the order in which they come. */

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');
const { disk } = workerData as ImportThreadData;

port.on('message', (job: ImportJob) => {
  void runJob(job, disk).then((answer: JobAnswer) => port.postMessage(answer));
});
