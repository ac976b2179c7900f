import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Embedded } from '../../../../../electron/core/metadata/reading/embedded.ts';
import { readPictureMetadata } from '../../../../../electron/core/metadata/reading/read-picture-metadata.ts';
import { samplePictures } from '../../../../support/sample-pictures.ts';
import * as build from './build-files.ts';

const { blocksOf, metadataOf, png, jpeg } = build;

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
  it('does not read the pixels', async () => {
    const pixels = Array.from({ length: 40 }, () => build.pngChunk('IDAT', Buffer.alloc(65_536)));
    const source = build.recordedSource(png([...pixels, build.tEXt('parameters', 'a boat\nSteps: 4, Seed: 5')]));
    expect(await readPictureMetadata(source, 'png')).toMatchObject({ prompt: 'a boat', steps: 4 });
    expect(source.size).toBeGreaterThan(2_600_000);
    expect(source.reads.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(40_000);
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
  it('stops where the compressed data begins', async () => {
    const bytes = jpeg([build.segment(0xfe, 'words')]);
    const source = build.recordedSource(Buffer.concat([bytes, Buffer.alloc(1_000_000, 0xff)]));
    expect(await readPictureMetadata(source, 'jpeg')).toMatchObject({ prompt: 'words' });
    expect(Math.max(...source.reads.map(({ offset, length }) => offset + length))).toBeLessThan(bytes.length + 512);
  });

  it.each([
    ['other bytes between two segments', Buffer.from('stray')],
    ['a length that is too short', Buffer.of(0xff, 0xe9, 0, 0)],
  ])('reads on after %s, as decoders do', async (_, bytes) => {
    expect(await metadataOf('jpeg', jpeg([build.segment(0xe0, 'JFIF\0'), bytes, build.segment(0xfe, 'words')]))).toMatchObject({ prompt: 'words' });
  });
});
