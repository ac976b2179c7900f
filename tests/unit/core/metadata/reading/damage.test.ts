import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PictureMetadata } from '../../../../../electron/core/metadata/reading/picture-metadata.ts';
import type { ShownType } from '../../../../../shared/task.ts';
import { createDice, type Dice } from '../../../../support/dice.ts';
import * as build from './build-files.ts';

const { metadataOf } = build;

const packet = build.xmp(
  build.xmpDescription('a &lt;harbour&gt;') + '<dc:subject><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>',
  'xmp:Rating="4" xmp:CreateDate="2026-03-04T05:06:07+01:00"',
);
const a1111 =
  'a boat\nNegative prompt: rain\nSteps: 4, Sampler: Euler, Lora hashes: "a: 1, b: 2", Seed: 5, Size: 64x32, Model: m';
const exif = build.tiff(
  [build.asciiTag(0x010e, 'words'), build.asciiTag(0x0131, 'maker')],
  [build.userComment('UNICODE', build.utf16be(a1111)), build.asciiTag(0x9003, '2026:03:04 05:06:07')],
);
const graph = JSON.stringify({
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 12345678901234567890n.toString(),
      steps: 4,
      positive: ['6', 0],
      negative: ['7', 0],
      model: ['4', 0],
      latent_image: ['5', 0],
    },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'm' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 32 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a boat' } },
  '7': { class_type: 'ConditioningConcat', inputs: { conditioning_to: ['6', 0], conditioning_from: ['7', 0] } },
}).replace('"12345678901234567890"', '12345678901234567890');
const invokeAi = '{"positive_prompt":"a boat","model":{"model_name":"m"},"seed":5}';
const novelAi =
  '{"prompt":"a boat","uc":"rain","v4_prompt":{"caption":{"base_caption":"a boat","char_captions":[{"char_caption":"x"}]}}}';
const fooocus = '{"base_model":"m","prompt":"a boat","resolution":"(64, 32)","steps":4,"seed":"5"}';
const records = build.iptc([
  [5, 'title'],
  [25, 'sea'],
  [120, 'words'],
  [55, '20260304'],
  [60, '050607+0100'],
]);

const files: readonly (readonly [name: string, type: ShownType, bytes: Buffer])[] = [
  [
    'PNG of Automatic1111',
    'png',
    build.png([build.tEXt('parameters', a1111), build.zTXt('Comment', 'words'), build.iTXt('Title', 'title', true)]),
  ],
  ['PNG of ComfyUI', 'png', build.png([build.tEXt('prompt', graph)])],
  ['PNG of InvokeAI', 'png', build.png([build.iTXt('invokeai_metadata', invokeAi)])],
  ['PNG of NovelAI', 'png', build.png([build.tEXt('Software', 'NovelAI'), build.tEXt('Comment', novelAi)])],
  ['PNG of Fooocus', 'png', build.png([build.tEXt('fooocus_scheme', 'fooocus'), build.tEXt('parameters', fooocus)])],
  ['PNG with XMP and EXIF', 'png', build.png([build.iTXt('XML:com.adobe.xmp', packet), build.pngChunk('eXIf', exif)])],
  ['JPEG', 'jpeg', jpegOfAll()],
  [
    'WebP',
    'webp',
    build.webp([
      ['EXIF', exif],
      ['XMP ', Buffer.from(packet)],
    ]),
  ],
  ['AVIF', 'avif', build.avif(exif, packet)],
  ['AVIF with everything in its index', 'avif', build.avif(exif, packet, true)],
  ['GIF', 'gif', readFileSync(path.join(import.meta.dirname, 'fixtures', 'public', 'catalogue.gif'))],
];

function jpegOfAll(): Buffer {
  const main = build.xmp('', 'xmp:Rating="3"');
  return build.jpeg([
    build.exifSegment(exif),
    build.xmpSegment(main),
    build.photoshopSegment(records),
    build.segment(0xfe, a1111),
  ]);
}

const spices = [
  '"',
  '\\',
  '[',
  '{',
  '<',
  '&',
  '</',
  '<!DOCTYPE x>',
  'Steps: ',
  '__proto__',
  '\0',
  '\xff\xff\xff\xff',
  '\0\0\0\0',
  '\x7f\xff\xff\xff',
  '\xd8\0',
];

/** A file with some bytes changed, removed, doubled or replaced by difficult values. */
function damaged(bytes: Buffer, { below, pick }: Dice): Buffer {
  let result: Buffer = Buffer.from(bytes);
  for (let changes = 1 + below(6); changes > 0; changes -= 1) {
    // After the signature, because a file without it is not read.
    const at = 8 + below(Math.max(result.length - 8, 1));
    const length = below(40);
    const part = result.subarray(at, at + length);
    const spice = Buffer.from(pick(spices), 'latin1');
    const [before, after] = [result.subarray(0, at), result.subarray(at)];
    switch (below(6)) {
      case 0:
        result[at] = below(256);
        break;
      case 1:
        result[at] = (result[at] ?? 0) ^ (1 << below(8));
        break;
      case 2:
        result = Buffer.concat([before, after.subarray(length)]);
        break;
      case 3:
        result = Buffer.concat([before, part, after]);
        break;
      case 4:
        result = Buffer.concat([before, spice, after.subarray(spice.length)]);
        break;
      default:
        result = Buffer.concat([before, spice, after]);
    }
  }
  return result;
}

