// Loaded with `-r` before the app: gives a test access to the threads that the app starts.
'use strict';
const workers = require('node:worker_threads');

const { Worker } = workers;
globalThis.startedThreads = [];
workers.Worker = class extends Worker {
  constructor(file, options) {
    super(file, options);
    const thread = { job: options?.workerData?.kind, kill: () => this.terminate() };
    globalThis.startedThreads.push(thread);
    this.once('exit', () => globalThis.startedThreads.splice(globalThis.startedThreads.indexOf(thread), 1));
  }
};
