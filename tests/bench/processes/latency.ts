import { createImageDownloads } from '../../../electron/core/pictures/image-download.ts';
import { createSystemClock } from '../../../electron/core/system-clock.ts';
import { createUndiciHttp } from '../../../electron/network/undici-http.ts';
import { openEngine } from './engine.ts';

/** Waits for pictures that become ready at moments spread over some intervals, among others that do not. */

interface LatencyJob {
  readonly url: string;
  readonly folder: string;
  readonly others: number;
}

/** Milliseconds. */
export interface LatencyUse {
  /** From ready to kept, of each picture. */
  readonly waits: readonly number[];
  /** The same pictures fetched once more, each alone. */
  readonly download: readonly number[];
}

const pictures = 40;
/** Until the first is ready (every task is asked by then), and over which they become ready. */
const lead = 8_000;
const spread = 12_000;

const { url, folder, others } = JSON.parse(process.argv[2] ?? '') as LatencyJob;

process.once('message', () => void measure().then((use) => process.send?.(use)));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function measure(): Promise<LatencyUse> {
  await (await fetch(`${url}/pictures/2/warm.png`)).arrayBuffer();
  const first = Date.now() + lead;
  const ready = Array.from({ length: pictures }, (_, index) => Math.round(first + (spread * (index + 0.5)) / pictures));
  const readyOf = new Map<string, number>();
  const waits: number[] = [];
  const all = Promise.withResolvers<undefined>();
  const bench = await openEngine(
    folder,
    url,
    (client) => client,
    (image) => {
      const at = readyOf.get(image.taskId);
      if (at !== undefined) waits.push(Date.now() - at);
      if (waits.length === pictures) all.resolve(undefined);
    },
  );
  await bench.put([...Array.from({ length: others }, (_, index) => `busy-${index}`), ...ready.map((at, index) => `ready-${at}-${index}`)]);
  for (const { task } of await bench.database.unfinishedTasks()) {
    const at = 'remoteId' in task.state ? /^ready-(\d+)-/.exec(task.state.remoteId)?.[1] : undefined;
    if (at !== undefined) readyOf.set(task.id, Number(at));
  }
  await bench.engine.start();
  await all.promise;
  await bench.engine.close();

  const clock = createSystemClock();
  const downloads = createImageDownloads({ http: createUndiciHttp(), library: { root: () => folder }, clock });
  const download: number[] = [];
  for (const [index, at] of ready.entries()) {
    const start = performance.now();
    await downloads.download({ image: { kind: 'url', url: `${url}/pictures/2/ready-${at}-${index}.png` }, taskId: `again ${index}`, index: 0, prompt: 'again', taskCreatedAt: clock.now(), baseUrl: url });
    download.push(performance.now() - start);
  }
  return { waits, download };
}
