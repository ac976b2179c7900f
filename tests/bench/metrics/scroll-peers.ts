import path from 'node:path';
import { atMost, ratioFinding, type BenchContext, type Finding } from '../harness/figures.ts';
import { workPerFrame } from '../harness/frames.ts';
import { measuresOfSheet, thumbnailsPainted, toFirst } from '../harness/in-page.ts';
import { copyProfile, seededLibrary } from '../harness/libraries.ts';
import { interleaved, median, percentile } from '../harness/measure.ts';
import { takeThumb, wheel } from '../harness/moves.ts';
import type { DebuggedPage } from '../harness/page.ts';
import { buildPeerApp } from '../harness/peer-app.ts';
import { needPackages } from '../harness/programs.ts';
import { openWindow } from '../harness/window.ts';
import type { PeerLayout } from '../peer-page/layout.ts';

/** Pictures: what these grids can bear. */
const pictures = 10_000;
const turns = 100;
/** The thumb of the scroll bar is pulled through a third of the library. */
const [share, steps] = [0.33, 40];

const peers = { virtuoso: '`VirtuosoGrid` of react-virtuoso', tanstack: '@tanstack/react-virtual' } as const;

interface Work {
  readonly wheel: number;
  readonly drag: number;
}

/** The same pictures in plain React cells in the grids of others, moved in the same way. */
export async function againstPeers({ runs, scratch, say }: BenchContext): Promise<readonly Finding[]> {
  needPackages();
  await buildPeerApp();
  const seeded = await seededLibrary(pictures, say);
  const profiles = { latent: '', virtuoso: '', tanstack: '' };
  for (const name of ['latent', 'virtuoso', 'tanstack'] as const) profiles[name] = await copyProfile(seeded, path.join(scratch, `grid-${name}`));
  let layout: PeerLayout | null = null;

  const side = (name: keyof typeof profiles) => async (): Promise<Work> => {
    say(`grid: ${name}`);
    const window = await openWindow(name === 'latent' ? 'latent' : 'peer', profiles[name]);
    try {
      const { page } = window;
      if (name !== 'latent') await page.evaluate(showGrid(name, layout));
      await page.evaluate(thumbnailsPainted);
      layout ??= (await page.evaluate(measuresOfSheet)) as PeerLayout;
      return await moved(page, layout);
    } finally {
      await window.close();
    }
  };
  const sides = { latent: side('latent'), virtuoso: side('virtuoso'), tanstack: side('tanstack') };
  // The first round makes the thumbnails of what it passes, and tells what the contact sheet measures.
  for (const first of Object.values(sides)) await first();
  const found = await interleaved(sides, runs);
  return (['wheel', 'drag'] as const).map((move) => {
    const p95 = (name: keyof typeof found) => ({ value: median(found[name].map((work) => work[move])), unit: 'ms' });
    const best = p95('virtuoso').value <= p95('tanstack').value ? 'virtuoso' : 'tanstack';
    const what = move === 'wheel' ? 'while the wheel turns' : 'while the scroll bar is dragged';
    return ratioFinding('scroll', `work on the main thread per frame ${what}, p95, ${pictures} pictures`, p95('latent'), { ...p95(best), name: peers[best] }, atMost(1));
  });
}

/** Waits for the page's script: an address answers before it has run. */
const showGrid = (name: string, layout: PeerLayout | null): string => `(async () => {
  while (!window.showGrid) await new Promise(requestAnimationFrame);
  await window.showGrid(${JSON.stringify(name)}, ${JSON.stringify(layout)});
})()`;

async function moved(page: DebuggedPage, { width, height }: PeerLayout): Promise<Work> {
  const p95 = async (move: () => Promise<unknown>): Promise<number> => percentile(workPerFrame(await page.trace(move)), 0.95);
  const middle = (await page.evaluate(middleOfSheet(width, height))) as { readonly x: number; readonly y: number };
  const wheelWork = await p95(() => wheel(page, middle, turns));
  await page.evaluate(toFirst);
  const thumb = await takeThumb(page);
  const dragWork = await p95(() => thumb.pull(share, steps));
  await thumb.letGo();
  return { wheel: wheelWork, drag: dragWork };
}

const middleOfSheet = (width: number, height: number): string => `(() => {
  const { left, top } = document.querySelector('[role="grid"]').getBoundingClientRect();
  return { x: left + ${width / 2}, y: top + ${height / 2} };
})()`;
