import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, plainFinding, type Finding, type Metric } from '../harness/figures.ts';
import { workPerFrame } from '../harness/frames.ts';
import { thumbnailsPainted, toFirst } from '../harness/in-page.ts';
import { copyProfile, seededLibrary } from '../harness/libraries.ts';
import { median, percentile } from '../harness/measure.ts';
import { selectPicture, wheel, type Place } from '../harness/moves.ts';
import type { DebuggedPage } from '../harness/page.ts';
import { openWindow } from '../harness/window.ts';

const turns = 100;
/** Pictures that are compared. */
const compared = 8;
/** Milliseconds until menus have faded and the whole view is known. */
const rest = 2_500;

/** Choices of the View menu: the submenu, if the choice is in one, the choice, and the one that takes it back. */
const choices = [
  { name: 'sorted by rating', submenu: null, choice: 'Rating', back: 'Date' },
  { name: 'stacks of a prompt', submenu: 'Stacks', choice: 'Same prompt', back: 'No stacks' },
  { name: 'groups by prompt', submenu: 'Group by', choice: 'Prompt', back: 'No groups' },
  { name: 'groups by model', submenu: 'Group by', choice: 'Model', back: 'No groups' },
] as const;

/** The ways in which a person chooses among the pictures of a large library, in the real window. */
export const chooseInWindow: Metric = async ({ runs, large, scratch, say }) => {
  const profile = await copyProfile(await seededLibrary(large, say), path.join(scratch, 'choose-window'));
  const window = await openWindow('latent', profile);
  try {
    const { page } = window;
    await page.evaluate(thumbnailsPainted);
    const ways: Record<string, number[]> = {};
    const work: Record<string, number[]> = {};
    const note = (found: Record<string, number[]>, name: string, run: number, value: number): void => {
      // The first round makes the thumbnails.
      if (run > 0) found[name] = [...(found[name] ?? []), value];
    };
    for (let run = 0; run <= runs; run += 1) {
      for (const { name, submenu, choice, back } of choices) {
        await openChoice(page, submenu, choice);
        note(ways, name, run, await change(page, () => click(page, 'menuitemradio', choice)));
        await pause(rest);
        if (submenu !== null) note(work, name, run, percentile(workPerFrame(await page.trace(async () => wheel(page, await selectPicture(page), turns))), 0.95));
        await openChoice(page, submenu, back);
        await click(page, 'menuitemradio', back);
        await page.evaluate(toFirst);
        await pause(rest);
      }
      note(ways, 'an album', run, await change(page, () => click(page, 'button', 'Best of all years')));
      await pause(rest);
      await selectPicture(page);
      for (let more = 1; more < compared; more += 1) await stroke(page, 'ArrowRight', 39, { shift: true });
      await page.evaluate(`globalThis.begun = performance.now()`);
      await stroke(page, 'c', 67);
      note(ways, `${compared} pictures compared`, run, Number(await page.evaluate(comparedShown)));
      await stroke(page, 'Escape', 27);
      await pause(rest);
      await click(page, 'button', 'Library');
      await pause(rest);
    }
    const finding = (words: string, found: readonly number[], most: number): Finding => plainFinding('choose-window', `${words}, ${large} pictures`, { value: median(found), unit: 'ms' }, atMost(most));
    return [
      ...Object.entries(ways).map(([name, found]) => finding(`${name}: from the choice to thumbnails on screen`, found, 200)),
      ...Object.entries(work).map(([name, found]) => finding(`${name}: work on the main thread per frame while the wheel turns, p95`, found, 8.3)),
    ];
  } finally {
    await window.close();
  }
};

/** Milliseconds from a choice until other pictures are in sight, or the same at other places, each with its thumbnail. */
async function change(page: DebuggedPage, choice: () => Promise<void>): Promise<number> {
  await page.evaluate(`globalThis.inSight = ${picturesInSight}.join()`);
  await choice();
  return Number(await page.evaluate(changed));
}

async function openChoice(page: DebuggedPage, submenu: string | null, choice: string): Promise<void> {
  await click(page, 'button', 'View:');
  if (submenu !== null) await click(page, 'menuitem', submenu);
  await placeOf(page, 'menuitemradio', choice);
}

/** Clicks an element with the mouse, as soon as it is at rest. */
async function click(page: DebuggedPage, role: string, name: string): Promise<void> {
  const place = await placeOf(page, role, name);
  await page.evaluate(`addEventListener('mouseup', ({ timeStamp }) => (globalThis.begun = timeStamp), { capture: true, once: true })`);
  for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) await page.send('Input.dispatchMouseEvent', { type, ...place, ...(type !== 'mouseMoved' && { button: 'left', clickCount: 1 }) });
}

const placeOf = async (page: DebuggedPage, role: string, name: string): Promise<Place> =>
  (await page.evaluate(`new Promise((done, failed) => {
    const deadline = performance.now() + 10000;
    let before = '';
    const look = () => {
      const found = [...document.querySelectorAll(${JSON.stringify(role === 'button' ? 'button' : `[role="${role}"]`)})].find((each) => (each.ariaLabel ?? each.textContent).startsWith(${JSON.stringify(name)}));
      const { x, y, width, height } = found?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 };
      const now = [x, y, width, height].join();
      if (width > 0 && now === before) done({ x: x + width / 2, y: y + height / 2 });
      else if (performance.now() > deadline) failed(new Error('no ' + ${JSON.stringify(`${role} ${name}`)}));
      else setTimeout(look, 50);
      before = now;
    };
    look();
  })`)) as Place;

async function stroke(page: DebuggedPage, key: string, code: number, { shift = false } = {}): Promise<void> {
  for (const type of ['rawKeyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type, key, code: key.length === 1 ? `Key${key.toUpperCase()}` : key, windowsVirtualKeyCode: code, modifiers: shift ? 8 : 0 });
}

/** The pictures in sight and where they are; null for one whose thumbnail is not there. */
const picturesInSight = `(() => {
  const grid = document.querySelector('[role="grid"]').getBoundingClientRect();
  return [...document.querySelectorAll('[role="gridcell"]')].flatMap((cell) => {
    const { bottom, top, left } = cell.getBoundingClientRect();
    if (bottom <= grid.top || top >= grid.bottom) return [];
    const picture = cell.querySelector('[data-image-id]');
    return picture?.querySelector('img')?.naturalWidth > 0 ? [[picture.dataset.imageId, Math.round(left), Math.round(top)].join(' ')] : [null];
  });
})()`;

const changed = `new Promise((done, failed) => {
  const deadline = performance.now() + 20000;
  const look = () => {
    const found = ${picturesInSight};
    if (found.length > 0 && !found.includes(null) && found.join() !== globalThis.inSight) requestAnimationFrame(() => done(performance.now() - globalThis.begun));
    else if (performance.now() > deadline) failed(new Error('within 20 seconds nothing changed, or thumbnails were missing'));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Milliseconds until every compared picture is shown, if only small. */
const comparedShown = `new Promise((done, failed) => {
  const deadline = performance.now() + 20000;
  const look = () => {
    const shown = [...document.querySelectorAll('[role="dialog"] img')].filter((image) => image.complete && image.naturalWidth > 0 && image.getBoundingClientRect().width > 40);
    if (shown.length >= ${compared}) requestAnimationFrame(() => done(performance.now() - globalThis.begun));
    else if (performance.now() > deadline) failed(new Error('only ' + shown.length + ' compared pictures are shown'));
    else requestAnimationFrame(look);
  };
  look();
})`;
