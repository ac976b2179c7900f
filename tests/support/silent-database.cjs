// Loaded with `-r` before the app: the thread of the history never answers, as beside a disk that is being woken.
'use strict';
const threads = require('node:worker_threads');

const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(file, options) {
    const isHistory = String(file).endsWith('database-worker.cjs');
    super(isHistory ? 'setInterval(() => undefined, 1000)' : file, isHistory ? { ...options, eval: true } : options);
  }
};
