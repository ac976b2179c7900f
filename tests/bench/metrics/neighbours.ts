import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pollInterval } from '../../../electron/core/engine/polling/poll-schedule.ts';
import { startProcess, type BenchProcess } from '../harness/child.ts';
import { atMost, ratioFinding, type Metric } from '../harness/figures.ts';
import { interleaved, median } from '../harness/measure.ts';
import type { Neighbour, NeighboursJob } from '../processes/messages.ts';

/** What waits at hosts that never answer, each kind for an account of its own. */
const pictures = 24;
const queries = 40;

/** Milliseconds after which a picture that has not come counts as if it had come then. */
const patience = 300_000;

/** From the submission until the picture is kept: of an account whose service is well, by itself and beside accounts whose hosts never answer. */
export const neighbours: Metric = async ({ runs, scratch, say }) => {
  const host = await startProcess('service');
  const service = await startProcess('service', { pictureHost: urlOf(host) });
  let round = 0;

  const run = (...beside: readonly (keyof typeof silent)[]) => async (): Promise<number> => {
    round += 1;
    say(`beside ${beside.join(' and ') || 'nothing'}`);
    const dead = await Promise.all(beside.map((kind) => silent[kind]()));
    const job: NeighboursJob = { url: urlOf(service), neighbours: dead.map(({ neighbour }) => neighbour), folder: path.join(scratch, `neighbours-${round}`) };
    const client = await startProcess('neighbours', job);
    try {
      // The first query of a task comes an interval after the start, whoever is beside.
      await pause(pollInterval);
      await Promise.all(dead.map(({ processes: [waitedFor] }) => waitedFor.ask('held?')));
      return await Promise.race([client.ask('buy') as Promise<number>, pause(patience, patience, { ref: false })]);
    } finally {
      await Promise.all([client, ...dead.flatMap(({ processes }) => processes)].map((process) => process.stop()));
    }
  };
  try {
    // The host paints it once.
    await (await fetch(`${urlOf(host)}/pictures/2/first.png`)).arrayBuffer();
    const found = await interleaved({ alone: run(), pictures: run('pictures'), queries: run('queries'), both: run('pictures', 'queries') }, runs);
    const figure = (values: readonly number[]) => ({ value: median(values) / 1_000, unit: 's' });
    const finding = (beside: string, values: readonly number[]) =>
      ratioFinding('neighbours', `submission to picture kept, beside ${beside} at hosts that never answer`, figure(values), { ...figure(found.alone), name: 'alone' }, atMost(1.5));
    return [
      finding(`${pictures} pictures and ${queries} queries`, found.both),
      finding(`${pictures} pictures`, found.pictures),
      finding(`${queries} queries`, found.queries),
    ];
  } finally {
    await Promise.all([host, service].map((process) => process.stop()));
  }
};

interface Dead {
  readonly neighbour: Neighbour;
  /** The one that never answers is the first. */
  readonly processes: readonly [BenchProcess, ...BenchProcess[]];
}

const silent = {
  /** The service answers, and all tasks are done. */
  async pictures(): Promise<Dead> {
    const host = await startProcess('silent');
    const service = await startProcess('service', { pictureHost: urlOf(host) });
    return { neighbour: { url: urlOf(service), remoteIds: ids('ready-0', pictures) }, processes: [host, service] };
  },
  async queries(): Promise<Dead> {
    const service = await startProcess('silent');
    return { neighbour: { url: urlOf(service), remoteIds: ids('busy', queries) }, processes: [service] };
  },
} as const;

const ids = (kind: string, count: number): readonly string[] => Array.from({ length: count }, (_, index) => `${kind}-${index}`);

const urlOf = ({ started }: BenchProcess): string => (started as { readonly url: string }).url;
