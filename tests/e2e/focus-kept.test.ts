import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { withFreshApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { failedTask } from '../support/strip-driver.ts';
import { expect, test } from '../support/test.ts';

/** Whatever goes away with the focus in it, the focus goes on to something that can be seen and from which Tab goes on. */

let app: LatentApp;
let profile: Profile;
const take = (fresh: LatentApp, its: Profile): void => void ([app, profile] = [fresh, its]);
const begin = (of: Profile): Promise<Profile> => seedHistory(of, [{ prompt: 'a boat' }, { prompt: 'a bridge' }, failedTask(1), failedTask(2)]);

const button = (name: string | RegExp): Locator => app.page.getByRole('button', { name });

/** Presses a button by key, and waits until it is gone. */
async function pressLast(it: Locator): Promise<void> {
  await it.focus();
  await app.page.keyboard.press('Enter');
  await expect(it).toHaveCount(0);
  await app.drawn();
}

/** What has the focus, unless it is lost: on the page itself, out of sight or disabled. */
const focused = (): Promise<unknown> =>
  app.page.evaluate(`(() => {
    const it = document.activeElement;
    if (it === document.body || it.matches(':disabled') || !it.checkVisibility()) return 'lost';
    return it.getAttribute('aria-label') ?? (it.matches('[data-strip-row]') ? 'strip' : it.textContent);
  })()`);

test.describe('in a library', () => {
  withFreshApp(take, { begin });
  test.beforeEach(() => app.resize(1280, 800));

  test('the offer to read a list gives the focus back to the prompt, declined or accepted', async () => {
    const paste = async (): Promise<void> => {
      await app.electron.evaluate(({ clipboard }) => clipboard.writeText('a fox\na lynx\nan owl'));
      await app.prompt.fill('');
      await app.page.keyboard.press('ControlOrMeta+v');
    };
    await paste();
    await pressLast(button('Keep as one prompt'));
    await expect(app.prompt).toBeFocused();
    await paste();
    await pressLast(button('Make a list'));
    await expect(app.page.getByRole('dialog', { name: 'List of prompts' })).toBeVisible();
    await app.page.keyboard.press('Escape');
    await expect(app.prompt).toBeFocused();
  });

  test('buttons of the progress of an import leave the focus to it, and it leaves the focus to the list or the page', async () => {
    const folder = path.join(profile.home, 'old');
    await mkdir(folder);
    await writeFile(path.join(folder, 'fox.png'), await paintPng({ prompt: 'fox', index: 0, width: 32, height: 32 }));
    await app.electron.evaluate(({ dialog }, filePaths) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
    }, [folder]);
    const strip = app.page.getByRole('region', { name: 'Import' });
    await app.call('importChoose', { what: 'folder' });
    await pressLast(strip.getByRole('button', { name: 'Undo import' }));
    await expect(strip).toBeFocused();
    await pressLast(strip.getByRole('button', { name: 'Close' }));
    expect(await focused()).toBe('Tasks');
    for (const [place, home] of [[2, 'History'], [',', 'Settings']] as const) {
      await app.page.keyboard.press(`ControlOrMeta+${place}`);
      await app.call('importChoose', { what: 'folder' });
      await pressLast(strip.getByRole('button', { name: 'Close' }));
      expect(await focused()).toContain(home);
    }
  });

  test('a list of tasks that goes away with the bar of what was selected leaves the focus in its place', async () => {
    const { page } = app;
    for (const leave of ['bar', 'list'] as const) {
      await page.keyboard.press('ControlOrMeta+5');
      await page.getByRole('button', { name: /^Problems/ }).click();
      const list = page.getByRole('treegrid');
      await list.focus();
      await page.keyboard.press('ControlOrMeta+a');
      if (leave === 'bar') await page.getByRole('toolbar').getByRole('button', { name: /^Dismiss/ }).focus();
      await page.keyboard.press(leave === 'bar' ? 'Enter' : 'Delete');
      await expect(list).toHaveCount(0);
      await app.drawn();
      expect(await focused(), leave).toBe('Problems');
      const onwards = button('Write a prompt');
      for (let presses = 0; presses < 2 && (await onwards.and(page.locator(':focus')).count()) === 0; presses += 1) await page.keyboard.press('Tab');
      await expect(onwards).toBeFocused();
      await page.keyboard.press('ControlOrMeta+z');
      await page.keyboard.press('ControlOrMeta+z');
    }
  });

  test('a sheet that goes away with the bar of what was selected leaves the focus in its place', async () => {
    const { page } = app;
    for (const leave of ['bar', 'sheet'] as const) {
      await page.getByRole('combobox', { name: 'Search pictures' }).fill('boat OR bridge');
      await expect(app.pictures).toHaveCount(2);
      await page.getByRole('gridcell', { name: 'a boat' }).click();
      await page.keyboard.press('ControlOrMeta+a');
      if (leave === 'bar') await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: /trash/i }).focus();
      await page.keyboard.press(leave === 'bar' ? 'Enter' : 'Delete');
      await expect(app.pictures).toHaveCount(0);
      await app.drawn();
      expect(await focused(), leave).not.toBe('lost');
      await page.keyboard.press('ControlOrMeta+z');
      await expect(page.getByRole('gridcell', { name: 'a boat' })).toHaveCount(1);
    }
  });

  test('the bar of the trash leaves the focus when there is nothing left that it could do', async () => {
    const { page } = app;
    await page.getByRole('gridcell', { name: 'a boat' }).click();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('gridcell', { name: 'a boat' })).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+4');
    await page.getByRole('gridcell', { name: 'a boat' }).click();
    const restore = button('Restore').first();
    await restore.focus();
    await page.keyboard.press('Enter');
    await expect(restore).toBeDisabled();
    await app.drawn();
    expect(await focused()).not.toBe('lost');
  });
});

test.describe('with a key in the environment', () => {
  withFreshApp(take, { begin, env: { SERVICE_API_KEY: 'sk-environment-0123456789' } });

  test('a notice leaves the focus when it goes', async () => {
    await pressLast(button('Not now'));
    expect(await focused()).toBe('Tasks');
  });
});
