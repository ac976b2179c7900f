import type { Page } from '@playwright/test';
import { foreignTexts } from '../support/foreign-texts.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { placeFaults } from '../support/window-faults.ts';

/** Every visible word comes from the catalogue, and has room if it is a third longer: the window speaks `en-XA`, whose messages stand in brackets. */

let app: LatentApp;
withSharedApp(async (shared) => {
  app = shared;
  await app.resize(900, 600);
}, { env: { LATENT_SYSTEM_LANGUAGE: 'en-XA' }, begin: (profile) => seedHistory(profile, Array.from({ length: 12 }, (_, at) => ({ prompt: `zqx ${at}`, model: 'zqx-model', daysAgo: at * 20, credits: at === 3 ? 2 : 0 }))) });

const key = (keys: string) => (page: Page) => page.keyboard.press(keys);
const inOrder = (...steps: readonly ((page: Page) => Promise<void>)[]) => async (page: Page): Promise<void> => {
  for (const step of steps) await step(page);
};
const dialog = (open: (page: Page) => Promise<void>) => async (page: Page): Promise<void> => {
  await open(page);
  await page.getByRole('dialog').last().waitFor();
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
  statistics: [key('ControlOrMeta+7'), stay],
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((at) => [`settings ${at}`, [settings(at), stay]] as const)),
  'saved prompts': [dialog(inOrder(gallery, key('ControlOrMeta+p')))],
  wildcards: [dialog(inOrder(gallery, key('ControlOrMeta+j')))],
  list: [dialog(inOrder(gallery, key('ControlOrMeta+Shift+l')))],
  palette: [dialog(inOrder(gallery, key('ControlOrMeta+k')))],
  shortcuts: [dialog(inOrder(gallery, first, key('?')))],
};

/** Names that Intl knows, in English here. */
const named = (options: Intl.DateTimeFormatOptions): readonly string[] => [...Array(12).keys()].flatMap((at) => [new Date(2026, at, 1), new Date(2026, 0, at + 1)]).map((day) => new Intl.DateTimeFormat('en', options).format(day));
const names = (['long', 'short'] as const).flatMap((style) => [...named({ month: style }), ...named({ weekday: style })]);
/** What no catalogue says: what Intl writes, what a person wrote or chose, and words for the program. */
const values = [/zqx/, new RegExp(`^(?:${names.join('|')}|now|AM|PM|[\\d ,:])+$`), /^Studio$/, /^https?:/, /^\//, /^latent$/, /^\[[a-z ]+\]$/];
const isValue = (text: string): boolean => values.some((value) => value.test(text.replace(/^[a-z-]+: /, '')));

for (const [name, [open, close = escape]] of Object.entries(screens)) {
  test(`every word of the screen “${name}” is said by the catalogue, and has room at 900 × 600`, async () => {
    await open(app.page);
    await app.drawn();
    const { unspoken, cut } = await foreignTexts(app.page);
    await app.page.screenshot({ path: test.info().outputPath('screen.png') });
    expect.soft(unspoken.filter((text) => !isValue(text)), 'written into the code').toEqual([]);
    expect.soft(cut, 'cut off').toEqual([]);
    expect.soft(await placeFaults(app.page), 'out of place').toEqual([]);
    await close(app.page);
    await expect(app.page.getByRole('dialog')).toHaveCount(0);
  });
}

test('a word that stands in the code is found, and one that has no room', async () => {
  await app.page.evaluate(() => {
    const { document } = globalThis as unknown as { document: { readonly body: { append(element: unknown): void }; createElement(name: string): Record<string, unknown> & { append(...parts: readonly unknown[]): void } } };
    const [planted, part] = [document.createElement('p'), document.createElement('b')];
    Object.assign(planted, { id: 'planted', title: 'Planted' });
    Object.assign(planted['style'] as object, { position: 'fixed', top: '0', width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' });
    part['textContent'] = 'planted';
    planted.append('⟦Þļåñţéd åñd çûţ⟧ ', part);
    document.body.append(planted);
  });
  const { unspoken, cut } = await foreignTexts(app.page);
  expect(unspoken).toEqual(expect.arrayContaining(['title: Planted', 'planted']));
  expect(cut.join()).toContain('çûţ');
  await app.page.evaluate("document.getElementById('planted').remove()");
});
