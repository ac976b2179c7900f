import { readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Locator } from '@playwright/test';
import { withSharedServedApp } from '../support/fresh-app.ts';
import type { LoadingImage } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { samplePicture } from '../support/sample-pictures.ts';
import { expect, test } from '../support/test.ts';

/** Pictures from strangers, and the scheme that names them. */

const served = withSharedServedApp();
test.beforeEach(() => served.app.renew());

/** Resolves to the picture once it is in the library. */
async function make(prompt: string, picture: Buffer): Promise<{ readonly id: number; readonly file: string }> {
  const taskId = await served.app.receive(served.service, prompt, { images: [{ base64: picture.toString('base64') }] });
  for (;;) {
    const [image] = (await served.app.history()).tasks.find(({ task }) => task.id === taskId)?.images ?? [];
    if (image?.state.status === 'kept') return { id: image.id, file: path.join(served.profile.library, image.state.file.path) };
  }
}

const cellOf = (id: number): Locator => served.app.page.locator(`[data-image-id="${id}"]`);

async function expectLoaded(id: number): Promise<void> {
  await expect.poll(() => cellOf(id).locator('img').evaluateAll((images) => images.some((image) => (image as unknown as LoadingImage).naturalWidth > 0))).toBe(true);
}

const fox = (): Promise<Buffer> => paintPng({ prompt: 'fox', index: 0, width: 320, height: 200 });

/** Statuses as the real handler in Electron gives them, asked from main: no policy stands before it. */
function statuses(urls: readonly string[]): Promise<readonly number[]> {
  return served.app.electron.evaluate(({ net }, asked) => Promise.all(asked.map((url) => net.fetch(url).then(({ status }) => status, () => -1))), urls);
}

test('200 addresses with climbing paths, guessed ids or false names get nothing', async () => {
  const { id, file } = await make('a fox', await fox());
  expect(await statuses([`latent://picture/${id}`, `latent://thumbnail/${id}`, 'latent://app/index.html'])).toEqual([200, 200, 200]);

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
  const outside = path.join(served.profile.home, 'outside.png');
  await writeFile(outside, await fox());
  await unlink(file);
  await symlink(outside, file);
  expect(await statuses([`latent://picture/${id}`])).toEqual([404]);
});

test('a damaged picture is a placeholder, one with too many pixels is never decoded, and the next one is shown', async () => {
  const good = await fox();
  const damaged = Buffer.concat([good.subarray(0, 60), Buffer.alloc(200, 0x5a), good.subarray(-12)]);
  const broken = await make('damaged', damaged);
  await expect(cellOf(broken.id)).toHaveAttribute('data-state', 'broken');
  const bomb = await make('bomb', claiming(good, 60_000, 60_000));
  await expect(cellOf(bomb.id)).toHaveAttribute('data-state', 'broken');
  expect(await statuses([`latent://picture/${bomb.id}`, `latent://thumbnail/${bomb.id}`, `latent://thumbnail/${broken.id}`])).toEqual([413, 404, 404]);
  await expectLoaded((await make('a fox', good)).id);
});

test('a whole delivery is kept and shown however odd it is, and never decoded without a size', async () => {
  const good = await fox();
  const jpeg = samplePicture('jpeg').bytes;
  const odd: readonly (readonly [string, Buffer])[] = [
    ['no end of a JPEG', jpeg.subarray(0, -2)],
    ['no end of a PNG', good.subarray(0, -12)],
    ['half of a PNG', good.subarray(0, good.length >> 1)],
    ['a wrong checksum in a PNG', Buffer.concat([good.subarray(0, -16), Buffer.alloc(4), good.subarray(-12)])],
    ['a tail', Buffer.concat([good, Buffer.alloc(1_000, 0x5a)])],
  ];
  for (const [prompt, bytes] of odd) {
    const { id, file } = await make(prompt, bytes);
    expect(await readFile(file)).toEqual(bytes);
    await expectLoaded(id);
  }
  const sizeless = Buffer.concat([good.subarray(0, 16), Buffer.alloc(8), good.subarray(24)]);
  const { id, file } = await make('sizeless', sizeless);
  expect([path.extname(file), await readFile(file)]).toEqual(['.bin', sizeless]);
  await expect(cellOf(id)).toHaveAttribute('data-state', 'broken');
  expect(await statuses([`latent://picture/${id}`, `latent://thumbnail/${id}`])).toEqual([404, 404]);
});

test('a decoder that is killed or answers garbage costs no other picture its thumbnail', async () => {
  await expectLoaded((await make('first', await fox())).id);
  const urls = (): Promise<readonly string[]> => served.app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().map((contents) => contents.getURL()));
  await expect.poll(urls).toContain('latent://app/decoder.html');
  await served.app.electron.evaluate(({ webContents }) => {
    const decoder = webContents.getAllWebContents().find((contents) => contents.getURL().endsWith('/decoder.html'));
    return decoder?.executeJavaScript(`for (const garbage of [null, 1, {}, { jobId: 1 }, { jobId: 2, ok: true, bytes: 'x' }]) window.decoder.done(garbage)`);
  });
  await expectLoaded((await make('second', await fox())).id);
  await served.app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().find((contents) => contents.getURL().endsWith('/decoder.html'))?.forcefullyCrashRenderer());
  await expectLoaded((await make('third', await fox())).id);
});

test('a copied picture is on the clipboard, encoded again', async () => {
  const { id: imageId } = await make('a fox', await fox());
  await served.app.call('imagesCopy', { imageId });
  const held = (): Promise<unknown> =>
    served.app.electron.evaluate(async ({ clipboard, nativeImage }) => {
      const [item] = await clipboard.read();
      if (item === undefined) return null;
      const png = await (await item.getType('image/png')).arrayBuffer();
      return { types: item.types, size: nativeImage.createFromBuffer(Buffer.from(png)).getSize() };
    });
  await expect.poll(held).toEqual({ types: ['image/png'], size: { width: 320, height: 200 } });
});

/** The PNG with another size in its header, and the checksum to go with it. */
function claiming(png: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(png);
  lying.writeUInt32BE(width, 16);
  lying.writeUInt32BE(height, 20);
  lying.writeUInt32BE(crc32(lying.subarray(12, 29)), 29);
  return lying;
}
