import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { createImageDownloads } from '../../../electron/core/library/download-to-library.ts';
import { createSystemClock } from '../../../electron/core/util/system-clock.ts';
import { createSocketHttp } from '../../../electron/network/socket-http.ts';
import { startProcess, type BenchProcess } from '../harness/child.ts';
import { atMost, plainFinding, type BenchContext, type Finding, type Metric } from '../harness/figures.ts';
import { notePainted, paintedAt, sheetIsThere } from '../harness/in-page.ts';
import { seededLibrary } from '../harness/libraries.ts';
import { mean, median } from '../harness/measure.ts';
import type { DebuggedPage } from '../harness/page.ts';
import { call, createServiceProfile, giveKey } from '../harness/service-profile.ts';
import { benchAccountId } from '../harness/tasks-in-flight.ts';
import { openWindow } from '../harness/window.ts';

/** The protocol's floor: a query every three seconds finds a finished picture after half of that. */
const floor = 1_500;
const interval = 3_000;

/** Pictures of a round: fewer than the window shows. */
const pictures = 12;
/** Milliseconds from one submission to the next: a task's queries follow its submission, and each picture is to wait for its own alone. */
const betweenPictures = interval / pictures;
/** Milliseconds after which the first is ready. By then every task was asked for the first time. */
const soonest = 4_000;
/** Milliseconds from one round to the next: the pictures of a round are painted before they are out of sight. */
const betweenRounds = 9_000;
/** Milliseconds after which an idle decoder has ended (electron/core/thumbnails/decoder-process.ts). */
const untilCold = 32_000;
/** Pictures that meet a cold decoder: each has to wait for it. */
const coldPictures = 3;
/** Milliseconds that everything else may take: the view, frames, and half of the latent image's fade. */
const otherwise = 200;
/** Until all others are asked in turn. */
const settling = 8_000;
/** For the last round. */
const patience = 60_000;

/** From the moment at which the service is ready until the picture can be seen: with and without others in flight, and after the decoder has ended. */
export const latency: Metric = async (context) => {
  const service = await startProcess('service');
  try {
    const decodes: number[] = [];
    const alone = await inWindow(0, service, context, async (page, pictureIds) => void decodes.push(...(await decodesOf(page, pictureIds))));
    const others = Math.max(...context.inFlight);
    const among = await inWindow(others, service, context, () => Promise.resolve());
    const [download, decode] = [mean(await downloads(service, context.scratch)), mean(decodes)];
    const bound = Math.round(floor + download + decode + otherwise);
    const finding = (meanwhile: string, value: number): Finding =>
      plainFinding('latency', `service ready until the picture can be seen, mean, ${meanwhile} (alone: download ${download.toFixed(0)} ms, decode ${decode.toFixed(0)} ms)`, { value, unit: 'ms' }, atMost(bound));
    return [
      finding('0 other tasks in flight', median(alone.warm)),
      finding('0 other tasks in flight, each after half a minute without pictures', alone.cold),
      finding(`${others} other tasks in flight`, median(among.warm)),
    ];
  } finally {
    await service.stop();
  }
};

interface Waits {
  /** Means of the rounds, in milliseconds from ready to seen. */
  readonly warm: readonly number[];
  /** The mean of those that came after a long rest. With others in flight the decoder never rests: NaN. */
  readonly cold: number;
}

/** `afterwards` gets the pictures that were shown. */
async function inWindow(others: number, service: BenchProcess, { runs, large, scratch, say }: BenchContext, afterwards: (page: DebuggedPage, pictureIds: readonly number[]) => Promise<void>): Promise<Waits> {
  say(`latency with ${others} others`);
  const { url } = service.started as { readonly url: string };
  const busy = Array.from({ length: others }, (_, index) => `busy-${others}-${index}`);
  const profile = await createServiceProfile(await seededLibrary(large, say), path.join(scratch, `latency-${others}`), url, busy);
  const window = await openWindow('latent', profile.userData);
  const cold = others > 0 ? 0 : coldPictures;
  let painted: ReadonlyMap<number, number>;
  try {
    const { page } = window;
    await page.send('Emulation.setDeviceMetricsOverride', { width: 1600, height: 1000, deviceScaleFactor: 1, mobile: false });
    await page.evaluate(sheetIsThere);
    await giveKey(page);
    await pause(settling);
    await page.evaluate(notePainted);
    for (let run = 0; run < runs; run += 1) {
      await submitRound(page, run);
      await pause(betweenRounds);
    }
    for (let at = 0; at < cold; at += 1) {
      await pause(untilCold);
      await submit(page, runs, (at + 0.5) / cold);
      await pause(betweenRounds);
    }
    painted = await allPainted(page, runs * pictures + cold);
    await afterwards(page, [...painted.keys()]);
  } finally {
    await window.close();
  }
  const means = meansOfRounds(profile.database, painted, [...Array.from({ length: runs }, () => pictures), cold]);
  return { warm: means.slice(0, runs), cold: means[runs] ?? Number.NaN };
}

