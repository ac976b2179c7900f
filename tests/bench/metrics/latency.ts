import path from 'node:path';
import { startProcess } from '../harness/child.ts';
import { atMost, plainFinding, type BenchContext, type Finding, type Metric, type Unmeasured } from '../harness/figures.ts';
import { mean, median } from '../harness/measure.ts';
import type { LatencyUse } from '../processes/latency.ts';

/** The protocol's floor: a query every three seconds finds a finished picture after half of that. */
const floor = 1_500;

/** From the moment at which the service is ready to the moment at which the file is kept. */
export const latency: Metric = async (context) => {
  const findings: (Finding | Unmeasured)[] = [];
  for (const others of [0, Math.max(...context.inFlight)]) findings.push(await withOthers(others, context));
  findings.push({
    metric: 'latency',
    what: 'service ready to thumbnail on screen',
    why: 'Only the way to the kept file is measured so far; the thumbnail that follows it is `thumbnails`.',
  });
  return findings;
};

async function withOthers(others: number, { runs, scratch, say }: BenchContext): Promise<Finding> {
  const means: number[] = [];
  const downloads: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    say(`latency with ${others} others`);
    const service = await startProcess('service');
    const { url } = service.started as { readonly url: string };
    const client = await startProcess('latency', { url, folder: path.join(scratch, `latency-${others}-${run}`), others });
    try {
      const { waits, download } = (await client.ask('go')) as LatencyUse;
      means.push(mean(waits));
      downloads.push(mean(download));
    } finally {
      await client.stop();
      await service.stop();
    }
  }
  const bound = floor + 1.3 * median(downloads);
  return plainFinding('latency', `service ready to file kept, mean, ${others} other tasks in flight (a download alone: ${median(downloads).toFixed(0)} ms)`, { value: median(means), unit: 'ms' }, atMost(Math.round(bound)));
}
