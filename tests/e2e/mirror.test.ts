import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withFreshApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { startStrictS3, type StrictS3 } from '../support/strict-s3.ts';
import { expect, test } from '../support/test.ts';

let app: LatentApp;
let profile: Profile;
let s3: StrictS3;
withFreshApp((opened, of) => {
  app = opened;
  profile = of;
});
test.beforeEach(async () => {
  s3 = await startStrictS3();
});
test.afterEach(() => s3.stop());

test('a bucket is entered, tested and mirrored to, and what is wrong is said', { tag: '@long' }, async () => {
  const { page } = app;
  await mkdir(path.join(profile.library, '2026/2026-11'), { recursive: true });
  await writeFile(path.join(profile.library, '2026/2026-11/a lighthouse.png'), await paintPng({ prompt: 'a lighthouse', index: 0, width: 64, height: 64 }));
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Library' }).click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Endpoint').fill(s3.url);
  await field('Bucket').fill('not-there');
  await field('Region').fill(s3.setting.region);
  await field('Key ID').fill(s3.setting.keyId);
  await expect(page.getByRole('button', { name: 'Test', exact: true })).toBeDisabled();
  await page.getByLabel('Secret of the key', { exact: true }).fill(s3.secret);
  await page.getByRole('button', { name: 'Test', exact: true }).click();

  await expect(page.getByRole('alert')).toContainText('There is no bucket with this name');

  await field('Bucket').fill(s3.setting.bucket);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText('The bucket can be used. No library is there yet.')).toBeVisible();
  await page.getByText('Store without encryption on this computer').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. Nothing is sent until')).toBeVisible();
  expect(await s3.keys()).toHaveLength(1);

  await page.getByRole('button', { name: 'Mirror now' }).click();
  await expect(page.getByText(/files in the bucket\. \d+ objects sent/)).toBeVisible();
  const hash = createHash('sha256').update(await readFile(path.join(profile.library, '2026/2026-11/a lighthouse.png'))).digest('hex');
  expect(await s3.keys()).toContain(`latent/objects/${hash.slice(0, 2)}/${hash}`);

  await s3.set({ clockAhead: 3600 });
  await page.getByRole('button', { name: 'Mirror now' }).click();
  await expect(page.getByRole('alert')).toContainText('The clock of this computer differs');
  if (process.env['LATENT_LOOK'] !== undefined) await page.screenshot({ path: path.join(process.env['LATENT_LOOK'], 'mirror.png'), fullPage: true });
  await page.getByRole('button', { name: 'Forget this bucket' }).click();
  await expect(page.getByRole('button', { name: 'Mirror now' })).toHaveCount(0);
  expect(await readFile(path.join(profile.userData, 'keys.json'), 'utf8')).not.toContain(Buffer.from(s3.secret).toString('base64'));
});
