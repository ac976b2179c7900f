import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PictureFacts } from '../../../../../electron/core/metadata/writing/picture-facts.ts';
import { rewritten } from '../../../../../electron/core/metadata/writing/rewritten.ts';
import { inspectImage } from '../../../../../electron/core/image-header/image-header.ts';
import type { WritableType } from '../../../../../shared/export/export.ts';
import { exifTool, exifToolWarnings } from '../../../../support/exiftool.ts';
import { samplePictures } from '../../../../support/sample-pictures.ts';
import { exifSegment, jpeg, metadataOf, png, pngChunk, recordedSource, segment, tEXt, tiff, webp, xmp, xmpDescription, xmpSegment } from '../reading/build-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-rewritten-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const facts: PictureFacts = {
  prompt: 'A red fox <at> dawn & "dusk",\nin snow 🦊, früh, 港',
  model: 'imagen, large',
  size: '1024x1536',
  quality: 'high',
  fields: { seed: 7, style: 'vivid', nested: { list: [1, null, 'ü'] } },
  taskId: 'task_01HZX',
  account: 'Studio & Co',
  batch: 'Foxes',
  negativePrompt: 'blurry',
  seed: '18446744073709551615',
  steps: '30',
  sampler: 'Euler a',
  cfgScale: '7.5',
  software: null,
  favourite: true,
  flag: 'pick',
  note: 'For the cover.\nAsk Ana.',
  albums: ['Covers', 'Best of 2026'],
  createdAt: Date.UTC(2026, 10, 21, 8, 30, 0, 123),
  rating: 4,
  label: 'Red',
  tags: ['fox', 'snow & ice', 'früh'],
  caption: null,
  writtenBy: 'Latent 0.1.0',
  isGenerated: true,
  width: 13,
  height: 7,
};

async function copyOf(type: WritableType, bytes: Buffer, wanted: PictureFacts | null): Promise<Buffer> {
  const pieces = await rewritten(recordedSource(bytes), type, wanted);
  return Buffer.concat(pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : bytes.subarray(piece.from, piece.to))));
}

const samples = samplePictures.flatMap(({ name, type, bytes }) => (type === 'png' || type === 'jpeg' || type === 'webp' ? [{ name, type, bytes }] : []));

describe('the samples', () => {
  let read: Awaited<ReturnType<typeof exifTool>>;
  let warnings: Awaited<ReturnType<typeof exifToolWarnings>>;
  beforeAll(async () => {
    const home = path.join(folder, 'samples');
    await mkdir(home);
    for (const { name, type, bytes } of samples) {
      const embedded = await copyOf(type, bytes, facts);
      await writeFile(path.join(home, `${name} original.${type}`), bytes);
      await writeFile(path.join(home, `${name}.${type}`), embedded);
      await writeFile(path.join(home, `${name} stripped.${type}`), await copyOf(type, embedded, null));
    }
    [read, warnings] = await Promise.all([exifTool(home), exifToolWarnings(home)]);
  });

  it.each(samples)('$name comes back whole from the import', async ({ type, bytes }) => {
    const found = await metadataOf(type, await copyOf(type, bytes, facts));
    const { createdAt, rating, label, tags, caption: _caption, writtenBy: _writer, isGenerated: _generated, width: _width, height: _height, ...record } = facts;
    expect(found.record).toEqual(record);
    expect(found).toMatchObject({ createdAt, rating, label, tags, prompt: facts.prompt, model: facts.model, size: facts.size, seed: facts.seed, steps: 30, cfgScale: 7.5, source: 'latent' });
  });

  it.each(samples)('ExifTool reads $name, and finds nothing wrong with it', ({ name, type }) => {
    const tags = read.get(`${name}.${type}`) ?? {};
    expect(tags).toMatchObject({
      'XMP-dc:Description': facts.prompt,
      'XMP-dc:Subject': facts.tags,
      'XMP-xmp:Rating': 4,
      'XMP-xmp:Label': 'Red',
      'XMP-xmp:CreatorTool': 'Latent 0.1.0',
      'XMP-latent:Model': facts.model,
      'XMP-latent:TaskId': facts.taskId,
      'XMP-latent:Fields': JSON.stringify(facts.fields),
      'XMP-latent:Albums': facts.albums,
      'XMP-iptcExt:DigitalSourceType': 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      'XMP-xmp:CreateDate': expect.stringMatching(/^2026:11:21 /),
    });
    const parameters = `${facts.prompt ?? ''}\nNegative prompt: blurry\nSteps: 30, Sampler: Euler a, CFG scale: 7.5, Seed: 18446744073709551615, Size: 13x7, Model: "imagen, large", Quality: high, Version: Latent 0.1.0`;
    expect(tags[type === 'png' ? 'PNG:Parameters' : 'ExifIFD:UserComment']).toBe(parameters);
    if (type === 'jpeg') expect(tags).toMatchObject({ 'IPTC:Caption-Abstract': facts.prompt, 'IPTC:Keywords': facts.tags });
    // EXIF as cameras write it has more fields, which nobody needs here.
    const wrong = (of: string): readonly unknown[] => (warnings.get(of) ?? []).filter((text) => !String(text).startsWith('Missing required'));
    expect(wrong(`${name}.${type}`)).toEqual(wrong(`${name} original.${type}`));
  });

  it.each(samples)('$name is the same bytes when it is embedded again, and has no metadata when it is stripped', async ({ name, type, bytes }) => {
    const embedded = await copyOf(type, bytes, facts);
    expect((await copyOf(type, embedded, facts)).equals(embedded)).toBe(true);
    const stripped = await copyOf(type, embedded, null);
    expect(await metadataOf(type, stripped)).toEqual({ ...(await metadataOf(type, bytes)), software: null });
    const groups = Object.keys(read.get(`${name} stripped.${type}`) ?? {}).map((key) => key.split(':')[0]);
    expect(groups.filter((group) => /XMP|IPTC|IFD|Photoshop/.test(group ?? ''))).toEqual([]);
    for (const copy of [embedded, stripped]) expect(await inspectImage(type, recordedSource(copy))).toEqual({ width: 13, height: 7, isWhole: true });
  });
});

