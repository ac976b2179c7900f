import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createProfile, LatentApp } from '../../tests/support/latent-app.ts';

/**
 * Photographs every screen, dark and light, large and small, of an app that was really used: pictures from the practice
 * service, and tasks in every state that needs words.
 */
const folder = join(import.meta.dirname, '../../docs/screenshots');
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
] as const;
const themes = ['light', 'dark'] as const;

const prompts = [
  'Birch trees in the snow',
  'A ship on the sea at sunset',
  'Stained glass window with a rising sun',
  'Desert caravan at dawn',
  'Wind through tall grass',
  'Nebula like spilled wine',
  'Paper-cut cave with a deer',
  'Hot air balloons above green hills',
  'Bauhaus poster for a chess club',
  'Moonrise over a city of towers',
  'Marbled endpaper, teal and gold',
  'A small cabin under the stars, mountains',
  'Still life with three glazed bowls',
  'Dahlia in deep violet',
  'Sailing boats in the morning, pastel',
  'A hiker in the mountains at dusk',
  'A red fox in an autumn forest',
  'Lighthouse at blue hour, calm sea',
];
/** What waits at the head of the sheet. */
const unfinished = ['A lighthouse keeper’s breakfast [drop]', 'Portrait of a violinist, warm light [fail]', 'Tulip fields seen from a balloon [stall]', 'A cat under the moon [stall]'];

const profile = await createProfile();
const app = await LatentApp.launch(profile, { inspector: 'closed' });
const { page } = app;

async function shoot(name: string): Promise<void> {
  // Lets popups and cross-fades finish.
  await wait(700);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function eachLook(name: string, show: () => Promise<void>, hide: () => Promise<void> = async () => undefined): Promise<void> {
  for (const theme of themes) {
    await app.call('settingsUpdate', { theme });
    for (const { width, height } of sizes) {
      await app.resize(width, height);
      await show();
      await shoot(`${name}-${theme}-${width}x${height}`);
      await hide();
    }
  }
}

const press = (key: string) => (): Promise<void> => page.keyboard.press(key);

try {
  mkdirSync(folder, { recursive: true });
  await page.mouse.move(0, 0);
  await eachLook('empty', async () => undefined);

  await app.call('settingsUpdate', { compose: { model: 'practice-painter', size: '1024x1024', quality: 'high' } });
  for (const prompt of prompts) await app.submit(prompt);
  // Pictures below the window's edge are not in the document, so wait for the last task to leave the list.
  await app.tiles.last().waitFor({ state: 'detached', timeout: 180_000 });
  for (const prompt of unfinished) await app.submit(prompt);
  await app.tile('failed').waitFor({ timeout: 30_000 });
  await app.tile('unknown').waitFor({ timeout: 30_000 });
  await wait(6_000);

  // The list of tasks is closed, as at first, and the inspector is open.
  await page.getByRole('button', { name: 'Close the list of tasks' }).click();
  await app.pictures.first().click();
  await page.keyboard.press('i');
  await eachLook('gallery', async () => {
    await app.pictures.first().click();
    await page.mouse.move(0, 0);
  });
  await page.getByRole('button', { name: /problems?$/ }).click();
  await eachLook('unknown', async () => {
    await app.tile('unknown').click({ position: { x: 10, y: 10 } });
    await page.mouse.move(0, 0);
  });
  await eachLook(
    'viewer',
    async () => {
      await app.pictures.nth(1).dblclick();
      await page.mouse.move(0, 0);
    },
    press('Escape'),
  );
  await eachLook('shortcuts', press('?'), press('Escape'));
  await eachLook('history', async () => {
    await page.keyboard.press('ControlOrMeta+2');
    await page.getByRole('row').nth(4).click();
    await page.mouse.move(0, 0);
  });
  await eachLook('settings', press('ControlOrMeta+,'));
} finally {
  await app.close();
  await profile.remove();
}
