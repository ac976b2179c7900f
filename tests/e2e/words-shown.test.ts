import type { Page } from '@playwright/test';
import { foreignTexts } from '../support/foreign-texts.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { placeFaults } from '../support/window-faults.ts';

/** Every visible word comes from the catalogue, and has room if it is a third longer: the window speaks `en-XA`, whose messages stand in brackets. */

let app: LatentApp;
withSharedApp((shared) => { app = shared; }, { env: { LATENT_SYSTEM_LANGUAGE: 'en-XA' }, begin: (profile) => seedHistory(profile, Array.from({ length: 12 }, (_, at) => ({ prompt: `zqx ${at}`, model: 'zqx-model', daysAgo: at * 20, credits: at === 3 ? 2 : 0 }))) });

const key = (keys: string) => (page: Page) => page.keyboard.press(keys);
const inOrder = (...steps: readonly ((page: Page) => Promise<void>)[]) => async (page: Page): Promise<void> => {
  for (const step of steps) await step(page);
};
const dialog = (open: (page: Page) => Promise<void>) => async (page: Page): Promise<void> => {
  await open(page);
  await page.getByRole('dialog').last().waitFor({ timeout: 5_000 });
};
const settings = (at: number) => async (page: Page): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab').nth(at).click();
};
const gallery = key('ControlOrMeta+1');
const first = (page: Page): Promise<void> => page.locator('[data-image-id]').first().click();
const escape = key('Escape');
const stay = (): Promise<void> => Promise.resolve();

const screens: Readonly<Record<string, readonly [open: (page: Page) => Promise<void>, close?: (page: Page) => Promise<void>]>> = {
  gallery: [inOrder(gallery, first), stay],
  'several pictures': [inOrder(gallery, first, key('ControlOrMeta+a'))],
  viewer: [inOrder(gallery, first, key('Enter'))],
  compare: [inOrder(gallery, first, key('c'))],
  history: [key('ControlOrMeta+2'), stay],
  prompts: [key('ControlOrMeta+3'), stay],
  trash: [key('ControlOrMeta+4'), stay],
  queue: [key('ControlOrMeta+5'), stay],
  spending: [key('ControlOrMeta+6'), stay],
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((at) => [`settings ${at}`, [settings(at), stay]] as const)),
  'saved prompts': [dialog(inOrder(gallery, key('ControlOrMeta+p')))],
  wildcards: [dialog(inOrder(gallery, key('ControlOrMeta+j')))],
  list: [dialog(inOrder(gallery, key('ControlOrMeta+Shift+l')))],
  palette: [dialog(inOrder(gallery, key('ControlOrMeta+k')))],
  shortcuts: [dialog(inOrder(gallery, first, key('?')))],
};

test('look', async () => {
  await app.resize(900, 600);
  for (const [name, [open, close = escape]] of Object.entries(screens)) {
    await open(app.page);
    await app.drawn();
    await app.page.waitForTimeout(400);
    const { unspoken, cut } = await foreignTexts(app.page);
    console.log(`== ${name}\n  UNSPOKEN ${unspoken.filter((text) => !/zqx/.test(text)).join('\n    | ')}\n  CUT ${cut.join('\n    | ')}\n  PLACE ${(await placeFaults(app.page)).join('\n    | ')}`);
    await app.page.screenshot({ path: `/tmp/h-i18n/look-${name.replace(' ', '-')}.png` });
    await close(app.page);
  }
  expect(1).toBe(1);
});
