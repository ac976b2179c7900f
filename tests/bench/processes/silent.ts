import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pollInterval } from '../../../electron/core/engine/polling/poll-schedule.ts';

/**
 * A host that accepts every connection, reads every request and never answers. To a message it answers once it was reached and no further request
 * came for as long as a query of every task takes: then everybody who waits for it holds all the places there are.
 */

let lastReached = Infinity;

const server = createServer((request) => {
  request.resume();
  lastReached = performance.now();
});
server.listen(0, '127.0.0.1', 4_096, () => process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));

async function untilHeld(): Promise<void> {
  while (performance.now() < lastReached + pollInterval) await pause(20);
  process.send?.('held');
}

process.on('message', () => void untilHeld());
process.on('disconnect', () => process.exit(0));
