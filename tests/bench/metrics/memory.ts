import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openThumbnailStore } from '../../../electron/database/client/open-thumbnail-store.ts';
import { atMost, ratioFinding, type Metric } from '../harness/figures.ts';
import { firstPaint, thumbnailsPainted } from '../harness/in-page.ts';
import { copyProfile, seededLibrary } from '../harness/libraries.ts';
import { interleaved, median } from '../harness/measure.ts';
import { openWindow, type programs } from '../harness/window.ts';

/** Milliseconds after which a window counts as idle. */
const idle = 10_000;

export const memory: Metric = async ({ runs, large, small, scratch, say }) => {
  if (process.platform !== 'linux') return [{ metric: 'memory', what: 'idle memory of all processes', why: 'Only Linux tells what processes share.' }];
  const profiles = {
    small: await idleProfile(small, path.join(scratch, 'memory-small'), say),
    large: await idleProfile(large, path.join(scratch, 'memory-large'), say),
    empty: path.join(scratch, 'memory-empty'),
  };
  const settle = (program: keyof typeof programs, userData: string, painted: string) => async (ms = idle): Promise<number> => {
    const window = await openWindow(program, userData);
    try {
      await window.page.evaluate(painted);
      await pause(ms);
      return (await window.memory()) / 1e6;
    } finally {
      await window.close();
    }
  };
  const sides = {
    empty: settle('empty', profiles.empty, firstPaint),
    small: settle('latent', profiles.small, thumbnailsPainted),
    large: settle('latent', profiles.large, thumbnailsPainted),
  };
  // The first start of a profile makes the thumbnails that it shows.
  for (const side of Object.values(sides)) await side(0);
  const found = await interleaved(sides, runs);
  const megabytes = (values: readonly number[]) => ({ value: median(values), unit: 'MB' });
  return [
    ratioFinding('memory', `idle, ${small} pictures`, megabytes(found.small), { ...megabytes(found.empty), name: 'an empty window' }, atMost(1.3)),
    {
      metric: 'memory',
      what: `what ${large} pictures add to ${small}`,
      ours: megabytes(found.large),
      peer: { ...megabytes(found.small), name: `Latent with ${small}` },
      value: { value: median(found.large) - median(found.small), unit: 'MB' },
      goal: atMost(25),
    },
  ];
};

/** A profile in which the background has come to its end: an app that makes thumbnails for hours is not idle. */
async function idleProfile(images: number, target: string, say: (line: string) => void): Promise<string> {
  const profile = await copyProfile(await seededLibrary(images, say), target);
  const store = openThumbnailStore(path.join(profile, 'thumbnails'), path.resolve(import.meta.dirname, '../../../dist/thumbnail-worker.cjs'), say);
  await store.setWalked(images);
  await store.close();
  return profile;
}
