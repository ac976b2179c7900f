import { setTimeout as wait } from 'node:timers/promises';
import { app } from 'electron';

/** Milliseconds to wait for file reads, file writes and name lookups under way. */
const patience = 1_000;
const lookInterval = 50;

/** Node's names for requests that occupy a thread of its pool. */
const ofPool = /^(?:FSReq|CloseReq|GetAddrInfoReq|GetNameInfoReq)/;

/**
 * Ends the process when everything except the parts in `open` is closed. Node would then wait for its threads, and forever for one whose disk never
 * answers, so in that case the process kills itself. Everything that matters is on the disk by then. `endsHard` is called first, with what is still
 * waiting.
 */
export async function exitProcess(code: number, open: readonly string[], endsHard: (waiting: readonly string[]) => void): Promise<void> {
  const waiting = [...open, ...(await requestsLeft())];
  if (waiting.length > 0) {
    endsHard(waiting);
    process.kill(process.pid, 'SIGKILL');
  }
  app.exit(code);
}

async function requestsLeft(): Promise<readonly string[]> {
  for (let waited = 0; ; waited += lookInterval) {
    const left = new Set(process.getActiveResourcesInfo().filter((name) => ofPool.test(name)));
    if (left.size === 0 || waited >= patience) return [...left];
    await wait(lookInterval);
  }
}
