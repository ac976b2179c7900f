// Loaded into Latent's main process by the benchmarks: tells how late the queries are.
'use strict';
const { takeLateness } = require('./watch-queries.cjs');

process.on('message', () => void takeLateness().then((lateness) => process.send({ lateness })));
// A channel to another process would keep this one from ending.
process.channel?.unref();
