import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { imageTypeOf } from '../../../../../electron/core/image-header/image-type.ts';
import { readPictureMetadata } from '../../../../../electron/core/metadata/reading/read-picture-metadata.ts';
import { sidecarText } from '../../../../../electron/core/metadata/reading/sidecars.ts';
import { pngWith, recordedSource } from './build-files.ts';

const folder = path.join(import.meta.dirname, 'fixtures');
const bytesOf = (name: string): Promise<Buffer> => readFile(path.join(folder, name));
const pictures = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(path.sep, '/')).filter((name) => /\.(?:png|jpg|webp|avif|gif|png\.json)$/.test(name)).toSorted();
const sidecars: readonly (readonly [picture: string, sidecar: string])[] = [
  ['public/image-saver.jpg', 'public/lightroom.xmp'],
  ['public/phone.jpg', 'public/lightroom.xmp'],
  ['public/digikam.jpg', 'public/digikam.png.xmp'],
  ['public/rejected.jpg', 'public/lightroom.xmp'],
];

/** All that is read from a picture, without what is unknown. A `.png.json` has the texts of a PNG by their names. */
async function read(name: string, sidecar?: string): Promise<unknown> {
  const bytes = await bytesOf(name);
  const picture = name.endsWith('.json') ? pngWith(textsOf(bytes.toString())) : bytes;
  const type = imageTypeOf(picture) ?? expect.fail(`${name} is no picture`);
  const beside = sidecar === undefined ? [] : [{ kind: 'xmp' as const, text: sidecarText(await bytesOf(sidecar)) ?? '' }];
  const found = await readPictureMetadata(recordedSource(picture), type, beside);
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)));
}

function textsOf(json: string): Readonly<Record<string, string>> {
  const texts = Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(texts.map(([name, text]) => [name, typeof text === 'string' ? text : JSON.stringify(text)]));
}

it('reads from each picture what fixtures/expected.json says', async () => {
  const found: Record<string, unknown> = {};
  for (const name of pictures) found[name] = await read(name);
  for (const [name, sidecar] of sidecars) found[`${name} with ${sidecar}`] = await read(name, sidecar);
  expect(pictures.length).toBeGreaterThan(150);
  await expect(`${JSON.stringify(found, null, 1)}\n`).toMatchFileSnapshot('fixtures/expected.json');
});
