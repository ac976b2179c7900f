import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { withServedApp } from '../support/fresh-app.ts';
import { LatentApp } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';

/** The library folder goes away, or takes no files, while pictures arrive: they wait, and are saved automatically. */

const served = withServedApp();
const isRoot = process.getuid?.() === 0;

const away = (): string => `${served.profile.library} elsewhere`;

async function scriptPicture(prompt: string): Promise<Buffer> {
  const png = await paintPng({ prompt, index: 0, width: 256, height: 256 });
  await served.service.script(prompt, { processing: 0, images: [{ base64: png.toString('base64') }] });
  return png;
}

/** The window says so, with the folder's name, and the picture's tile waits. */
async function expectWaiting(): Promise<void> {
  const notice = served.app.page.getByRole('alert').filter({ hasText: 'Latent cannot reach the library folder' });
  await expect(notice).toContainText(served.profile.library);
  await expect(notice).toContainText('are saved automatically');
  await expect(served.app.tile('completed')).toHaveCount(1);
  await expect(served.app.pictures).toHaveCount(0);
}

/** Nobody clicks anything: the next try finds the folder, within half a minute. */
async function expectCaughtUp(prompt: string, png: Buffer): Promise<void> {
  await expect(served.app.pictures).toHaveCount(1);
  await expect(served.app.page.getByText('Latent cannot reach the library folder', { exact: false })).toHaveCount(0);
  const files = await served.profile.files();
  expect(files).toHaveLength(1);
  expect((await readFile(files[0] as string)).equals(png)).toBe(true);
  expect(await served.service.posts(prompt)).toBe(1);
}

test('vanished during a download: the window names it, and the picture is saved when it is back', { tag: '@long' }, async () => {
  const png = await scriptPicture('a folder gone');
  await rename(served.profile.library, away());
  await served.app.submit('a folder gone');
  await expectWaiting();
  // It is not made anew in the place of a disk that is not there.
  await expect(readFile(served.profile.library)).rejects.toThrow('ENOENT');
  await rename(away(), served.profile.library);
  await expectCaughtUp('a folder gone', png);
});

test('vanished even over a restart: the service is asked for the address again, not for another picture', { tag: '@long' }, async () => {
  const png = await scriptPicture('a folder gone for long');
  await rename(served.profile.library, away());
  // Something else stands in its place, so that no start can make it anew.
  await writeFile(served.profile.library, '');
  await served.app.submit('a folder gone for long');
  await expectWaiting();
  await served.app.close();

  served.app = await LatentApp.launch(served.profile);
  await expectWaiting();
  await rm(served.profile.library);
  await rename(away(), served.profile.library);
  await expectCaughtUp('a folder gone for long', png);
});

test('read-only: the window names it, and the picture is saved when it is writable again', { tag: '@long' }, async () => {
  const png = await scriptPicture('a folder locked');
  await mkdir(served.profile.library, { recursive: true });
  if (isRoot) {
    // Permissions do not bind root; the kernel's own folder takes no files from anybody.
    await rename(served.profile.library, away());
    await symlink('/sys', served.profile.library);
  } else {
    await chmod(served.profile.library, 0o555);
  }
  await served.app.submit('a folder locked');
  await expectWaiting();
  if (isRoot) {
    await rm(served.profile.library);
    await rename(away(), served.profile.library);
  } else {
    await chmod(served.profile.library, 0o755);
  }
  await expectCaughtUp('a folder locked', png);
});
