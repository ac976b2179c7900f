// A database thread that dies at random moments, even within transactions. The file `….deaths` beside the database says how often.
'use strict';
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { DatabaseSync, StatementSync } = require('node:sqlite');
const { workerData } = require('node:worker_threads');

const plan = `${workerData.file}.deaths`;
const die = [
  () => process.exit(1),
  () => setImmediate(() => { throw new Error('a bug'); }),
];
let countdown = null;

function call(run) {
  if (countdown === null && existsSync(plan)) {
    const left = Number(readFileSync(plan, 'utf8'));
    if (left > 0) {
      writeFileSync(plan, String(left - 1));
      countdown = 1 + Math.floor(Math.random() * 60);
    }
  }
  if (countdown === null) return run();
  countdown -= 1;
  if (countdown !== 0) return run();
  const how = die[Math.floor(Math.random() * die.length)];
  if (Math.random() < 0.5) how();
  const value = run();
  how();
  return value;
}

for (const [prototype, methods] of [[DatabaseSync.prototype, ['exec']], [StatementSync.prototype, ['run', 'get', 'all']]]) {
  for (const method of methods) {
    const original = prototype[method];
    prototype[method] = function (...args) {
      return call(() => original.apply(this, args));
    };
  }
}

require(path.resolve(__dirname, '../../test-results/threads/database-worker.cjs'));
