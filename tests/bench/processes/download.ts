import { existsSync, readFileSync } from 'node:fs';
import { createImageDownloads } from '../../../electron/core/library/download-to-library.ts';
import { createSystemClock } from '../../../electron/core/util/system-clock.ts';
import { createSocketHttp } from '../../../electron/network/socket-http.ts';
import type { DownloadJob, DownloadUse } from './messages.ts';

/** Downloads as the engine does: four at a time, streamed, checked, synced, renamed. */

/** As in core/engine/downloads/download-gate.ts. */
const parallel = 4;

const { urls, baseUrl, library } = JSON.parse(process.argv[2] ?? '') as DownloadJob;
const clock = createSystemClock();
const downloads = createImageDownloads({ http: createSocketHttp(), library: { root: () => library }, clock });
const waiting = [...urls.entries()];

async function lane(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [index, url] = next;
    const outcome = await downloads.download({ image: { kind: 'url', url }, taskId: `task ${index}`, index, prompt: 'noise', taskCreatedAt: clock.now(), baseUrl });
    if (outcome.kind !== 'kept') throw new Error(JSON.stringify(outcome));
  }
}

/** Bytes. What `resourceUsage` tells begins with what the process was forked from, which may have been large. */
function peakMemory(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  return 1024 * Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
}

process.once('message', () => {
  const start = performance.now();
  void Promise.all(Array.from({ length: parallel }, lane)).then(() => {
    const use: DownloadUse = { ms: performance.now() - start, peak: peakMemory() };
    process.send?.(use);
  });
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
