import { peerPackage } from '../harness/programs.ts';
import { openEngine } from './engine.ts';
import type { PollJob, PollUse } from './messages.ts';

/** Watches so many tasks, as Latent does or as a peer does, and tells what it costs. */

const job = JSON.parse(process.argv[2] ?? '') as PollJob;
const ids = Array.from({ length: job.tasks }, (_, index) => `busy-${index}`);
const interval = 3_000;

switch (job.kind) {
  case 'engine':
    await watchWithLatent();
    break;
  case 'fetch':
    for (const [index, id] of ids.entries()) setTimeout(() => setInterval(() => void fetchOnce(id), interval), (interval * index) / ids.length);
    break;
  case 'replicate':
    await watchWithReplicate();
}

let cpu = process.cpuUsage();
process.on('message', () => {
  const used = process.cpuUsage(cpu);
  const use: PollUse = { cpu: used.user + used.system };
  cpu = process.cpuUsage();
  process.send?.(use);
});
process.on('disconnect', () => process.exit(0));
process.send?.('watching');

async function watchWithLatent(): Promise<void> {
  const bench = await openEngine(job.folder, job.url);
  await bench.put(ids);
  await bench.engine.start();
}

async function fetchOnce(id: string): Promise<void> {
  const response = await fetch(`${job.url}/v1/tasks/${id}`, { headers: { authorization: 'Bearer bench-key' } });
  const answer = (await response.json()) as { readonly status: string };
  if (answer.status !== 'processing') throw new Error(answer.status);
}

interface Prediction {
  readonly id: string;
  readonly status: string;
}

interface ReplicatePackage {
  readonly default: new (options: { readonly auth: string; readonly baseUrl: string }) => { wait(prediction: Prediction, options: { readonly interval: number }): Promise<Prediction> };
}

async function watchWithReplicate(): Promise<void> {
  const { default: Replicate } = await peerPackage<ReplicatePackage>('replicate/index.js');
  const replicate = new Replicate({ auth: 'bench-key', baseUrl: `${job.url}/v1` });
  for (const [index, id] of ids.entries()) setTimeout(() => void replicate.wait({ id, status: 'processing' }, { interval }), (interval * index) / ids.length);
}
