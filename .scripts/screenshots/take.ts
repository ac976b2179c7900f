import { setTimeout as wait } from 'node:timers/promises';
import { createProfile, LatentApp } from '../../tests/support/latent-app.ts';
import { startScriptedService } from '../../tests/support/scripted-service.ts';
import { seedProfile } from '../../tests/support/seeded-profile.ts';
import { isPseudo } from '../../shared/words/languages.ts';
import { createCamera } from './camera.ts';
import { showChoosing } from './choose.ts';
import { showMany } from './many.ts';
import { screenshotOptions } from './options.ts';

/**
 * Photographs every screen of an app that was really used: pictures from the practice service, and tasks in
 * every state that needs words, and what chooses among them; then, with a paid account in a library of some years, what asks for many and what it costs.
 * Into docs/screenshots, light and small, dark and larger; or into the folder that is given, in each theme and size, also at 2560 × 1440.
 * `--language`: in another language, or in all of them.
 */
const options = screenshotOptions(process.argv.slice(2));
if (options === null) {
  console.error('Usage: npm run screenshots -- [FOLDER [--language LANGUAGE|all]]. A language is one that Latent offers, en-XA or ar-XB.');
  process.exit(1);
}
/** What is photographed in disguise is what the system is said to speak. The app is used in English. */
const env = { LATENT_SYSTEM_LANGUAGE: options.languages.find(isPseudo) ?? 'en-US' };
/** Keeps an app that the system would have in disguise in English. */
const inEnglish = (app: LatentApp): Promise<void> => app.changeSettings({ language: 'en' });

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
const app = await LatentApp.launch(profile, { env, inspector: 'closed', rows: 'justified' });
const { page } = app;

const camera = createCamera(app, options);
const press = (key: string) => (): Promise<void> => page.keyboard.press(key);

try {
  await inEnglish(app);
  await page.mouse.move(0, 0);
  await camera.take('empty');

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
  await camera.take('gallery', async () => {
    await app.pictures.first().click();
    await page.mouse.move(0, 0);
  });
  await page.getByRole('button', { name: /problems?$/ }).click();
  await camera.take('unknown', async () => {
    await app.tile('unknown').click({ position: { x: 10, y: 10 } });
    await page.mouse.move(0, 0);
  });
  await camera.take(
    'viewer',
    async () => {
      await app.pictures.nth(1).dblclick();
      await page.mouse.move(0, 0);
    },
    press('Escape'),
  );
  await camera.take('shortcuts', press('?'), press('Escape'));
  await showChoosing(app, profile.home, camera);
  await camera.take('history', async () => {
    await page.keyboard.press('ControlOrMeta+2');
    await page.getByRole('row').nth(4).click();
    await page.mouse.move(0, 0);
  });
  await camera.take('settings', press('ControlOrMeta+,'));
} finally {
  await app.close();
  await profile.remove();
}

const home = await createProfile();
const service = await startScriptedService({ key: 'sk-screens-0123456789' });
const paid = await LatentApp.launch(await seedProfile(home, { images: 400, seed: 5, until: Date.now() }), { env, inspector: 'closed', strip: 'closed', rows: 'justified' });
try {
  await inEnglish(paid);
  await showMany(paid, home, service, createCamera(paid, options));
} finally {
  await paid.close();
  await service.stop();
  await home.remove();
}
