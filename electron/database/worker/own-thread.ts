import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, Job, JobAnswer } from '../client/thread-messages.ts';
import type { Slow } from '../sqlite/slow-log.ts';

/** What a thread of `database-worker.ts` was started for, and how it answers. */

if (parentPort === null) throw new Error('This file runs in a worker thread.');

export const port = parentPort;
export const job = workerData as Job;
export const post = (message: FromThread | JobAnswer, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);
export const report = (message: string): void => post({ kind: 'report', message });
export const slow: Slow = (name, milliseconds) => post({ kind: 'slow', name, milliseconds });
