import { describe, expect, it } from 'vitest';
import { inspectImage } from '../../../../electron/core/image-header/image-header.ts';
import { deliveredTypeOf, imageTypeOf } from '../../../../electron/core/image-header/image-type.ts';
import type { ShownType } from '../../../../shared/task.ts';
import { sourceOf } from '../../../support/bytes.ts';
import { createDice } from '../../../support/dice.ts';
import { paddedPng, sampleHeight, samplePicture, samplePictures, sampleWidth } from '../../../support/sample-pictures.ts';

const size = { width: sampleWidth, height: sampleHeight };
const whole = { ...size, isWhole: true };
const unfinished = { ...size, isWhole: false };

describe('imageTypeOf', () => {
  it.each(samplePictures)('knows $name', ({ type, bytes }) => {
    expect(imageTypeOf(bytes)).toBe(type);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><html></html>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['JSON', Buffer.from('{"error":"expired"}')],
    ['BMP', Buffer.from('BM\0\0\0\0')],
    ['TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['a WAV file', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['MP4', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomavc1', 'latin1')],
    ['PNG with a line end changed on the way', Buffer.from('\x89PNG\n\x1a\n', 'latin1')],
    ['a program', Buffer.from('\x7fELF')],
  ])('recognises no picture in %s', (_name, bytes) => {
    expect(imageTypeOf(bytes)).toBeNull();
  });

  it.each([
    ['tiff', 'II*\0\x08\0\0\0'],
    ['tiff', 'MM\0*\0\0\0\x08'],
    ['bmp', 'BM\x36\0\0\0\0\0\0\0'],
    ['psd', '8BPS\0\x01'],
    ['pdf', '%PDF-1.7'],
    ['zip', 'PK\x03\x04'],
    ['heic', '\0\0\0\x18ftypheic'],
    ['mov', '\0\0\0\x14ftypqt  '],
    ['mp4', '\0\0\0\x18ftypisom'],
    ['webm', '\x1aE\xdf\xa3\x9fB\x86'],
    ['jxl', '\xff\x0a\xfa\x7f'],
    ['gz', '\x1f\x8b\x08\0'],
    ['svg', '<svg>'],
    ['svg', '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">\n<svg width="1">'],
    ['bin', 'RIFF\0\0\0\0WAVEfmt '],
    ['bin', '\x89PNG\n\x1a\n\0\0'],
    [null, ''],
    [null, 'BM, the best of pages'],
    [null, '<!doctype html><svg></svg>'],
    [null, '<html><!-- <svg> -->'],
    [null, '{"error":"expired"}'],
    [null, 'Zugriff verweigert: \xfcberpr\xfcfen'],
    [null, '\xff\xfe<\0h\0t\0m\0l\0>\0'],
  ])('recognises a delivered file as %s: %j', (type, text) => {
    expect(deliveredTypeOf(Buffer.from(text, 'latin1'))).toBe(type);
  });

  // A reader that backtracks would take years.
  it('quickly recognises text with many comments that is no SVG', () => {
    expect(deliveredTypeOf(Buffer.from(`${'<!---->'.repeat(140)}<p>`))).toBeNull();
    expect(deliveredTypeOf(Buffer.from(`${'<!-- a -->\n'.repeat(20)}<svg>`))).toBe('svg');
  });

  it('finds the brand of AVIF among the compatible ones', () => {
    expect(imageTypeOf(Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'latin1'))).toBe('avif');
  });
});

const pngBytes = samplePicture('png').bytes;
const webp = samplePicture('webp lossy').bytes;
const avif = samplePicture('avif').bytes;
const changed = (bytes: Buffer, change: (copy: Buffer) => unknown): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};

