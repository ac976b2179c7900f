// Lets the benchmarks look into Latent's thread of the queries: `note-lateness.cjs` is loaded there before its own code.
'use strict';
const { syncBuiltinESMExports } = require('node:module');
const path = require('node:path');
const threads = require('node:worker_threads');

const noting = path.join(__dirname, 'note-lateness.cjs');
const isQueryThread = (file) => path.basename(String(file)) === 'query-worker.cjs';
let isThere = false;

threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    if (!isQueryThread(file)) {
      super(file, options);
      return;
    }
    super(`require(${JSON.stringify(noting)}); require(${JSON.stringify(String(file))});`, { ...options, eval: true });
    isThere = true;
  }
};
syncBuiltinESMExports();

const channel = new threads.BroadcastChannel('latent-bench: lateness');
// A channel to another thread would keep this one from ending.
channel.unref();

/** Resolves to the milliseconds by which queries were sent after they were due, since this was asked last. */
exports.takeLateness = () =>
  new Promise((resolve) => {
    if (!isThere) return resolve([]);
    channel.addEventListener('message', ({ data }) => resolve(data.lateness), { once: true });
    channel.postMessage('take');
  });