describe('what other programs wrote', () => {
  const turned = tiff([{ tag: 0x0112, type: 3, data: Buffer.of(0, 6) }, { tag: 0x010f, type: 2, data: Buffer.from('Camera maker\0') }]);

  it('keeps the orientation and the other fields of EXIF', async () => {
    const sources: readonly (readonly [WritableType, Buffer])[] = [
      ['png', png([pngChunk('eXIf', turned)])],
      ['jpeg', jpeg([exifSegment(turned)])],
      ['webp', webp([['EXIF', turned]])],
    ];
    const home = path.join(folder, 'turned');
    await mkdir(home);
    for (const [type, bytes] of sources) {
      await writeFile(path.join(home, `embedded.${type}`), await copyOf(type, bytes, facts));
      await writeFile(path.join(home, `stripped.${type}`), await copyOf(type, bytes, null));
    }
    const read = await exifTool(home);
    for (const [type] of sources) {
      expect(read.get(`embedded.${type}`)).toMatchObject({ 'IFD0:Orientation': 'Rotate 90 CW', 'IFD0:Make': 'Camera maker', 'XMP-dc:Description': facts.prompt });
      expect(read.get(`stripped.${type}`)?.['IFD0:Orientation']).toBe('Rotate 90 CW');
      expect(read.get(`stripped.${type}`)).not.toHaveProperty('IFD0:Make');
    }
  });

  it('replaces XMP, and keeps the settings of the program that made the picture', async () => {
    const parameters = 'a cat\nSteps: 20, Sampler: Euler, Seed: 5, Size: 13x7';
    const source = png([tEXt('parameters', parameters), tEXt('Software', 'Somebody')]);
    const home = path.join(folder, 'others');
    await mkdir(home);
    await writeFile(path.join(home, 'a.png'), await copyOf('png', source, facts));
    await writeFile(path.join(home, 'b.jpg'), await copyOf('jpeg', jpeg([xmpSegment(xmp(xmpDescription('another')))]), facts));
    const read = await exifTool(home);
    expect(read.get('a.png')).toMatchObject({ 'PNG:Parameters': parameters, 'PNG:Software': 'Somebody', 'XMP-dc:Description': facts.prompt });
    expect(read.get('b.jpg')?.['XMP-dc:Description']).toBe(facts.prompt);
  });

  it('removes comments, other programs\' segments and what follows the end of a JPEG, but keeps its colour profile', async () => {
    const profile = segment(0xe2, 'ICC_PROFILE\0\x01\x01', Buffer.alloc(200, 7));
    const source = Buffer.concat([jpeg([profile, segment(0xfe, 'secret comment'), segment(0xeb, 'JP', 'secret claim'), segment(0xe2, 'MPF\0', 'secret index')]), Buffer.from('secret film')]);
    const stripped = await copyOf('jpeg', source, null);
    expect(stripped.includes('secret')).toBe(false);
    expect(stripped.includes('ICC_PROFILE')).toBe(true);
    expect(stripped.equals(jpeg([profile]))).toBe(true);
  });

  it('keeps the orientation of very large EXIF, and leaves the rest of it as it is', async () => {
    const large = Buffer.concat([turned, Buffer.alloc(1 << 20, 'film')]);
    for (const [type, source] of [['png', png([pngChunk('eXIf', large)])], ['webp', webp([['VP8X', Buffer.alloc(10)], ['EXIF', large]])]] as const) {
      expect((await copyOf(type, source, facts)).includes(large)).toBe(true);
      const stripped = await copyOf(type, source, null);
      expect(stripped.includes('film')).toBe(false);
      expect(stripped.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true);
    }
  });

  it('keeps and reads what follows a chunk of a WebP that has the name of the end of a PNG', async () => {
    const source = webp([['IEND', Buffer.alloc(0)], ['ALPH', Buffer.from('pixels')], ['EXIF', turned]]);
    const stripped = await copyOf('webp', source, null);
    expect(stripped.includes('pixels')).toBe(true);
    expect(stripped.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true);
  });

  it('leaves out fill bytes and rubbish between the segments and scans of a JPEG', async () => {
    const source = jpeg([]);
    const filled = Buffer.concat([source.subarray(0, 2), Buffer.alloc(4 << 20, 0xff), source.subarray(2)]);
    const rubbish = Buffer.concat([source.subarray(0, -2), Buffer.from([0xff, 0xfe, 0, 2]), Buffer.from('\0\0\0\x08secret'), source.subarray(-2)]);
    for (const odd of [filled, rubbish]) expect((await copyOf('jpeg', odd, null)).equals(source)).toBe(true);
    expect((await copyOf('jpeg', filled, facts)).length).toBeLessThan(source.length + 10_000);
  });

  it('keeps what there is of a JPEG or PNG whose end is missing', async () => {
    const noEnd = jpeg([]).subarray(0, -2);
    expect((await copyOf('jpeg', noEnd, null)).equals(noEnd)).toBe(true);
    const whole = png([]);
    for (const missing of [12, 14]) expect((await copyOf('png', whole.subarray(0, -missing), null)).equals(whole.subarray(0, -missing))).toBe(true);
  });

  it('keeps the orientation of a PNG where it was, because only one before the pixels counts', async () => {
    const whole = png([]);
    const late = Buffer.concat([whole.subarray(0, -12), pngChunk('eXIf', turned), whole.subarray(-12)]);
    const stripped = await copyOf('png', late, null);
    expect(stripped.indexOf('eXIf')).toBeGreaterThan(stripped.indexOf('IDAT'));
  });

  it('refuses a file that is cut off', async () => {
    for (const { type, bytes } of samples) {
      for (const wanted of [facts, null]) {
        const half = bytes.subarray(0, 30);
        await expect(copyOf(type, half, wanted)).rejects.toThrow();
      }
    }
  });
});

