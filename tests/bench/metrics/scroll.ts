import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atLeast, atMost, plainFinding, type BenchContext, type Finding, type Metric } from '../harness/figures.ts';
import { workPerFrame } from '../harness/frames.ts';
import { oldestShown, shareScrolled, thumbnailsPainted, toFirst } from '../harness/in-page.ts';
import { copyProfile, seededLibrary } from '../harness/libraries.ts';
import { median, percentile } from '../harness/measure.ts';
import { hold, jump, press, selectPicture, takeThumb, wheel } from '../harness/moves.ts';
import type { DebuggedPage } from '../harness/page.ts';
import { openWindow } from '../harness/window.ts';
import { againstPeers } from './scroll-peers.ts';

const turns = 150;
const strokes = 15;
/** Steps in which the thumb is pulled from one end to the other. */
const steps = 60;
/** Shares of the scroll bar that are jumped to. */
const places = [0.31, 0.74] as const;

export const scroll: Metric = async (context) => [...(await inLarge(context)), ...(await againstPeers(context))];

/** Every way of moving in the large library, each with the work of its frames, and every way to a far place with the time that it takes. */
async function inLarge({ runs, large, scratch, say }: BenchContext): Promise<readonly Finding[]> {
  const profile = await copyProfile(await seededLibrary(large, say), path.join(scratch, 'scroll'));
  const window = await openWindow('latent', profile);
  try {
    const { page } = window;
    await page.evaluate(thumbnailsPainted);
    const place = await selectPicture(page);
    const work: Record<string, number[]> = { 'the wheel turns': [], 'Page Down is held': [], 'the scroll bar is dragged': [] };
    const ways: Record<string, number[]> = { 'End and Home': [], 'scroll bar to any place': [], 'date, a year earlier': [] };
    let oldest = Infinity;
    // The first round makes the thumbnails of what it passes.
    for (let run = 0; run <= runs; run += 1) {
      const note = (values: number[] | undefined, ...found: readonly number[]): void => void (run > 0 && values?.push(...found));
      const frames = async (moving: () => Promise<unknown>): Promise<number> => percentile(workPerFrame(await page.trace(moving)), 0.95);
      note(work['the wheel turns'], await frames(() => wheel(page, place, turns)));
      note(ways['End and Home'], await jump(page, () => press(page, 'End')));
      oldest = Math.min(oldest, Number(await page.evaluate(oldestShown)));
      note(ways['End and Home'], await jump(page, () => press(page, 'Home')));
      note(work['Page Down is held'], await frames(() => hold(page, 'PageDown', strokes)));
      await backToFirst(page);
      let thumb = await takeThumb(page);
      for (const share of places) note(ways['scroll bar to any place'], await jump(page, () => thumb.pull(share, 1)));
      await thumb.letGo();
      await backToFirst(page);
      thumb = await takeThumb(page);
      note(work['the scroll bar is dragged'], await frames(() => thumb.pull(1, steps)));
      await thumb.letGo();
      await backToFirst(page);
      await page.evaluate(focusDates);
      for (let year = 0; year < 2; year += 1) note(ways['date, a year earlier'], await jump(page, () => press(page, 'PageDown')));
      await backToFirst(page);
      await selectPicture(page);
    }
    return [
      ...Object.entries(work).map(([moving, found]) => plainFinding('scroll', `work on the main thread per frame while ${moving}, p95, ${large} pictures`, { value: median(found), unit: 'ms' }, atMost(8.3))),
      ...Object.entries(ways).map(([way, found]) => plainFinding('scroll', `${way}: to thumbnails on screen, ${large} pictures`, { value: median(found), unit: 'ms' }, atMost(100))),
      plainFinding('scroll', `the oldest of ${large} pictures reached with one key (1: yes)`, { value: oldest <= 2 ? 1 : 0, unit: '' }, atLeast(1)),
    ];
  } finally {
    await window.close();
  }
}

const focusDates = `document.querySelector('[role="slider"][aria-orientation="vertical"]').focus()`;

/** The next move begins where the others did, and at rest: what the compositor scrolled may come after what the page wants. */
async function backToFirst(page: DebuggedPage): Promise<void> {
  do {
    await page.evaluate(toFirst);
    await pause(400);
  } while (Number(await page.evaluate(shareScrolled)) > 0);
}
