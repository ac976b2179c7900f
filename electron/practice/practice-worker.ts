import { parentPort, workerData } from 'node:worker_threads';
import { startPracticeService } from './service.ts';
import type { FromPracticeWorker, PracticeWorkerData, ToPracticeWorker } from './start-worker.ts';

/** Runs the practice service on a thread of its own, so that painting never delays the app. */
if (!parentPort) throw new Error('This file runs as a worker.');
const port = parentPort;
const { dataFile } = workerData as PracticeWorkerData;
const post = (message: FromPracticeWorker): void => port.postMessage(message);

startPracticeService({ dataFile }).then(
  (service) => {
    port.on('message', (message: ToPracticeWorker) => {
      if (message === 'stop') void service.stop().finally(() => port.close());
    });
    post({ kind: 'started', url: service.url, key: service.key });
  },
  (error: unknown) => post({ kind: 'failed', detail: error instanceof Error ? error.message : String(error) }),
);
