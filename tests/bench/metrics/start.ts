import path from 'node:path';
import { atMost, ratioFinding, type Metric } from '../harness/figures.ts';
import { firstPaint, thumbnailsPainted, usefulPaint } from '../harness/in-page.ts';
import { copyProfile, seededLibrary } from '../harness/libraries.ts';
import { interleaved, median } from '../harness/measure.ts';
import { openWindow, type programs } from '../harness/window.ts';

/** Milliseconds from starting the process. `useful`: a person can begin to write. `whole`: the first thumbnails are there too. */
interface Launch {
  readonly useful: number;
  readonly whole: number;
}

/** From starting the process to something painted; Latent's first thumbnails, the empty window's one word. */
export const start: Metric = async ({ runs, large, small, scratch, say }) => {
  const profiles = {
    small: await copyProfile(await seededLibrary(small, say), path.join(scratch, 'start-small')),
    large: await copyProfile(await seededLibrary(large, say), path.join(scratch, 'start-large')),
    empty: path.join(scratch, 'start-empty'),
  };
  const launch = (program: keyof typeof programs, userData: string, useful: string, whole: string) => async (): Promise<Launch> => {
    const window = await openWindow(program, userData);
    try {
      const [usefulAt, wholeAt] = await Promise.all([window.page.evaluate(useful), window.page.evaluate(whole)]);
      return { useful: Number(usefulAt) - window.startedAt, whole: Number(wholeAt) - window.startedAt };
    } finally {
      await window.close();
    }
  };
  const sides = {
    empty: launch('empty', profiles.empty, firstPaint, firstPaint),
    small: launch('latent', profiles.small, usefulPaint, thumbnailsPainted),
    large: launch('latent', profiles.large, usefulPaint, thumbnailsPainted),
  };
  // The first start of a profile makes thumbnails and fills Chromium's caches.
  for (const side of Object.values(sides)) await side();
  const found = await interleaved(sides, runs);
  const ms = (side: keyof typeof sides, moment: keyof Launch) => ({ value: median(found[side].map((launched) => launched[moment])), unit: 'ms' });
  const empty = { ...ms('empty', 'whole'), name: 'an empty window' };
  return [
    ratioFinding('start', `launch to a useful first screen, ${small} pictures`, ms('small', 'useful'), empty, atMost(1.35)),
    ratioFinding('start', `launch to first thumbnails, ${small} pictures`, ms('small', 'whole'), empty, atMost(1.6)),
    ratioFinding('start', `launch to first thumbnails, ${large} ÷ ${small} pictures`, ms('large', 'whole'), { ...ms('small', 'whole'), name: `Latent with ${small}` }, atMost(1.1)),
  ];
};