/** Corrects the checksums of chunks, so that damage in texts passes them. */
function mended(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [bytes.subarray(0, 33)];
  for (let at = 33; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (at + 12 + length > bytes.length) break;
    chunks.push(build.pngChunk(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length)));
    at += 12 + length;
  }
  return Buffer.concat(chunks);
}

describe('damaged files', () => {
  it.each(files)('%s has a prompt when it is whole', async (_name, type, bytes) => {
    expect((await metadataOf(type, bytes)).prompt).not.toBeNull();
  });

  it.each(files)('%s is read without an error, whatever is changed in it', async (name, type, bytes) => {
    const dice = createDice(20_261_121);
    let telling = 0;
    for (let round = 0; round < 1000; round += 1) {
      const file = damaged(bytes, dice);
      try {
        const { source } = await metadataOf(type, type === 'png' && dice.below(4) > 0 ? mended(file) : file);
        telling += source === null ? 0 : 1;
      } catch (error) {
        throw new Error(`${name}, round ${round}: ${file.toString('base64')}`, { cause: error });
      }
    }
    // The damage reaches the texts, but does not hide most of them.
    expect(telling).toBeGreaterThan(100);
    expect(telling).toBeLessThan(1000);
  });

  it.each(files)('%s is read without an error wherever it is cut off', async (_name, type, bytes) => {
    for (let length = 0; length < bytes.length; length += 1) await metadataOf(type, bytes.subarray(0, length));
  });

  it('are read up to the damage', async () => {
    const file = build.png([build.tEXt('parameters', a1111), build.tEXt('Software', 'maker'), build.tEXt('Author', 'someone')]);
    expect(await metadataOf('png', file.subarray(0, file.indexOf('someone')))).toMatchObject({
      prompt: 'a boat',
      software: 'maker',
    });
    expect(await metadataOf('png', file.subarray(0, file.indexOf('maker')))).toMatchObject({ prompt: 'a boat', software: null });
    const jpeg = jpegOfAll();
    expect(await metadataOf('jpeg', jpeg.subarray(0, jpeg.indexOf('Photoshop')))).toMatchObject({
      prompt: 'a boat',
      rating: 3,
      tags: [],
    });
  });
});

describe('structures that point out of the file', () => {
  const short = (...parts: readonly Buffer[]): Promise<PictureMetadata> =>
    metadataOf('jpeg', build.jpeg([...parts, build.segment(0xfe, 'words')]));

  it('an entry of EXIF after the end', async () => {
    const cut = build.tiff([build.asciiTag(0x010e, 'a long description')]).subarray(0, -8);
    expect(await short(build.exifSegment(cut))).toMatchObject({ prompt: 'words', source: 'comment' });
    expect((await short(build.exifSegment(Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1')))).prompt).toBe('words');
  });

  it('a resource of Photoshop whose name is longer than the segment', async () => {
    const resource = Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\xff', 'latin1'), Buffer.alloc(8)]);
    expect((await short(build.segment(0xed, resource))).prompt).toBe('words');
  });

  it('an item of AVIF that is shorter than its id', async () => {
    const items = build.box('iinf', Buffer.alloc(4), build.u16(1), build.box('infe', Buffer.of(2, 0)));
    const places = build.box('iloc', Buffer.of(1, 0, 0, 0, 0x44, 0), build.u16(0));
    const file = Buffer.concat([build.box('ftyp', 'avif\0\0\0\0avif'), build.box('meta', build.u32(0), places, items)]);
    expect((await metadataOf('avif', file)).source).toBeNull();
  });
});

describe('texts made to be slow', () => {
  const long = 1_000_000;

  it.each([
    ['quotation marks without an end', 'parameters', `{"a":"${'\\"'.repeat(long / 2)}NaN`],
    ['numbers and words', 'prompt', `{"a":[${'NaN,'.repeat(long / 4)}`],
    ['brackets', 'parameters', `a\nSteps: 4, Seed: 5, X: ${'['.repeat(long)}`],
    ['colons', 'parameters', `a\nSteps: 4, ${'a:'.repeat(long / 2)}`],
    ['colons and quotation marks', 'parameters', `a\nSteps: 4, ${'a:"'.repeat(long / 3)}`],
    ['lines of settings', 'parameters', 'Steps: 4, x\n'.repeat(long / 12)],
    ['blanks', 'Description', `a${' '.repeat(long)}b`],
    ['nested JSON', 'prompt', '{"a":'.repeat(long / 5)],
    ['nested lists', 'Comment', `{"prompt":${'['.repeat(long)}`],
    ['ampersands', 'XML:com.adobe.xmp', build.xmp(build.xmpDescription('&#1'.repeat(long / 3)))],
    ['attributes', 'XML:com.adobe.xmp', `<a ${'b="" '.repeat(long / 5)}`],
    ['names', 'XML:com.adobe.xmp', `<${'a'.repeat(long)}`],
    ['prefixes', 'XML:com.adobe.xmp', `<a>${'<a xmlns:b="c">'.repeat(long / 15)}`],
    ['comments', 'XML:com.adobe.xmp', '<a><!-- '.repeat(long / 8)],
    ['names of jobs', 'Description', `${' '.repeat(100)}Job ID:`.repeat(long / 107)],
  ])('%s come to an end', async (_name, keyword, text) => {
    const file = build.png([build.iTXt(keyword, text)]);
    const { texts, xmp } = await build.blocksOf('png', file);
    expect([...texts.map((found) => found.text), ...xmp]).toEqual([text]);
    await metadataOf('png', file);
  });
});
