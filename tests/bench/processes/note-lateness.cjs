// Loaded into Latent's thread of the queries by the benchmarks, before its own code: notes how late each query of a task is sent. undici
// tells of every request, so that nothing of Latent needs to be changed for it.
'use strict';
const { subscribe } = require('node:diagnostics_channel');

/** As in electron/core/engine/poll-schedule.ts. */
const pollInterval = 3_010;
const arrivalBound = 1_000;

let lateness = [];
/** When each task's next query is due, by the answer to its last. */
const due = new Map();
const started = new WeakMap();

const taskOf = ({ method, path }) => (method === 'GET' ? /^\/v1\/tasks\/([^/?]+)$/.exec(path)?.[1] : undefined);

subscribe('undici:request:create', ({ request }) => {
  const task = taskOf(request);
  if (task === undefined) return;
  const now = performance.now();
  started.set(request, now);
  if (due.has(task)) lateness.push(now - due.get(task));
});
subscribe('undici:request:trailers', ({ request }) => {
  const start = started.get(request);
  if (start !== undefined) due.set(taskOf(request), start + pollInterval + Math.min(performance.now() - start, arrivalBound));
});

const channel = new BroadcastChannel('latent-bench: lateness');
channel.addEventListener('message', ({ data }) => {
  if (data !== 'take') return;
  channel.postMessage({ lateness });
  lateness = [];
});
channel.unref();
