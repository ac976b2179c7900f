import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const file = path.resolve(import.meta.dirname, '../../../../electron/database/worker/lower-own-priority.ts');

/** The priority of a thread of its own that ran `before` and then asked to go last. */
async function priorityOfOne(before = ''): Promise<unknown> {
  const asking = `const { parentPort, workerData } = require('node:worker_threads');
    ${before}
    import(workerData).then(({ lowerOwnPriority }) => { lowerOwnPriority(); parentPort.postMessage(require('node:os').getPriority()); });`;
  const [priority] = await once(new Worker(asking, { eval: true, workerData: file }), 'message');
  return priority;
}

it('lowers only the calling thread, on systems where threads have a priority', async () => {
  const before = getPriority();
  expect(await priorityOfOne()).toBe(process.platform === 'linux' ? constants.priority.PRIORITY_LOW : before);
  expect(getPriority()).toBe(before);
});

it('changes nothing if the system does not allow it', async () => {
  const refuse = `require('node:os').setPriority = () => { throw new Error('EPERM'); }; require('node:module').syncBuiltinESMExports();`;
  expect(await priorityOfOne(refuse)).toBe(getPriority());
});
