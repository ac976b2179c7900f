import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** The library folder goes away, or takes no files, while pictures arrive: they wait, and are saved by themselves. */

let profile: Profile;
let service: ScriptedService;
let app: LatentApp;
const isRoot = process.getuid?.() === 0;

test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
  app = await LatentApp.launch(profile);
  await app.addAccount(service.url, service.key);
});
test.afterEach(async () => {
  await app.close();
  await service.stop();
  await profile.remove();
});

const away = (): string => `${profile.library} elsewhere`;

async function scriptPicture(prompt: string): Promise<Buffer> {
  const png = await paintPng({ prompt, index: 0, width: 256, height: 256 });
  await service.script(prompt, { processing: 0, images: [{ base64: png.toString('base64') }] });
  return png;
}

/** The window says so, with the folder's name, and the picture's tile waits. */
async function expectWaiting(): Promise<void> {
  const notice = app.page.getByRole('alert').filter({ hasText: 'The library folder cannot be reached' });
  await expect(notice).toContainText(profile.library);
  await expect(notice).toContainText('are saved by themselves');
  await expect(app.tile('completed')).toHaveCount(1);
  await expect(app.pictures).toHaveCount(0);
  await app.page.screenshot({ path: test.info().outputPath('waiting.png') });
}

/** Nobody clicks anything: the next try finds the folder, within half a minute. */
async function expectCaughtUp(prompt: string, png: Buffer): Promise<void> {
  await expect(app.pictures).toHaveCount(1);
  await expect(app.page.getByText('The library folder cannot be reached', { exact: false })).toHaveCount(0);
  const files = await profile.files();
  expect(files).toHaveLength(1);
  expect((await readFile(files[0] as string)).equals(png)).toBe(true);
  expect(await service.posts(prompt)).toBe(1);
}

test('vanished while a picture arrives: the window names it, and the picture comes in when it is back', { tag: '@long' }, async () => {
  const png = await scriptPicture('a folder gone');
  await rename(profile.library, away());
  await app.submit('a folder gone');
  await expectWaiting();
  // It is not made anew in the place of a disk that is not there.
  await expect(readFile(profile.library)).rejects.toThrow('ENOENT');
  await rename(away(), profile.library);
  await expectCaughtUp('a folder gone', png);
});

test('vanished also through a restart: the service is asked for the address again, not for another picture', { tag: '@long' }, async () => {
  const png = await scriptPicture('a folder gone for long');
  await rename(profile.library, away());
  // Something else stands in its place, so that no start can make it anew.
  await writeFile(profile.library, '');
  await app.submit('a folder gone for long');
  await expectWaiting();
  await app.close();

  app = await LatentApp.launch(profile);
  await expectWaiting();
  await rm(profile.library);
  await rename(away(), profile.library);
  await expectCaughtUp('a folder gone for long', png);
});

test('read-only: the window names it, and the picture comes in when it takes files again', { tag: '@long' }, async () => {
  const png = await scriptPicture('a folder locked');
  await mkdir(profile.library, { recursive: true });
  if (isRoot) {
    // Permissions do not bind root; the kernel's own folder takes no files from anybody.
    await rename(profile.library, away());
    await symlink('/sys', profile.library);
  } else {
    await chmod(profile.library, 0o555);
  }
  await app.submit('a folder locked');
  await expectWaiting();
  if (isRoot) {
    await rm(profile.library);
    await rename(away(), profile.library);
  } else {
    await chmod(profile.library, 0o755);
  }
  await expectCaughtUp('a folder locked', png);
});
