import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { journalFolder } from '../../electron/core/library/library-journal.ts';
import { marksFileName } from '../../electron/core/library/marks/marks-file.ts';
import type { ImageMarks } from '../../shared/library/marks.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';
import { pngWith } from '../unit/core/metadata/reading/build-files.ts';

/**
 * A disk that never answers, as that of a share that is gone: reading a pipe into which nobody writes, and writing one that nobody reads, keep a
 * thread in a system call that nothing interrupts but a kill.
 */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());
test.skip(process.platform === 'win32', 'there are no such pipes');

test('Latent quits anyway, logs why, and loses nothing', { tag: '@long' }, async () => {
  const elsewhere = path.join(profile.home, 'Old pictures');
  await mkdir(elsewhere);
  const put = (name: string): Promise<void> => writeFile(path.join(elsewhere, `${name}.png`), pngWith({ parameters: `${name}\nSteps: 20, Seed: 4` }));
  await put('a lighthouse');
  let app = await LatentApp.launch(profile);
  const importAll = async (): Promise<void> => {
    await app.electron.evaluate(({ dialog }, filePaths) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
    }, [elsewhere]);
    await app.call('importChoose', { what: 'folder' });
  };
  await importAll();
  await expect(app.page.getByText('Import finished, 1 picture added')).toBeVisible();
  await expect.poll(() => app.loadedPictures()).toBe(1);

  // The import waits for its turn to write.
  const lease = path.join(profile.library, journalFolder, 'in-use.json');
  execFileSync('mkfifo', [lease]);
  await put('a harbour');
  await app.call('importDismiss');
  await importAll();
  await expect(app.page.getByText('Importing 0 of 2')).toBeVisible();
  await expect.poll(() => app.electron.evaluate(readsThatHang)).toBe(true);
  const id = Number(await app.pictures.first().getAttribute('data-image-id'));
  await app.call('marksSet', { target: { token: null, revision: 0, ranges: [], imageIds: [id] }, mark: { kind: 'rating', rating: 4 } });
  await app.close();
  const log = await readFile(path.join(profile.userData, 'logs', 'latent.log'), 'utf8');
  expect(log).toMatch(/killed itself, because some parts did not close in time {2}waiting="import, FSReqPromise"/);

  expect(await readFile(path.join(profile.library, journalFolder, marksFileName(hostname(), profile.userData)), 'utf8')).toContain('"rating":4');

  await rm(lease);
  app = await LatentApp.launch(profile);
  await expect(app.page.getByText('Import finished, 1 picture added')).toBeVisible();
  expect(((await app.call('marksOf', { imageId: id })) as ImageMarks).rating).toBe(4);
  await app.close();
  expect((await readFile(path.join(profile.userData, 'logs', 'latent.log'), 'utf8')).match(/killed itself/g)).toHaveLength(1);
});

/** Whether the process has a call to the file system under way all the time for half a second. */
async function readsThatHang(): Promise<boolean> {
  for (let look = 0; look < 10; look += 1) {
    if (!process.getActiveResourcesInfo().includes('FSReqPromise')) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

/** A profile with one picture, whose library does not answer who writes to it: the start asks for that before it removes what a killed run left. */
async function silence(): Promise<{ readonly lease: string; readonly stray: string }> {
  const app = await LatentApp.launch(profile);
  await app.submit('a lighthouse');
  await expect.poll(() => app.loadedPictures()).toBe(1);
  await app.close();
  const [picture = ''] = await profile.files();
  const stray = path.join(path.dirname(picture), '.latent-01234567-89ab-cdef-0123-456789abcdef.part');
  await writeFile(stray, 'half a picture');
  const lease = path.join(profile.library, journalFolder, 'in-use.json');
  execFileSync('mkfifo', [lease]);
  return { lease, stray };
}

test('Latent starts anyway with everything in the history, even while a dozen calls hang', { tag: '@long' }, async () => {
  const { lease, stray } = await silence();
  let app = await LatentApp.launch(profile);
  await expect.poll(() => app.loadedPictures()).toBe(1);
  await app.electron.evaluate((_electron, file) => {
    const { open } = process.getBuiltinModule('node:fs');
    for (let call = 0; call < 10; call += 1) open(file, 'r', () => undefined);
  }, lease);
  // Page, thumbnails and pictures are files too.
  await app.page.reload();
  await expect.poll(() => app.loadedPictures()).toBe(1);
  await app.submit('a harbour');
  await expect(app.tile('processing')).toHaveCount(1);
  await app.close();

  await rm(lease);
  app = await LatentApp.launch(profile);
  await expect.poll(() => app.loadedPictures()).toBe(2);
  await expect.poll(() => profile.files()).not.toContain(stray);
  await app.close();
});

test('Latent quits even if it is closed during the start, and logs why', { tag: '@long' }, async () => {
  const { lease } = await silence();
  let app = await LatentApp.launch(profile, { until: 'window' });
  await app.close();
  const log = await readFile(path.join(profile.userData, 'logs', 'latent.log'), 'utf8');
  // On a busy machine the start has stopped waiting for the disk by then.
  expect(log).toMatch(/killed itself, because some parts did not close in time {2}waiting=(?:"start, FSReqPromise"|FSReqPromise)/);

  await rm(lease);
  app = await LatentApp.launch(profile);
  await expect.poll(() => app.loadedPictures()).toBe(1);
  await app.close();
});
