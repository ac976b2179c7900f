import { parentPort, workerData } from 'node:worker_threads';
import type { FileJob, JobAnswer } from './file-jobs.ts';
import type { FileThreadData } from './file-thread.ts';
import { runJob } from './run-file-job.ts';

/** Entry of the thread that `createFileThread` starts: one job at a time, in the order in which they come. */

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');
const { disk } = workerData as FileThreadData;

port.on('message', (job: FileJob) => {
  void runJob(job, disk).then((answer: JobAnswer) => port.postMessage(answer));
});
