import { symlink, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { withServedApp } from '../support/fresh-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';

/** Pictures from strangers, and the scheme that names them. */

const served = withServedApp();

async function make(prompt: string, picture: Buffer): Promise<void> {
  await served.service.script(prompt, { processing: 0, images: [{ base64: picture.toString('base64') }] });
  await served.app.submit(prompt);
}

const fox = (): Promise<Buffer> => paintPng({ prompt: 'fox', index: 0, width: 320, height: 200 });

/** Statuses as the real handler in Electron gives them, asked from main: no policy stands before it. */
function statuses(urls: readonly string[]): Promise<readonly number[]> {
  return served.app.electron.evaluate(({ net }, asked) => Promise.all(asked.map((url) => net.fetch(url).then(({ status }) => status, () => -1))), urls);
}

test('200 addresses that climb, guess or lie get nothing', async () => {
  await make('a fox', await fox());
  await expect(served.app.pictures).toHaveCount(1);
  expect(await statuses(['latent://picture/1', 'latent://thumbnail/1', 'latent://app/index.html'])).toEqual([200, 200, 200]);

  const climbs = ['..', '../', '%2e%2e/', '..%2f', '%2e%2e%2f', '..%5c', '..\\', '%2e%2e%5c', '..%252f', '%c0%ae%c0%ae/', '....//', './', '//', '%00', '1%00', '1/../', '1%2f..%2f', '~', 'C:%5c', '%ff'];
  const targets = ['etc/passwd', 'latent.db', 'keys.json', 'main.cjs', '2.png'];
  const lies = ['0', '-1', '01', '1.0', '1e0', '0x1', '+1', ' 1', '1%20', '1.png', '1;2', '9999999999', '99999999999999999999', 'NaN', 'null', '\u0661', '%31%00', '1,1', '[1]', '*'];
  const hosts = ['picture', 'thumbnail'];
  const urls = [
    ...climbs.flatMap((climb) => targets.map((target) => `latent://app/${climb}${target}`)),
    ...hosts.flatMap((host) => lies.map((lie) => `latent://${host}/${lie}`)),
    ...hosts.flatMap((host) => climbs.map((climb) => `latent://${host}/${climb}keys.json`)),
    ...['evil', 'app.evil', 'picture.app', 'localhost', '127.0.0.1', 'user@evil', 'picture%2eapp', 'PICTUR\u0415', 'file', 'keys'].flatMap((host) => [`latent://${host}/index.html`, `latent://${host}/1`]),
  ];
  expect(urls).toHaveLength(200);
  const answered = await statuses(urls);
  expect(urls.filter((_url, index) => ![404, -1].includes(answered[index] as number))).toEqual([]);

  // A link in the library that leads out of it.
  const [file] = await served.profile.files();
  const outside = path.join(served.profile.home, 'outside.png');
  await writeFile(outside, await fox());
  await unlink(file as string);
  await symlink(outside, file as string);
  expect(await statuses(['latent://picture/1'])).toEqual([404]);
});

test('a damaged picture is a placeholder, one that names too many pixels is decoded nowhere, and the next one is shown', async () => {
  const good = await fox();
  const damaged = Buffer.concat([good.subarray(0, 60), Buffer.alloc(200, 0x5a), good.subarray(-12)]);
  await make('damaged', damaged);
  await expect(served.app.pictures).toHaveCount(1);
  await make('bomb', claiming(good, 60_000, 60_000));
  await expect(served.app.pictures).toHaveCount(2);
  await expect(served.app.page.locator('[data-image-id][data-state="broken"]')).toHaveCount(2);
  expect(await statuses(['latent://picture/2', 'latent://thumbnail/2', 'latent://thumbnail/1'])).toEqual([413, 404, 404]);
  await make('a fox', good);
  await expect(served.app.pictures).toHaveCount(3);
  await expect.poll(() => served.app.loadedPictures()).toBe(1);
});

test('a decoder that is killed, or answers garbage, costs nobody else a thumbnail', async () => {
  await make('first', await fox());
  await expect.poll(() => served.app.loadedPictures()).toBe(1);
  const urls = (): Promise<readonly string[]> => served.app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().map((contents) => contents.getURL()));
  await expect.poll(urls).toContain('latent://app/decoder.html');
  await served.app.electron.evaluate(({ webContents }) => {
    const decoder = webContents.getAllWebContents().find((contents) => contents.getURL().endsWith('/decoder.html'));
    return decoder?.executeJavaScript(`for (const garbage of [null, 1, {}, { jobId: 1 }, { jobId: 2, ok: true, bytes: 'x' }]) window.decoder.done(garbage)`);
  });
  await make('second', await fox());
  await expect.poll(() => served.app.loadedPictures()).toBe(2);
  await served.app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().find((contents) => contents.getURL().endsWith('/decoder.html'))?.forcefullyCrashRenderer());
  await make('third', await fox());
  await expect.poll(() => served.app.loadedPictures()).toBe(3);
});

test('a copied picture is on the clipboard, written anew', async () => {
  await make('a fox', await fox());
  await expect.poll(() => served.app.loadedPictures()).toBe(1);
  // The tests that run beside this one use the same clipboard.
  await expect(async () => {
    await served.app.call('imagesCopy', { imageId: 1 });
    const held = await served.app.electron.evaluate(async ({ clipboard, nativeImage }) => {
      const [item] = await clipboard.read();
      if (item === undefined) return null;
      const png = await (await item.getType('image/png')).arrayBuffer();
      return { types: item.types, size: nativeImage.createFromBuffer(Buffer.from(png)).getSize() };
    });
    expect(held).toEqual({ types: ['image/png'], size: { width: 320, height: 200 } });
  }).toPass();
});

/** The PNG with another size in its header, and the checksum to go with it. */
function claiming(png: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(png);
  lying.writeUInt32BE(width, 16);
  lying.writeUInt32BE(height, 20);
  lying.writeUInt32BE(crc32(lying.subarray(12, 29)), 29);
  return lying;
}
