import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, plainFinding, type BenchContext, type Metric } from '../harness/figures.ts';
import { sheetIsThere } from '../harness/in-page.ts';
import { copyProfile, seededLibrary } from '../harness/libraries.ts';
import { median } from '../harness/measure.ts';
import type { DebuggedPage } from '../harness/page.ts';
import { call } from '../harness/service-profile.ts';
import { openWindow } from '../harness/window.ts';

const prompts = 1_000;

/** From the click on the button of the question until main has told of the last task, which it does once all are on the disk; and the longest task of the page meanwhile. */
const confirmList = `new Promise((done) => {
  const longest = [0];
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => longest.push(duration))).observe({ type: 'longtask' });
  const told = new Set();
  const start = performance.now();
  const stop = window.api.onChanges(({ changes }) => {
    for (const change of changes) if (change.kind === 'task' && change.task.task.batchId !== null) told.add(change.task.task.id);
    if (told.size < ${prompts}) return;
    stop();
    // Painted, and whatever the last tasks set off.
    requestAnimationFrame(() => setTimeout(() => {
      const took = performance.now() - start;
      setTimeout(() => done({ took, longest: Math.max(...longest) }), 1000);
    }));
  });
  [...document.querySelectorAll('[role=dialog] button, [role=alertdialog] button')].findLast((button) => button.textContent.startsWith('Generate')).click();
})`;

interface Took {
  readonly took: number;
  readonly longest: number;
}

/** A list of a thousand prompts, pasted into the dialog in a large library and sent. The queue is on hold, so that nothing else happens. */
export const many: Metric = async ({ runs, large, scratch, say }: BenchContext) => {
  const profile = await copyProfile(await seededLibrary(large, say), path.join(scratch, 'many'));
  const window = await openWindow('latent', profile);
  try {
    const { page } = window;
    await page.evaluate(sheetIsThere);
    const { selectedAccountId, settings } = (await call(page, 'appSnapshot', undefined)) as { readonly selectedAccountId: string; readonly settings: { readonly confirmedAccounts: readonly string[] } };
    await call(page, 'settingsUpdate', { queueStopped: true, confirmedAccounts: [...new Set([...settings.confirmedAccounts, selectedAccountId])] });
    const found: Took[] = [];
    for (let run = 0; run < runs; run += 1) {
      await openList(page, run);
      found.push((await page.evaluate(confirmList)) as Took);
      await pause(1_000);
    }
    return [
      plainFinding('many', `a list of ${prompts} prompts, from the click until all are on the disk and shown`, { value: median(found.map(({ took }) => took)), unit: 'ms' }, atMost(1_000)),
      plainFinding('many', 'the longest task of the window meanwhile', { value: median(found.map(({ longest }) => longest)), unit: 'ms' }, atMost(50)),
    ];
  } finally {
    await window.close();
  }
};

/** Pastes the list and presses "Generate", until the question is there. */
async function openList(page: DebuggedPage, run: number): Promise<void> {
  const press = (type: 'keyDown' | 'keyUp') => page.send('Input.dispatchKeyEvent', { type, modifiers: 10, key: 'L', code: 'KeyL', windowsVirtualKeyCode: 76 });
  await press('keyDown');
  await press('keyUp');
  const text = Array.from({ length: prompts }, (_, at) => `A red fox in an autumn forest at dusk, with mist between the trees, round ${run}, number ${at}`).join('\\n');
  await page.evaluate(`new Promise((done) => {
    const until = (find, then) => {
      const found = find();
      if (found) then(found);
      else setTimeout(() => until(find, then), 20);
    };
    const dialogs = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
    until(() => dialogs()[0]?.querySelector('textarea'), (field) => {
      field.focus();
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '${text}');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      until(() => [...(dialogs()[0]?.querySelectorAll('button') ?? [])].find((button) => button.textContent.startsWith('Generate') && button.getAttribute('aria-disabled') !== 'true'), (send) => {
        setTimeout(() => {
          send.click();
          until(() => dialogs()[1], () => setTimeout(done, 500));
        }, 500);
      });
    });
  })`);
}
