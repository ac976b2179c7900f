import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, ratioFinding, type Metric } from '../harness/figures.ts';
import { cellsPainted, firstPaint, thumbnailsPainted, usefulPaint } from '../harness/in-page.ts';
import { copyProfile, seededLibrary } from '../harness/libraries.ts';
import { interleaved, median } from '../harness/measure.ts';
import { openWindow, type programs } from '../harness/window.ts';

/** Milliseconds from starting the process. `useful`: a person can begin to write. `whole`: the first thumbnails are there too. `usable`: and can be acted on. */
interface Launch {
  readonly useful: number;
  readonly whole: number;
  readonly usable: number;
}

/** Milliseconds after which the file with the state of the window has been written. */
const untilRemembered = 3_000;

/** From starting the process to something painted; Latent's first thumbnails, the empty window's one word. */
export const start: Metric = async ({ runs, large, small, scratch, say }) => {
  const profiles = {
    small: await copyProfile(await seededLibrary(small, say), path.join(scratch, 'start-small')),
    large: await copyProfile(await seededLibrary(large, say), path.join(scratch, 'start-large')),
    empty: path.join(scratch, 'start-empty'),
  };
  const launch = (program: keyof typeof programs, userData: string, useful: string, whole: string, usable: string) => async (openFor = 0): Promise<Launch> => {
    const window = await openWindow(program, userData);
    try {
      const [usefulAt, wholeAt, usableAt] = await Promise.all([useful, whole, usable].map((moment) => window.page.evaluate(moment)));
      await sleep(openFor);
      return { useful: Number(usefulAt) - window.startedAt, whole: Number(wholeAt) - window.startedAt, usable: Number(usableAt) - window.startedAt };
    } finally {
      await window.close();
    }
  };
  const sides = {
    empty: launch('empty', profiles.empty, firstPaint, firstPaint, firstPaint),
    small: launch('latent', profiles.small, usefulPaint, thumbnailsPainted, cellsPainted),
    large: launch('latent', profiles.large, usefulPaint, thumbnailsPainted, cellsPainted),
  };
  // The first start of a profile makes thumbnails and fills Chromium's caches, and the window remembers for the next one what was in sight.
  for (const side of Object.values(sides)) await side(untilRemembered);
  const found = await interleaved(sides, runs);
  const ms = (side: keyof typeof sides, moment: keyof Launch) => ({ value: median(found[side].map((launched) => launched[moment])), unit: 'ms' });
  const empty = { ...ms('empty', 'whole'), name: 'an empty window' };
  return [
    ratioFinding('start', `launch to a useful first screen, ${small} pictures`, ms('small', 'useful'), empty, atMost(1.35)),
    ratioFinding('start', `launch to first thumbnails, ${small} pictures`, ms('small', 'whole'), empty, atMost(1.8)),
    ratioFinding('start', `launch to pictures that can be acted on, ${small} pictures`, ms('small', 'usable'), empty, atMost(2.5)),
    ratioFinding('start', `launch to first thumbnails, ${large} ÷ ${small} pictures`, ms('large', 'whole'), { ...ms('small', 'whole'), name: `Latent with ${small}` }, atMost(1.1)),
  ];
};
