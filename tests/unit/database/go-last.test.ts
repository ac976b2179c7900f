import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const file = path.resolve(import.meta.dirname, '../../../electron/database/go-last.ts');

it('lowers the thread that asks, where the system has threads with a priority, and no other', async () => {
  const before = getPriority();
  const asking = `const { getPriority } = require('node:os');
    import(require('node:worker_threads').workerData).then(({ goLast }) => { goLast(); require('node:worker_threads').parentPort.postMessage(getPriority()); });`;
  const [inThread] = await once(new Worker(asking, { eval: true, workerData: file }), 'message');
  expect(inThread).toBe(process.platform === 'linux' ? constants.priority.PRIORITY_LOW : before);
  expect(getPriority()).toBe(before);
});
