import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atLeast, atMost, plainFinding, type Metric } from '../harness/figures.ts';
import { workPerFrame } from '../harness/frames.ts';
import { nextJump, oldestShown, placeOfPicture, thumbnailsPainted } from '../harness/in-page.ts';
import { copyProfile, seededLibrary } from '../harness/libraries.ts';
import { median, percentile } from '../harness/measure.ts';
import type { DebuggedPage } from '../harness/page.ts';
import { openWindow } from '../harness/window.ts';

const turns = 150;
const pixelsPerTurn = 120;
/** Milliseconds between two turns of the wheel. */
const betweenTurns = 16;

export const scroll: Metric = async ({ runs, large, scratch, say }) => {
  const profile = await copyProfile(await seededLibrary(large, say), path.join(scratch, 'scroll'));
  const window = await openWindow('latent', profile);
  try {
    const { page } = window;
    await page.evaluate(thumbnailsPainted);
    // A key leads away from the selected picture; without one it selects the first.
    const place = (await page.evaluate(placeOfPicture)) as Place;
    for (const type of ['mousePressed', 'mouseReleased']) await page.send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 });
    const frames: number[] = [];
    const jumps: number[] = [];
    let oldest = Infinity;
    // The first round makes the thumbnails of what it passes.
    for (let run = 0; run <= runs; run += 1) {
      const work = workPerFrame(await page.trace(() => wheel(page, place)));
      const toEnd = await jump(page, 'End', 35);
      oldest = Math.min(oldest, Number(await page.evaluate(oldestShown)));
      const toStart = await jump(page, 'Home', 36);
      if (run === 0) continue;
      frames.push(percentile(work, 0.95));
      jumps.push(toEnd, toStart);
    }
    return [
      plainFinding('scroll', `work on the main thread per frame while the wheel turns, p95, ${large} pictures`, { value: median(frames), unit: 'ms' }, atMost(8.3)),
      plainFinding('scroll', `End and Home to thumbnails on screen, ${large} pictures`, { value: median(jumps), unit: 'ms' }, atMost(100)),
      plainFinding('scroll', `the oldest of ${large} pictures reached with one key (1: yes)`, { value: oldest <= 2 ? 1 : 0, unit: '' }, atLeast(1)),
      { metric: 'scroll', what: '÷ the best grid of the package registry at 10,000', why: 'There is no page with such a grid here yet.' },
    ];
  } finally {
    await window.close();
  }
};

interface Place {
  readonly x: number;
  readonly y: number;
}

async function wheel(page: DebuggedPage, place: Place): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    // Not awaited: the answer comes when the page has dealt with it, and a wheel does not wait for that.
    void page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...place, deltaX: 0, deltaY: pixelsPerTurn }).catch(() => undefined);
    await pause(betweenTurns);
  }
}

/** Milliseconds from a key to the thumbnails of the place that it leads to. */
async function jump(page: DebuggedPage, key: 'Home' | 'End', code: number): Promise<number> {
  const jumped = page.evaluate(nextJump);
  for (const type of ['rawKeyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: code });
  return Number(await jumped);
}
