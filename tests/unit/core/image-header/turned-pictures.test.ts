import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inspectImage } from '../../../../electron/core/image-header/image-header.ts';
import { imageTypeOf } from '../../../../electron/core/image-header/image-type.ts';
import { sourceOf } from '../../../support/bytes.ts';

/** The size of a picture is the size that Chromium shows (tests/fixtures/pictures/turned/README.md). */

const folder = path.join(import.meta.dirname, '../../../fixtures/pictures/turned');
const wide = { width: 48, height: 32, isWhole: true };
const tall = { width: 32, height: 48, isWhole: true };

function sizeOf(bytes: Buffer) {
  const type = imageTypeOf(bytes);
  if (type === null) throw new Error('not a picture');
  return inspectImage(type, sourceOf(bytes));
}

/** As Chromium 156 shows it. */
function shown(name: string): typeof wide {
  if (name === 'clap-first.avif') return { width: 24, height: 16, isWhole: true };
  if (/^exif-.\.(jpg|png)$/.test(name)) return wide;
  // ImageMagick and libvips kept the stored pixels, and ExifTool the orientation that is ignored.
  if (name === 'vips-6.png' || name === 'exif-6.avif') return wide;
  return /^(?:irot[13]|clap-middle-irot1|heif|imagemagick)|^exif-[5-8]\.webp/.test(name) ? tall : wide;
}

it('measures pictures as they are seen, turned by EXIF or by the boxes of AVIF', async () => {
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.md'));
  expect(names.length).toBeGreaterThan(30);
  const found = await Promise.all(names.map(async (name) => [name, await sizeOf(await readFile(path.join(folder, name)))] as const));
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(names.map((name) => [name, shown(name)])));
});

const jpeg = await readFile(path.join(folder, 'exif-6.jpg'));
const exifAt = jpeg.indexOf(Buffer.from('ffe1', 'hex'));
const exif = jpeg.subarray(exifAt, exifAt + 2 + jpeg.readUInt16BE(exifAt + 2));
const bare = Buffer.concat([jpeg.subarray(0, exifAt), jpeg.subarray(exifAt + exif.length)]);
const after = (marker: string, added: Buffer): Buffer => {
  const at = bare.indexOf(Buffer.from(marker, 'hex'));
  return Buffer.concat([bare.subarray(0, at), added, bare.subarray(at)]);
};
/** The EXIF segment with another entry of the orientation. */
const withEntry = (entry: string): Buffer => {
  const at = exif.indexOf(Buffer.from('0112', 'hex'));
  return Buffer.concat([exif.subarray(0, at), Buffer.from(entry, 'hex'), exif.subarray(at + 12)]);
};

// Each was shown like this by Chromium 114 and 156.
it.each([
  ['behind the frame', after('ffda', exif), wide],
  ['behind an XMP segment', after('ffc0', Buffer.concat([Buffer.from('ffe1001f', 'hex'), Buffer.from('http://ns.adobe.com/xap/1.0/\0'), exif])), wide],
  ['before another one', after('ffc0', Buffer.concat([exif, withEntry('011200030000000100010000')])), wide],
  ['as a byte', after('ffc0', withEntry('011200010000000106000000')), tall],
  ['as a long number', after('ffc0', withEntry('011200040000000100000006')), tall],
  ['twice in one entry', after('ffc0', withEntry('011200030000000200060006')), tall],
  ['with the value 0', after('ffc0', withEntry('011200030000000100000000')), tall],
  ['with the value 9', after('ffc0', withEntry('011200030000000100090000')), tall],
])('reads an orientation %s as Chromium does', async (_where, bytes, expected) => {
  expect(await sizeOf(bytes)).toEqual(expected);
});