describe('inspectImage', () => {
  it.each(samplePictures)('measures $name', async ({ type, bytes }) => {
    expect(await inspectImage(type, sourceOf(bytes))).toEqual(whole);
  });

  it.each(samplePictures)('finds $name incomplete, wherever it is cut, and measures it once its header is there', async ({ type, bytes }) => {
    let measured = false;
    for (let end = 0; end < bytes.length; end += 1) {
      const header = await inspectImage(type, sourceOf(bytes.subarray(0, end)));
      measured ||= header !== null;
      expect([end, header]).toEqual([end, measured ? unfinished : null]);
    }
    expect(measured).toBe(true);
  });

  const jpeg = samplePicture('jpeg').bytes;
  const afterSegments = (filling: Buffer): Buffer => {
    const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
    return Buffer.concat([jpeg.subarray(0, 2), filling, jpeg.subarray(2, frame), filling, jpeg.subarray(frame)]);
  };
  it.each([
    ['jpeg', 'fill bytes between its segments', afterSegments(Buffer.alloc(9, 0xff)), whole],
    ['jpeg', 'zeros between its segments', afterSegments(Buffer.alloc(70_000)), whole],
    ['jpeg', '200,000 fill bytes between its segments', afterSegments(Buffer.alloc(200_000, 0xff)), whole],
    ['jpeg', 'fill bytes before its first segment', Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(5, 0xff), jpeg.subarray(2)]), whole],
    ['jpeg', '12,000 empty segments', afterSegments(Buffer.from('ffe20002'.repeat(6_000), 'hex')), whole],
    ['jpeg', 'segments whose length is too short', afterSegments(Buffer.from('ffe20000ffe20001', 'hex')), whole],
    ['jpeg', 'text between its segments', afterSegments(Buffer.from('garbage')), whole],
    ['jpeg', 'marks of data between its segments', afterSegments(Buffer.from('ff00ff00', 'hex')), whole],
    ['jpeg', 'no end mark', jpeg.subarray(0, -2), unfinished],
    ['png', 'no end', pngBytes.subarray(0, -12), unfinished],
    ['png', 'a wrong checksum of its end', changed(pngBytes, (copy) => copy.fill(0, copy.length - 4)), unfinished],
    ['png', 'a wrong checksum of its header', changed(pngBytes, (copy) => copy.fill(0, 29, 33)), whole],
    ['gif', 'no trailer', samplePicture('gif').bytes.subarray(0, -1), unfinished],
    ['gif', 'a screen smaller than its first frame', changed(samplePicture('gif').bytes, (copy) => copy.fill(0, 6, 10)), whole],
    ['webp', 'a length that is too short', changed(webp, (copy) => copy.writeUInt32LE(12, 4)), whole],
    ['webp', 'a length that is too long', changed(webp, (copy) => copy.writeUInt32LE(webp.length, 4)), unfinished],
    ['avif', 'a box that ends after the file', changed(avif, (copy) => copy.writeUInt32BE(1_000, copy.lastIndexOf('mdat') - 4)), unfinished],
    ['avif', 'something after its last box', Buffer.concat([avif, Buffer.from('\0\0\0\x05 and more', 'latin1')]), unfinished],
  ] satisfies [ShownType, string, Buffer, unknown][])('measures a %s with %s', async (type, _odd, bytes, header) => {
    expect(await inspectImage(type, sourceOf(bytes))).toEqual(header);
  });

  it.each(samplePictures.filter(({ type }) => type !== 'avif'))(
    'does not mind what a program appended to $name',
    async ({ type, bytes }) => {
      expect(await inspectImage(type, sourceOf(Buffer.concat([bytes, Buffer.alloc(100_000, 'x')])))).toEqual(whole);
    },
  );

  it('finds an end mark across the border of two windows', async () => {
    for (const more of [0, 1, 5, 11, 12])
      expect(await inspectImage('png', sourceOf(Buffer.concat([paddedPng(70_000), Buffer.alloc(65_536 - more)])))).toEqual(whole);
  });

  it('ends quickly and without an exception on 3,000 seeded mutations of each', async () => {
    const { below } = createDice(7);
    for (const { type, bytes } of samplePictures) {
      for (let round = 0; round < 3000; round += 1) {
        const mutated = Buffer.from(bytes);
        for (let change = 0; change <= below(4); change += 1)
          mutated[below(mutated.length)] = [0, 0xff, 0x7f, below(256)][below(4)] ?? 0;
        const header = await inspectImage(type, sourceOf(mutated));
        if (header !== null) expect(header.width * header.height).toBeGreaterThan(0);
      }
    }
  });

  it.each([
    ['no width', (png: Buffer) => png.writeUInt32BE(0, 16)],
    ['a width beyond 31 bits', (png: Buffer) => png.writeUInt32BE(0xffffffff, 16)],
  ])('rejects %s', async (_name, change) => {
    const png = Buffer.from(samplePicture('png').bytes);
    change(png);
    expect(await inspectImage('png', sourceOf(png))).toBeNull();
  });
});
