import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '../harness/child.ts';
import { atMost, plainFinding, ratioFinding, wrongFinding, type BenchContext, type Finding, type Metric } from '../harness/figures.ts';
import { interleaved, median, percentile } from '../harness/measure.ts';
import { needPackages } from '../harness/programs.ts';
import type { PollKind, PollUse, ServiceStats } from '../processes/messages.ts';

/** Milliseconds until every task was asked twice and everything is warm. */
const warmUp = 8_000;

/** Milliseconds by which queries may be late (p99) with this many tasks. */
const mostLate = (tasks: number): number => (tasks > 1_000 ? 250 : 100);

/** Milliseconds that are then measured. */
const measured = 9_000;

interface PollRun {
  /** Microseconds of CPU for one query. */
  readonly cpu: number;
  readonly stats: ServiceStats;
}

const peers = { fetch: 'fetch and a timer', replicate: '`replicate.wait` at 3 s' } as const;

export const poll: Metric = async (context) => {
  needPackages();
  const findings: Finding[] = [];
  for (const tasks of context.inFlight) findings.push(...(await withSoMany(tasks, context)));
  return findings;
};

async function withSoMany(tasks: number, { runs, scratch, say }: BenchContext): Promise<readonly Finding[]> {
  let round = 0;
  const run = (kind: PollKind) => async (): Promise<PollRun> => {
    round += 1;
    say(`${kind}, ${tasks} tasks`);
    const service = await startProcess('service');
    const { url } = service.started as { readonly url: string };
    const client = await startProcess('poll', { kind, tasks, url, folder: path.join(scratch, `poll-${tasks}-${round}`) });
    try {
      await pause(warmUp);
      await client.ask('measure');
      await service.ask('reset');
      await pause(measured);
      const use = (await client.ask('measure')) as PollUse;
      const stats = (await service.ask('stats')) as ServiceStats;
      return { cpu: use.cpu / stats.polls, stats };
    } finally {
      await client.stop();
      await service.stop();
    }
  };
  const found = await interleaved({ engine: run('engine'), fetch: run('fetch'), replicate: run('replicate') }, runs);
  const cpu = (runsOf: readonly PollRun[]) => ({ value: median(runsOf.map((one) => one.cpu)), unit: 'µs CPU' });
  const worst = (what: (stats: ServiceStats) => number): number => Math.max(...found.engine.map(({ stats }) => what(stats)));
  const fewest = Math.min(...found.engine.map(({ stats }) => stats.polls));
  return [
    ...(['fetch', 'replicate'] as const).map((peer) => ratioFinding('poll', `CPU of one query, ${tasks} tasks in flight`, cpu(found.engine), { ...cpu(found[peer]), name: peers[peer] }, atMost(0.55))),
    plainFinding('poll', `lateness as the service sees it, p99, ${tasks} tasks`, { value: median(found.engine.map(({ stats }) => percentile(stats.lateness, 0.99))), unit: 'ms' }, atMost(mostLate(tasks))),
    plainFinding('poll', `connections, ${tasks} tasks`, { value: worst(({ connections }) => connections), unit: '' }, atMost(8)),
    wrongFinding('poll', `queries too early, ${tasks} tasks, all runs' worst`, worst(({ early }) => early), fewest),
    wrongFinding('poll', `queries skipped, ${tasks} tasks, all runs' worst`, worst(({ skipped }) => skipped), fewest),
  ];
}
