import { randomUUID } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { _electron } from '@playwright/test';
import type { ImageInfo, Outputs, Snapshot } from '../../shared/ipc/api.ts';
import type { Album } from '../../shared/library/albums.ts';
import { openConnection } from '../../electron/database/schema/connection.ts';
import { sha256 } from '../support/bytes.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** The worst day: the history is gone, and nobody kept a copy of anything but the pictures. */

let profile: Profile;
let service: ScriptedService;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: 'sk-e2e-restore-0000' });
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

const historyFiles = async (): Promise<string[]> => (await readdir(profile.userData)).filter((name) => /^(latent\.db|backups$|quarantine$)/.test(name));

/** All that the app knows of its tasks and their pictures; row numbers mean nothing. */
async function everything(app: LatentApp): Promise<unknown> {
  const { tasks } = await app.history();
  // Only a task that waits has a place in the queue.
  return tasks.map(({ task, images }) => ({ task: { ...task, place: 0 }, images: images.map(({ index, state }) => ({ index, state })) }));
}

test('the library folder alone gives everything back, marks and trash too, and the app says so', { tag: '@long' }, async () => {
  const prompts = ['a lighthouse at dusk', 'a harbour in fog'];
  const app = await LatentApp.launch(profile);
  await app.addAccount(service.url, service.key);
  await app.changeSettings({ compose: { model: 'painter', size: '512x384', quality: 'high' } });
  for (const [index, prompt] of [...prompts, 'a birch forest'].entries()) {
    const image = await paintPng({ prompt, index, width: 256, height: 192 });
    await service.script(prompt, { processing: 0, images: [{ base64: image.toString('base64') }] });
    await app.submit(prompt);
  }
  await expect(app.pictures).toHaveCount(3);
  await expect(app.tiles).toHaveCount(0);
  const cell = (prompt: string) => app.page.getByRole('gridcell', { name: prompt });
  await cell('a birch forest').click();
  await app.page.keyboard.press('Delete');
  await expect(app.pictures).toHaveCount(2);
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.press('3');
  await expect(app.page.locator('[data-rating="3"]')).toHaveCount(2);
  await app.page.keyboard.press('t');
  await app.page.keyboard.type('kept');
  await app.page.keyboard.press('Enter');
  await expect(app.page.getByRole('region', { name: 'Marks' }).getByRole('listitem').first()).toHaveText('kept');
  await cell('a harbour in fog').click();
  await app.page.keyboard.press('f');
  await expect(app.page.locator('[data-favourite]')).toHaveCount(1);
  // An album in an order of its own, and a pinned search.
  await app.page.keyboard.press('m');
  await app.page.getByRole('combobox', { name: 'Album' }).fill('Sea');
  await app.page.keyboard.press('Enter');
  await expect(app.page.getByRole('dialog', { name: 'Add to an album' })).toHaveCount(0);
  await cell('a lighthouse at dusk').click();
  await app.page.keyboard.press('Shift+M');
  await app.call('searchesSave', { name: 'Best', query: 'rating:3' });
  await app.call('albumsArrange', { entries: [{ kind: 'search', id: 1, place: 5, pinned: true }] });
  const albums = [await app.call('albumsList'), await app.call('searchesList')];
  await expect.poll(() => app.call('albumsCounts')).toMatchObject([{ pictures: 2 }]);
  const before = await everything(app);
  const facts = JSON.stringify(before);
  for (const known of [...prompts, '512x384', 'high', '"remoteId":"']) expect(facts).toContain(known);
  await app.close();

  for (const name of await historyFiles()) await rm(path.join(profile.userData, name), { recursive: true });
  expect(await historyFiles()).toEqual([]);

  const again = await LatentApp.launch(profile);
  await expect(again.page.getByText('Latent rebuilt it from your library folder', { exact: false })).toBeVisible();
  expect(await everything(again)).toEqual(before);
  await expect(again.pictures).toHaveCount(2);
  await expect.poll(() => again.loadedPictures()).toBe(2);
  expect([await again.found('rating:3 '), await again.found('is:favourite '), await again.found('tag:kept '), await again.found('in:trash ')]).toEqual([2, 1, 2, 1]);
  expect([await again.call('albumsList'), await again.call('searchesList')]).toEqual(albums);
  await again.page.getByRole('region', { name: 'Albums' }).getByRole('button', { name: /^Sea/ }).first().click();
  await expect.poll(() => again.page.getByRole('gridcell').evaluateAll((cells) => cells.map((each) => (each as unknown as { ariaLabel: string }).ariaLabel.replace(/ \(.*/, '')))).toEqual(['a harbour in fog', 'a lighthouse at dusk']);
  await again.page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
  await expect(again.pictures).toHaveCount(2);
  const { notices } = (await again.call('appSnapshot')) as Snapshot;
  expect(notices.map(({ code }) => code)).toEqual(['database-rebuilt']);

  // As a person sees it: the newest picture in the viewer with its facts, and both tasks in the history.
  await again.pictures.first().dblclick();
  const viewer = again.page.getByRole('dialog');
  await expect(viewer).toBeVisible();
  const [newest] = (await again.call('imagesDescribe', { imageIds: [1, 2] })) as ImageInfo[];
  expect(newest?.task.request).toMatchObject({ model: 'painter', size: '512x384', quality: 'high' });
  await again.page.keyboard.press('Escape');
  await again.page.keyboard.press('ControlOrMeta+2');
  for (const prompt of prompts) await expect(again.page.getByText(prompt).first()).toBeVisible();
  await again.close();

  // Once put together, it is an ordinary history.
  const third = await LatentApp.launch(profile);
  expect(((await third.call('appSnapshot')) as Snapshot).notices).toEqual([]);
  await expect(third.pictures).toHaveCount(2);
  await third.close();
});

/** What a person has made of the pictures, in words that outlive row numbers. */
async function choices(app: LatentApp): Promise<unknown> {
  const { tasks } = await app.history();
  const nameOf = new Map(tasks.flatMap(({ task, images }) => images.map(({ id, index }) => [id, `${task.request.prompt} ${index}`] as const)));
  const marks = await Promise.all([...nameOf].map(async ([imageId, name]) => [name, await app.call('marksOf', { imageId })] as const));
  const albums = (await app.call('albumsList')) as readonly Album[];
  const inAlbums = albums.map(async (album) => {
    const opened = (await app.call('libraryOpenGallery', { search: `album:"${album.name}"` })) as Outputs['library:open-gallery'];
    return { ...album, pictures: [...(opened?.first.ids ?? [])].map((id) => nameOf.get(id)) };
  });
  return { marks: Object.fromEntries(marks), albums: await Promise.all(inAlbums), searches: await app.call('searchesList') };
}

test('albums, flags, labels, notes and the tops of stacks survive a kill, the loss of everything but the library folder, twice, and a damaged history without backups', { tag: '@long' }, async () => {
  const prompts = ['a lighthouse', 'a harbour', 'a birch forest', 'a fox'];
  await seedHistory(profile, [...prompts.map((prompt) => ({ prompt })), { prompt: 'boats', pictures: 3 }]);
  let app = await LatentApp.launch(profile);
  await expect(app.pictures).toHaveCount(7);
  const target = (...imageIds: readonly number[]) => ({ token: null, revision: 0, ranges: [], imageIds });
  const [sea, best] = [randomUUID(), randomUUID()];
  await app.call('albumsPut', { album: { id: sea, name: 'Sea', place: 1, pinned: false, takesNew: true, createdAt: Date.now() } });
  await app.call('albumsPut', { album: { id: best, name: 'The “best”', place: 2, pinned: true, takesNew: false, createdAt: Date.now() } });
  for (const id of [3, 1, 2]) await app.call('marksSet', { target: target(id), mark: { kind: 'album', album: sea } });
  await app.call('marksSet', { target: target(4, 5), mark: { kind: 'album', album: best } });
  await app.call('searchesSave', { name: 'Boats', query: 'boats' });
  await app.call('albumsArrange', { entries: [{ kind: 'search', id: 1, place: 3, pinned: true }] });
  for (const [ids, mark] of [
    [[1, 4], { kind: 'flag', flag: 'pick' }],
    [[2], { kind: 'flag', flag: 'reject' }],
    [[3], { kind: 'label', label: 'purple' }],
    [[1, 3], { kind: 'note', note: 'For the cover.\n“Larger?”' }],
    // The best picture is the top of its stack.
    [[6], { kind: 'rating', rating: 5 }],
  ] as const) await app.call('marksSet', { target: target(...ids), mark });
  // The gallery on screen may replace the view meanwhile.
  await expect(async () => {
    const shown = (await app.call('libraryOpenGallery', { search: 'album:Sea' })) as Outputs['library:open-gallery'];
    await app.call('albumsMove', { albumId: sea, token: shown?.token, revision: 0, target: target(2), to: 0 });
  }).toPass();
  await expect.poll(() => choices(app)).toMatchObject({ albums: [{ pictures: ['a harbour 0', 'a birch forest 0', 'a lighthouse 0'] }, { pictures: ['a fox 0', 'boats 0'] }] });
  const before = await choices(app);
  await app.kill();

  app = await LatentApp.launch(profile);
  await expect.poll(() => choices(app)).toEqual(before);
  await app.close();
  for (const loss of ['the first', 'the second', 'damage']) {
    const damaged = loss === 'damage' ? await readFile(path.join(profile.userData, 'latent.db')) : null;
    for (const name of await historyFiles()) await rm(path.join(profile.userData, name), { recursive: true });
    if (damaged) await writeFile(path.join(profile.userData, 'latent.db'), damaged.fill(0x5a, 100));
    app = await LatentApp.launch(profile);
    await expect(app.page.getByText('Latent rebuilt it from your library folder', { exact: false })).toBeVisible();
    await expect.poll(() => choices(app), loss).toEqual(before);
    // The second time, only the copy that was made at the start is there.
    await app.kill();
  }
});

test('a history of a newer version is refused in words, and not a byte of it changes', async () => {
  const file = path.join(profile.userData, 'latent.db');
  const db = openConnection(file);
  db.exec('PRAGMA user_version = 99; CREATE TABLE later (a)');
  db.close();
  const hash = async (): Promise<string> => sha256(await readFile(file));
  const before = await hash();

  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const electron = await _electron.launch({
    args: [...(asRoot ? ['--no-sandbox'] : []), '.', `--user-data-dir=${profile.userData}`, '--lang=en-US'],
    env: { ...(process.env as Record<string, string>), HOME: profile.home, XDG_CONFIG_HOME: path.join(profile.home, '.config') },
  });
  const child = electron.process();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  await expect.poll(() => output).toContain('newer-schema');
  expect(await hash()).toBe(before);
  child.kill('SIGKILL');
});
