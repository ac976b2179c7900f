import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Embedded } from '../../../../../electron/core/metadata/reading/embedded.ts';
import { readPictureMetadata } from '../../../../../electron/core/metadata/reading/read-picture-metadata.ts';
import { samplePictures } from '../../../../support/sample-pictures.ts';
import * as build from './build-files.ts';

const { blocksOf, metadataOf, png, jpeg } = build;
const words = 'ein Hafen, früh, 港';
const packet = build.xmp(build.xmpDescription(words));
const exif = build.tiff([build.asciiTag(0x010e, words)]);

describe('readPictureMetadata', () => {
  it.each(samplePictures)('finds nothing in a bare $name', async ({ type, bytes }) => {
    const { tags, ...found } = await metadataOf(type, bytes);
    expect(tags).toEqual([]);
    expect(Object.values(found).every((value) => value === null)).toBe(true);
  });

  it('rejects with the error of a disk that does not answer', async () => {
    const source = { size: 1000, read: () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) };
    await expect(readPictureMetadata(source, 'png')).rejects.toThrow('EIO');
  });
});

describe('PNG', () => {
  it.each([
    ['tEXt in UTF-8', build.tEXt('Description', words)],
    ['tEXt in Latin-1', build.pngChunk('tEXt', Buffer.from('Description\0ein Hafen, früh, 港'.replace('港', '!'), 'latin1'))],
    ['zTXt', build.zTXt('Description', words)],
    ['iTXt', build.iTXt('Description', words)],
    ['iTXt, deflated', build.iTXt('Description', words, true)],
  ])('reads %s, before the pixels and behind them', async (name, chunk) => {
    const expected = name.includes('Latin') ? words.replace('港', '!') : words;
    for (const isBehind of [false, true]) {
      expect(await metadataOf('png', png([chunk], isBehind))).toMatchObject({
        prompt: expected,
        source: 'comment',
      });
    }
  });

  it('reads XMP, EXIF and the profiles of other programs', async () => {
    const hex = (bytes: Buffer): string =>
      `\nname\n${String(bytes.length).padStart(8)}\n${bytes.toString('hex').replaceAll(/.{72}/g, '$&\n')}\n`;
    expect(await metadataOf('png', png([build.iTXt('XML:com.adobe.xmp', packet, true)]))).toMatchObject({
      prompt: words,
      source: 'xmp',
    });
    expect(await metadataOf('png', png([build.pngChunk('eXIf', exif)]))).toMatchObject({ prompt: words, source: 'exif' });
    expect(await metadataOf('png', png([build.zTXt('Raw profile type exif', hex(exif))]))).toMatchObject({
      prompt: words,
      source: 'exif',
    });
    const records = build.iptc([[120, words]]);
    expect(await metadataOf('png', png([build.zTXt('Raw profile type iptc', hex(records))]))).toMatchObject({
      prompt: words,
      source: 'iptc',
    });
    const framed = Buffer.concat([Buffer.from('8BIM\x04\x04\0\0\0\0\0', 'latin1'), Buffer.of(records.length), records]);
    expect(await metadataOf('png', png([build.zTXt('Raw profile type iptc', hex(framed))]))).toMatchObject({
      prompt: words,
      source: 'iptc',
    });
  });

  it('does not read the pixels', async () => {
    const pixels = Array.from({ length: 40 }, () => build.pngChunk('IDAT', Buffer.alloc(65_536)));
    const source = build.recordedSource(png([...pixels, build.tEXt('parameters', 'a boat\nSteps: 4, Seed: 5')]));
    expect(await readPictureMetadata(source, 'png')).toMatchObject({ prompt: 'a boat', steps: 4 });
    expect(source.size).toBeGreaterThan(2_600_000);
    expect(source.reads.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(40_000);
  });

  it('skips a text with a wrong checksum', async () => {
    const damaged = build.tEXt('Description', 'damaged');
    damaged[20] = (damaged[20] ?? 0) ^ 1;
    expect(await metadataOf('png', png([damaged, build.tEXt('Comment', 'sound')]))).toMatchObject({ prompt: 'sound' });
  });

  it('stops inflating at the limits of a block and of the file', async () => {
    const bomb = build.zTXt('Description', Buffer.alloc(64 * 1024 * 1024, 'a'));
    expect(bomb.length).toBeLessThan(100_000);
    const found = await metadataOf('png', png([bomb, build.zTXt('Comment', 'after one')]));
    expect(found).toMatchObject({ prompt: 'after one' });
    expect(await metadataOf('png', png([bomb, bomb, bomb, bomb, build.zTXt('Comment', 'after four')]))).toMatchObject({
      prompt: null,
    });
  });

  it('keeps a limited amount of text', async () => {
    const large = Array.from({ length: 30 }, (_, n) => build.tEXt(`t${n}`, 'x'.repeat(1_000_000)));
    const small = Array.from({ length: 5000 }, (_, n) => build.tEXt(`s${n}`, 'x'));
    const length = ({ texts }: Embedded): number => texts.reduce((sum, { text }) => sum + text.length, 0);
    expect(length(await blocksOf('png', png(large)))).toBe(25_000_000);
    expect((await blocksOf('png', png(small))).texts).toHaveLength(200);
    expect((await blocksOf('png', png([build.tEXt('parameters', 'x'.repeat(8_400_000))]))).texts).toEqual([]);
    expect((await metadataOf('png', png([build.tEXt('parameters', 'xy '.repeat(300_000))]))).prompt).toHaveLength(100_000);
  });

  it('reads truncated deflated text', async () => {
    const deflated = deflateSync(Buffer.from(Array.from({ length: 5000 }, (_, n) => `word${n}`).join(' ')));
    const cut = build.pngChunk(
      'zTXt',
      Buffer.concat([Buffer.from('Description\0\0'), deflated.subarray(0, deflated.length / 2)]),
    );
    expect((await metadataOf('png', png([cut]))).prompt).toMatch(/^word0 word1 word2 /);
  });
});

describe('JPEG', () => {
  it('reads EXIF of both byte orders, XMP, IPTC and comments', async () => {
    const little = build.tiff([build.asciiTag(0x010e, words)], [], true);
    const files = [
      [build.exifSegment(exif), 'exif'],
      [build.exifSegment(little), 'exif'],
      [build.xmpSegment(packet), 'xmp'],
      [build.photoshopSegment(build.iptc([[120, words]])), 'iptc'],
      [build.segment(0xfe, Buffer.from(words)), 'comment'],
    ] as const;
    for (const [segment, source] of files)
      expect(await metadataOf('jpeg', jpeg([segment]))).toMatchObject({ prompt: words, source });
  });

  it('stops where the compressed data begins', async () => {
    const bytes = jpeg([build.segment(0xfe, 'words')]);
    const source = build.recordedSource(Buffer.concat([bytes, Buffer.alloc(1_000_000, 0xff)]));
    expect(await readPictureMetadata(source, 'jpeg')).toMatchObject({ prompt: 'words' });
    expect(Math.max(...source.reads.map(({ offset, length }) => offset + length))).toBeLessThan(bytes.length + 512);
  });

  it.each(['CREATOR: gd-jpeg v1.0 (using IJG JPEG v80), quality = 90', 'Created with GIMP', 'https://example.com/picture'])(
    'does not take a program’s mark for a prompt: %s',
    async (mark) => {
      expect(await metadataOf('jpeg', jpeg([build.segment(0xfe, mark)]))).toMatchObject({
        prompt: null,
        source: null,
      });
    },
  );
});

describe('WebP and AVIF', () => {
  it('WebP: EXIF with and without its JPEG name, and XMP', async () => {
    expect(await metadataOf('webp', build.webp([['EXIF', exif]]))).toMatchObject({ prompt: words, source: 'exif' });
    expect(await metadataOf('webp', build.webp([['EXIF', Buffer.concat([Buffer.from('Exif\0\0'), exif])]]))).toMatchObject({
      prompt: words,
    });
    expect(
      await metadataOf(
        'webp',
        build.webp([
          ['ODD ', Buffer.alloc(3)],
          ['XMP ', Buffer.from(packet)],
        ]),
      ),
    ).toMatchObject({ prompt: words, source: 'xmp' });
  });

  it.each([false, true])('AVIF: EXIF and XMP, inside the box of the index: %s', async (isInside) => {
    expect(await metadataOf('avif', build.avif(exif, '', isInside))).toMatchObject({ prompt: words, source: 'exif' });
    expect(await metadataOf('avif', build.avif(build.tiff([]), packet, isInside))).toMatchObject({
      prompt: words,
      source: 'xmp',
    });
  });
});
