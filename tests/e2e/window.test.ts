import type { Locator } from '@playwright/test';
import { withFreshApp, withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes, windowFaults } from '../support/window-faults.ts';

/** The window without a mouse, and the window at its smallest. */

let app: LatentApp;

test.describe('with pictures', () => {
  withFreshApp((fresh) => (app = fresh), { begin: (profile) => seedHistory(profile, [{ prompt: 'a bridge', pictures: 4 }]) });

  test('the main job can be done by keyboard alone', async () => {
    const { page } = app;
    const press = (keys: string): Promise<void> => page.keyboard.press(keys);
    const dialog = page.getByRole('dialog');

    await press('Escape');
    await press('?');
    await expect(dialog).toContainText('Keyboard shortcuts');
    await press('Escape');
    await expect(dialog).toBeHidden();

    await press('/');
    await expect(app.prompt).toBeFocused();
    await page.keyboard.type('a harbour [stall]');
    await press('ControlOrMeta+Enter');
    // What was sent stays, marked: the next prompt takes its place.
    await page.keyboard.type('a fox [drop]');
    await expect(app.prompt).toHaveValue('a fox [drop]');
    await press('ControlOrMeta+Enter');
    await expect(app.tile('unknown')).toHaveCount(1);

    // A question takes the focus, Escape is no, and the focus comes back.
    const question = page.getByRole('alertdialog').or(dialog);
    await press('Escape');
    await press('w');
    const first = page.locator('[data-strip-panel] [data-cursor]');
    await expect(first).toContainText('a fox [drop]');
    const sendAgain = app.tile('unknown').getByRole('button', { name: /^Generate again/ });
    await tabTo(app, sendAgain);
    await press('Enter');
    await expect(question).toContainText('The practice service is free');
    await expect.poll(() => question.evaluate((element) => element.contains(element.ownerDocument.activeElement))).toBe(true);
    await press('Escape');
    await expect(question).toBeHidden();
    await expect(sendAgain).toBeFocused();
    await expect(app.tiles.and(app.tile('unknown'))).toHaveCount(1);

    // The history chooses with arrows, shows all with Enter, and gives the focus back.
    await press('ControlOrMeta+2');
    const rows = page.getByRole('row', { selected: true });
    await expect(page.getByRole('treegrid', { name: 'History' })).toBeFocused();
    await expect(rows).toHaveCount(0);
    await press('ArrowDown');
    await expect(rows).toContainText('a fox [drop]');
    await press('ArrowDown');
    await expect(rows).toContainText('a harbour [stall]');
    await press('Enter');
    const panel = page.getByRole('complementary', { name: 'Task details' });
    await expect(panel).toBeFocused();
    await press('Escape');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('treegrid', { name: 'History' })).toBeFocused();

    // The viewer: neighbours, facts, and back to the picture that was looked at last, tooltip or not.
    await press('ControlOrMeta+1');
    await expect(app.pictures).toHaveCount(4);
    // With nothing selected the prompt has the keyboard.
    await press('Escape');
    await press('Home');
    await press('Enter');
    await expect(dialog).toBeVisible();
    const position = dialog.getByRole('status');
    await expect(position).toContainText('1 of 4');
    await press('ArrowRight');
    await expect(position).toContainText('2 of 4');
    await tabTo(app, dialog.getByRole('button', { name: 'Zoom in' }));
    await expect(page.getByText('Zoom in', { exact: false }).last()).toBeVisible();
    await press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('gridcell', { selected: true })).toBeFocused();
  });
});

/** Addresses of the fonts that the page preloads, and of the font with the letters of English that its style sheet names. Others are asked for when a text needs them. */
const fonts = `({
  preloaded: Array.from(document.querySelectorAll('link[rel="preload"][as="font"]'), ({ href }) => href),
  named: [...document.styleSheets].flatMap(({ href, cssRules }) =>
    [...cssRules].filter((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes('U+0-FF')).map(({ cssText }) => new URL(cssText.split('url("')[1].split('"')[0], href).href)),
})`;

test.describe('without pictures', () => {
  withSharedApp((shared) => void (app = shared));
  test.beforeEach(async () => {
    const details = app.page.getByRole('complementary', { name: 'Task details' });
    if (await details.isVisible()) await details.getByRole('button', { name: 'Close' }).click();
    await app.page.keyboard.press('ControlOrMeta+1');
    await app.resize(1280, 800);
  });

  test('the page asks for its font before it reads the style sheet that names it', async () => {
    const { preloaded, named } = await app.page.evaluate<{ readonly preloaded: readonly string[]; readonly named: readonly string[] }>(fonts);
    expect(named).toHaveLength(1);
    expect(preloaded).toEqual(named);
  });

  test('a click in the history selects the clicked row, even the first time', async () => {
    const { page } = app;
    await app.hideProblems();
    await app.submit('first [refuse]');
    await expect(app.tile('rejected')).toHaveCount(1);
    await app.submit('second [refuse]');
    await expect(app.tile('rejected')).toHaveCount(2);
    await page.keyboard.press('ControlOrMeta+2');
    await page.getByRole('row').filter({ hasText: 'first [refuse]' }).click();
    await expect(page.getByRole('row', { selected: true })).toContainText('first [refuse]');
    const panel = page.getByRole('complementary', { name: 'Task details' });
    await expect(panel).toContainText('first [refuse]');
    await expect(panel).toContainText('The service answered HTTP 400 (bad request). Only 200 means accepted.');
    await expect(panel).toContainText('The practice service is free, so nothing is charged.');
  });

  test('colours are checked at the end of their transition, not during it', async () => {
    const words = app.page.getByRole('main').getByRole('heading', { level: 2 });
    const faults = async (color: string, transition: string): Promise<string[]> => {
      await words.evaluate(
        (element, [toColor, over]) => {
          const { style } = element as unknown as { readonly style: Record<'color' | 'transition', string> };
          style.transition = over;
          style.color = toColor;
        },
        [color, transition] as const,
      );
      return windowFaults(app.page);
    };
    expect(await faults('color-mix(in srgb, var(--ground) 80%, gray)', 'none')).toContainEqual(expect.stringContaining('color-contrast'));
    expect(await faults('', 'color 60s')).toEqual([]);
  });

  test('at its smallest nothing leaves the window, and every control has a name and contrast', async () => {
    const { page } = app;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await app.resize(640, 400);
    await app.hideProblems();
    await app.submit('a fox [refuse]');
    await app.submit('a fox [drop]');
    await expect(app.tile('unknown')).toHaveCount(1);
    await expect(page.getByRole('status').filter({ hasText: '2 problems' })).toBeAttached();
    await app.prompt.fill('a harbour');
    const current = page.getByRole('navigation', { name: 'Places' }).locator('[aria-current="page"]');
    for (const [key, place] of [['1', 'Library'], ['2', 'Tasks'], [',', 'Settings']] as const) {
      await page.keyboard.press(`ControlOrMeta+${key}`);
      await expect(current).toHaveAccessibleName(place);
      await app.drawn();
      // The line at the bottom holds something in every room.
      await expect(page.locator('[data-key-hints] kbd').first()).toBeVisible();
      expect(await faultsInBothThemes(page), place).toEqual([]);
    }
    await page.keyboard.press('ControlOrMeta+1');
    // What is wrong is a button. That there are no pictures is said once, with the reason.
    await expect(page.getByRole('button', { name: '2 problems' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('main').getByText(/no picture/i)).toHaveText(['No picture has arrived']);
  });
});

/** Presses Tab until it has the focus; fails where the keyboard does not lead. */
async function tabTo(within: LatentApp, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await within.page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
