import { randomUUID } from 'node:crypto';
import { benchAccountId } from '../harness/tasks-in-flight.ts';
import { openEngine } from './engine.ts';
import type { NeighboursJob } from './messages.ts';

/** Buys one picture, beside other accounts whose pictures never come, and tells the milliseconds until it was kept. */

/** The first query finds it being worked on, the second finds it done. */
const ready = 4_500;

const job = JSON.parse(process.argv[2] ?? '') as NeighboursJob;
const kept = Promise.withResolvers<void>();
const bench = await openEngine(job.folder, job.url, { imageKept: () => kept.resolve() });
for (const { url, remoteIds } of job.neighbours) await bench.putBeside(url, remoteIds);
await bench.engine.start();

async function buy(): Promise<void> {
  const start = performance.now();
  const request = { model: 'm', prompt: `a picture after ${ready} ms`, size: '1024x1024', quality: 'low' };
  await bench.engine.submit([{ id: randomUUID(), accountId: benchAccountId, request, retryOf: null }]);
  await kept.promise;
  process.send?.(performance.now() - start);
}

process.once('message', () => void buy());
process.on('disconnect', () => process.exit(0));
process.send?.('started');