/** Milliseconds to make the thumbnails of some pictures anew, each by itself. */
async function decodesOf(page: DebuggedPage, pictureIds: readonly number[]): Promise<readonly number[]> {
  const took: number[] = [];
  for (const imageId of pictureIds.slice(-pictures)) {
    const start = performance.now();
    await call(page, 'thumbnailsTryAgain', { imageId });
    took.push(performance.now() - start);
  }
  return took;
}

/** Waits for so many; what is late counts as late. */
async function allPainted(page: DebuggedPage, count: number): Promise<ReadonlyMap<number, number>> {
  for (const deadline = Date.now() + patience; ; await pause(500)) {
    const painted = new Map((await page.evaluate(paintedAt)) as readonly (readonly [number, number])[]);
    if (painted.size >= count || Date.now() > deadline) return painted;
  }
}

/** Tasks one after the other, which will be ready at moments spread over the interval between their queries. */
async function submitRound(page: DebuggedPage, round: number): Promise<void> {
  const begun = performance.now();
  for (let index = 0; index < pictures; index += 1) {
    await pause(begun + index * betweenPictures - performance.now());
    await submit(page, round, (index + 0.5) / pictures);
  }
}

/** A task that will be ready at this share of the interval. */
async function submit(page: DebuggedPage, round: number, share: number): Promise<void> {
  const request = { model: 'm', prompt: `round ${round} after ${Math.round(soonest + interval * share)} ms`, size: '1024x1024', quality: 'low' };
  await call(page, 'tasksSubmit', { accountId: benchAccountId, request, taskIds: [randomUUID()], retryOf: null });
}

/** The service wrote into each id when its picture was ready. */
function meansOfRounds(database: string, painted: ReadonlyMap<number, number>, sizes: readonly number[]): readonly number[] {
  const db = new DatabaseSync(database, { readOnly: true });
  const rows = db.prepare(`SELECT images.id, remote_id, prompt FROM images JOIN tasks ON tasks.id = images.task WHERE remote_id LIKE 'ready-%'`).all();
  db.close();
  const rounds = sizes.map((): number[] => []);
  for (const row of rows) {
    const at = painted.get(Number(row['id']));
    const ready = Number(String(row['remote_id']).split('-')[1]);
    if (at !== undefined) rounds[Number(/^round (\d+)/.exec(String(row['prompt']))?.[1])]?.push(at - ready);
  }
  if (rounds.some((waits, round) => waits.length < (sizes[round] ?? 0))) throw new Error(`Of ${sizes.join(', ')} pictures a round only ${rounds.map((waits) => waits.length).join(', ')} were seen on screen.`);
  return rounds.map(mean);
}

/** Milliseconds of the same download by itself, one after the other, onto the disk. */
async function downloads(service: BenchProcess, scratch: string): Promise<readonly number[]> {
  const { url } = service.started as { readonly url: string };
  const clock = createSystemClock();
  const http = createSocketHttp();
  const library = path.join(scratch, 'downloads-alone');
  await mkdir(library);
  const client = createImageDownloads({ http, library: { root: () => library }, clock });
  const took: number[] = [];
  for (let index = 0; index < pictures; index += 1) {
    const start = performance.now();
    const outcome = await client.download({ image: { kind: 'url', url: `${url}/pictures/2/alone-${index}.png` }, taskId: `alone ${index}`, index: 0, prompt: 'alone', taskCreatedAt: clock.now(), baseUrl: url });
    if (outcome.kind !== 'kept') throw new Error(JSON.stringify(outcome));
    took.push(performance.now() - start);
  }
  await http.close();
  return took;
}
