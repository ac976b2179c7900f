import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, plainFinding, type Metric } from '../harness/figures.ts';
import { workPerFrame } from '../harness/frames.ts';
import { thumbnailsPainted } from '../harness/in-page.ts';
import { copyProfile, seededLibrary } from '../harness/libraries.ts';
import { median, percentile } from '../harness/measure.ts';
import { openWindow } from '../harness/window.ts';

const widths = Array.from({ length: 40 }, (_, step) => 800 + 12 * step);

/** A window that is pulled wider, step by step. */
export const relayout: Metric = async ({ runs, large, scratch, say }) => {
  const profile = await copyProfile(await seededLibrary(large, say), path.join(scratch, 'relayout'));
  const window = await openWindow('latent', profile);
  try {
    const { page } = window;
    await page.evaluate(thumbnailsPainted);
    const frames: number[] = [];
    for (let run = 0; run <= runs; run += 1) {
      const events = await page.trace(async () => {
        for (const width of widths) {
          await page.send('Emulation.setDeviceMetricsOverride', { width, height: 760, deviceScaleFactor: 1, mobile: false });
          await pause(50);
        }
      });
      // The first round loads what only other widths show.
      if (run > 0) frames.push(percentile(workPerFrame(events), 0.95));
    }
    return [plainFinding('relayout', `work on the main thread per frame while the window grows, p95, ${large} pictures`, { value: median(frames), unit: 'ms' }, atMost(16.7))];
  } finally {
    await window.close();
  }
};