it('splits XMP that is too large for a segment, and ExifTool and the import read all of it', async () => {
  const long = { ...facts, prompt: `${'狐 & fox '.repeat(9_000)}end`, note: 'n'.repeat(5_000), fields: { words: 'ü'.repeat(9_000) } };
  const copy = await copyOf('jpeg', jpeg([]), long);
  const home = path.join(folder, 'long');
  await mkdir(home);
  await writeFile(path.join(home, 'long.jpg'), copy);
  expect((await exifTool(home)).get('long.jpg')).toMatchObject({ 'XMP-dc:Description': long.prompt, 'XMP-latent:Note': long.note, 'XMP-xmp:Rating': 4 });
  expect((await exifToolWarnings(home)).get('long.jpg')?.filter((text) => /XMP/.test(String(text)))).toEqual([]);
  expect(await metadataOf('jpeg', copy)).toMatchObject({ prompt: long.prompt, record: { note: long.note, fields: long.fields, prompt: long.prompt }, rating: 4 });
});

const signs = fc.constantFrom(']]>', '&amp;', '&#65;', '<!DOCTYPE x>', '<![CDATA[', '-->', '<?xpacket end="w"?>', '\u2028', '\u0085', '\u202e', '👩‍👩‍👧', '\n', '\t', '\r', ' ', '"', '&', '<rdf:li>', 'Negative prompt: x', 'Steps: 2, Sampler: x, Seed: 1', '{"a":1}', '\ufeff', '\x7f', '\x9f');
// oxlint-disable-next-line no-control-regex -- XML allows none of them
const anyText = fc.array(fc.oneof(signs, fc.string({ unit: 'grapheme', maxLength: 12 })), { minLength: 1 }).map((parts) => parts.join('').toWellFormed().replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')).filter((text) => text !== '');
const maybeText = fc.option(anyText, { nil: null });

it.each(samples)('whatever was written into $name is read back, and removed', async ({ type, bytes }) => {
  const texts = { prompt: maybeText, model: maybeText, size: maybeText, quality: maybeText, taskId: maybeText, account: maybeText, batch: maybeText, negativePrompt: maybeText, sampler: maybeText, software: maybeText, note: maybeText };
  const wanted = fc.record({ ...texts, albums: fc.array(anyText, { maxLength: 4 }), favourite: fc.boolean(), rating: fc.nat(5), createdAt: fc.integer({ min: 86_400_000, max: facts.createdAt }) });
  await fc.assert(
    fc.asyncProperty(wanted, async (random) => {
      const { createdAt, rating, label, tags, caption: _caption, writtenBy: _writer, isGenerated: _generated, width: _width, height: _height, ...record } = { ...facts, ...random };
      const copy = await copyOf(type, bytes, { ...facts, ...random });
      const found = await metadataOf(type, copy);
      expect(found.record).toEqual(record);
      expect(found).toMatchObject({ createdAt, label, tags });
      expect(found.rating ?? 0).toBe(rating);
      expect((await metadataOf(type, await copyOf(type, copy, null))).record).toBeNull();
    }),
    { numRuns: 40 },
  );
});
