import { spawnSync } from 'node:child_process';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../../electron/core/util/sync-folder.ts';
import { startProcess } from '../harness/child.ts';
import { atLeast, atMost, ratioFinding, type Metric } from '../harness/figures.ts';
import { interleaved, median, timed } from '../harness/measure.ts';
import { needProgram } from '../harness/programs.ts';
import type { DownloadUse } from '../processes/messages.ts';

/** Megabytes of one picture (a large PNG), and how many are fetched at once. */
const megabytes = 12;
const pictures = 24;
/** One of this size against one of a sixteenth of it. */
const hugeMegabytes = 128;

/** From a local service onto the disk. curl neither syncs nor checks, so its files are synced afterwards. */
export const download: Metric = async ({ runs, scratch }) => {
  needProgram('curl', 'curl');
  const service = await startProcess('service');
  const { url } = service.started as { readonly url: string };
  const folder = path.join(scratch, 'downloads');
  const addresses = Array.from({ length: pictures }, (_, index) => `${url}/pictures/${megabytes}/${index}.png`);

  const latent = async (urls: readonly string[]): Promise<DownloadUse> => {
    await fresh(folder);
    const client = await startProcess('download', { urls, baseUrl: url, library: folder });
    try {
      return (await client.ask('go')) as DownloadUse;
    } finally {
      await client.stop();
    }
  };
  const curl = async (): Promise<number> => {
    await fresh(folder);
    return timed(async () => {
      const { status } = spawnSync('curl', ['-sS', '-Z', '--parallel-max', '4', ...addresses.flatMap((address, index) => ['-o', path.join(folder, `${index}.png`), address])]);
      if (status !== 0) throw new Error(`curl ended with ${status}`);
      await syncAll(folder);
    });
  };
  try {
    // The service paints each size once.
    for (const size of [megabytes, hugeMegabytes / 16, hugeMegabytes]) await (await fetch(`${url}/pictures/${size}/first.png`)).arrayBuffer();
    const found = await interleaved({ latent: async () => (await latent(addresses)).ms, curl }, runs);
    const memory = await interleaved(
      { small: async () => (await latent([`${url}/pictures/${hugeMegabytes / 16}/a.png`])).peak, huge: async () => (await latent([`${url}/pictures/${hugeMegabytes}/a.png`])).peak },
      Math.min(runs, 5),
    );
    const rate = (values: readonly number[]) => ({ value: (megabytes * pictures * 1000) / median(values), unit: 'MB/s' });
    const peak = (values: readonly number[]) => ({ value: median(values) / 1e6, unit: 'MB' });
    const what = `${pictures} pictures of ${megabytes} MB onto the disk, with fsync and rename`;
    return [
      ratioFinding('download', what, rate(found.latent), { ...rate(found.curl), name: '`curl -Z`, 4 in parallel, each file and the folder synced afterwards' }, atLeast(0.5)),
      ratioFinding('download', `most memory for a picture of ${hugeMegabytes} MB ÷ one of ${hugeMegabytes / 16} MB`, peak(memory.huge), { ...peak(memory.small), name: `Latent, ${hugeMegabytes / 16} MB` }, atMost(1.2)),
    ];
  } finally {
    await service.stop();
  }
};

async function syncAll(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = await open(path.join(folder, name), 'r+');
    await file.sync();
    await file.close();
  }
  await syncFolder(folder);
}

async function fresh(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
