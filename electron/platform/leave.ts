import { setTimeout as wait } from 'node:timers/promises';
import { app } from 'electron';

/** Milliseconds in which a file that is still read or written, or a name that is looked up, may come to its end. */
const patience = 1_000;
const lookInterval = 50;

/** What keeps a thread of Node's pool, as Node names it. */
const ofPool = /^(?:FSReq|CloseReq|GetAddrInfoReq|GetNameInfoReq)/;

/**
 * Ends the process when everything is closed but for the parts of `open`. Node waits for its threads then, and for one that waits for a disk that
 * never answers it would wait for ever: so in that case the process ends as by a kill. Everything that counts is on its disk by now. `endsHard` is
 * called before that, with what is waited for.
 */
export async function leave(code: number, open: readonly string[], endsHard: (waiting: readonly string[]) => void): Promise<void> {
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
