import path from 'node:path';
import { atMost, ratioFinding, type Metric } from '../harness/figures.ts';
import { firstPaint, thumbnailsPainted } from '../harness/in-page.ts';
import { copyProfile, seededLibrary } from '../harness/libraries.ts';
import { interleaved, median } from '../harness/measure.ts';
import { openWindow, type programs } from '../harness/window.ts';

/** From starting the process to something painted; Latent's first thumbnails, the empty window's one word. */
export const start: Metric = async ({ runs, large, small, scratch, say }) => {
  const profiles = {
    small: await copyProfile(await seededLibrary(small, say), path.join(scratch, 'start-small')),
    large: await copyProfile(await seededLibrary(large, say), path.join(scratch, 'start-large')),
    empty: path.join(scratch, 'start-empty'),
  };
  const launch = (program: keyof typeof programs, userData: string, painted: string) => async (): Promise<number> => {
    const window = await openWindow(program, userData);
    try {
      return Number(await window.page.evaluate(painted)) - window.startedAt;
    } finally {
      await window.close();
    }
  };
  const sides = {
    empty: launch('empty', profiles.empty, firstPaint),
    small: launch('latent', profiles.small, thumbnailsPainted),
    large: launch('latent', profiles.large, thumbnailsPainted),
  };
  // The first start of a profile makes thumbnails and fills Chromium's caches.
  for (const side of Object.values(sides)) await side();
  const found = await interleaved(sides, runs);
  const ms = (values: readonly number[]) => ({ value: median(values), unit: 'ms' });
  return [
    ratioFinding('start', `launch to first thumbnails, ${small} pictures`, ms(found.small), { ...ms(found.empty), name: 'an empty window' }, atMost(1.35)),
    ratioFinding('start', `launch to first thumbnails, ${large} ÷ ${small} pictures`, ms(found.large), { ...ms(found.small), name: `Latent with ${small}` }, atMost(1.1)),
  ];
};
