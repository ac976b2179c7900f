import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageTypeOf } from '../../../../../electron/core/image-header/image-type.ts';
import type { PictureMetadata } from '../../../../../electron/core/metadata/reading/picture-metadata.ts';
import {
  asciiTag,
  exifSegment,
  iptc,
  jpeg,
  metadataOf,
  photoshopSegment,
  pngWith,
  tiff,
  xmp,
  xmpDescription,
  xmpSegment,
} from './build-files.ts';

const fromXmp = (packet: string): Promise<PictureMetadata> => metadataOf('jpeg', jpeg([xmpSegment(packet)]));

describe('files that ExifTool wrote', () => {
  const found = { rating: 4, software: 'Some Editor', createdAt: Date.UTC(2026, 2, 4, 3, 6, 8) };
  const settings = {
    source: 'a1111',
    prompt: 'Ein Hafen, früh, 港',
    negativePrompt: 'fog',
    steps: 20,
    sampler: 'Euler a',
    cfgScale: 7,
    seed: '18446744073709551615',
    size: '512x768',
    model: 'sea',
  };

  it.each([
    ['exiftool.png', { ...found, ...settings, tags: ['sea', '早朝', 'pier'] }],
    ['exiftool.jpg', { ...found, ...settings, tags: ['sea', '早朝', 'pier'] }],
    ['exiftool.webp', { ...found, ...settings, tags: ['sea', '早朝'] }],
    ['exiftool.avif', { ...found, ...settings, tags: ['sea', '早朝'] }],
  ])('%s', async (name, expected) => {
    const bytes = await readFile(path.join(import.meta.dirname, 'fixtures', name));
    const type = imageTypeOf(bytes);
    if (type === null) throw new Error('no picture');
    expect(await metadataOf(type, bytes)).toMatchObject(expected);
  });
});

describe('XMP', () => {
  it('contains description, tags and rating', async () => {
    const elements =
      '<dc:description><rdf:Alt><rdf:li xml:lang="de">Hafen</rdf:li><rdf:li xml:lang="x-default"><![CDATA[harbour & pier]]></rdf:li></rdf:Alt></dc:description>' +
      '<dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li> sea </rdf:li><rdf:li/><rdf:li>a&#233;&#x65e9;</rdf:li></rdf:Bag></dc:subject>';
    expect(await fromXmp(xmp(elements, "xmp:Rating='2' xmp:CreateDate='2026-03-04T05:06+01:00'"))).toMatchObject({
      source: 'xmp',
      prompt: 'harbour & pier',
      tags: ['sea', 'aé早'],
      rating: 2,
      createdAt: Date.UTC(2026, 2, 4, 4, 6),
    });
  });

  it.each([
    ['-1', 0],
    ['0', 0],
    ['5', 5],
    ['99', 5],
    ['3.6', 4],
    ['many', null],
  ])('a rating of %s is %s', async (rating, expected) => {
    expect((await fromXmp(xmp(`<xmp:Rating>${rating}</xmp:Rating>`))).rating).toBe(expected);
  });

  const bag = (name: string, ...items: readonly string[]): string => `<${name}><rdf:Bag>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:Bag></${name}>`;
  const subject = bag('dc:subject', 'sea', 'Anna');
  const lightroom = bag('lr:hierarchicalSubject', 'Places|North|sea', 'Anna');
  const digiKam = bag('digiKam:TagsList', 'Places/North/sea', 'People/Anna');

  it.each([
    ['Lightroom or darktable', subject + lightroom],
    ['digiKam', subject + lightroom + digiKam],
    ['a program that left the words out', lightroom],
    ['another one', digiKam],
  ])('tags of %s: words, without the way to them in a tree', async (_program, elements) => {
    const namespaces = 'xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:digiKam="http://www.digikam.org/ns/1.0/"';
    expect((await fromXmp(xmp(elements, namespaces))).tags).toEqual(['sea', 'Anna']);
  });

  it.each([
    ['2026', new Date(2026, 0, 1)],
    ['2026-03', new Date(2026, 2, 1)],
    ['2026-03-04T05:06', new Date(2026, 2, 4, 5, 6)],
    ['2026-03-04T05:06:07.25Z', new Date('2026-03-04T05:06:07.250Z')],
    ['2026-13-01', null],
    ['yesterday', null],
  ])('the date %s', async (text, expected) => {
    expect((await fromXmp(xmp('', `xmp:CreateDate="${text}"`))).createdAt).toBe(expected?.getTime() ?? null);
  });

  it('knows namespaces by their addresses, not by prefixes', async () => {
    const packet = xmp(
      '<x1:subject xmlns:x1="http://purl.org/dc/elements/1.1/"><rdf:Seq><rdf:li>sea</rdf:li></rdf:Seq></x1:subject>',
    );
    expect((await fromXmp(packet)).tags).toEqual(['sea']);
    expect(
      (await fromXmp(xmp('<dc:subject xmlns:dc="urn:other/"><rdf:Bag><rdf:li>no</rdf:li></rdf:Bag></dc:subject>'))).tags,
    ).toEqual([]);
  });

  it('refuses document types and expands no entities of their own', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>';
    expect(await fromXmp(xmp(xmpDescription('&b;')).replace('<x:xmpmeta', `${bomb}<x:xmpmeta`))).toMatchObject({
      prompt: null,
      source: null,
    });
    expect(await fromXmp(xmp(xmpDescription('&b; &toString; &lt;&#0;&#x110000;')))).toMatchObject({
      prompt: '&b; &toString; <&#x110000;',
    });
  });

  it('is read up to the damage', async () => {
    const whole = xmp(`<xmp:Rating>4</xmp:Rating>${xmpDescription('x')}`);
    expect(await fromXmp(whole.replace('</dc:description>', '</dc:subject>'))).toMatchObject({ rating: 4, prompt: 'x' });
    expect(await fromXmp(whole.slice(0, whole.indexOf('<dc:description')))).toMatchObject({ rating: 4, prompt: null });
    expect(await fromXmp(whole.slice(0, whole.indexOf(':description')))).toMatchObject({ rating: 4, prompt: null });
  });

  it('refuses a declaration within a packet', async () => {
    expect((await fromXmp(xmp('<xmp:Rating>4</xmp:Rating><!ENTITY a "b">'))).rating).toBeNull();
  });

  it('refuses more than 64 levels, 20,000 elements or 500 attributes', async () => {
    const rating = '<xmp:Rating>4</xmp:Rating>';
    const rated = async (before: string): Promise<number | null> =>
      (await metadataOf('png', pngWith({ 'XML:com.adobe.xmp': xmp(before + rating) }))).rating;
    expect(await rated(`${'<a>'.repeat(50)}${'</a>'.repeat(50)}`)).toBe(4);
    expect(await rated(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)).toBeNull();
    expect(await rated('<a/>'.repeat(19_000))).toBe(4);
    expect(await rated('<a/>'.repeat(21_000))).toBeNull();
    const attributes = (count: number): string => Array.from({ length: count }, (_, at) => `b${at}=""`).join(' ');
    expect(await rated(`<a ${attributes(500)}/>`)).toBe(4);
    expect(await rated(`<a ${attributes(501)}/>`)).toBeNull();
  });

  it('takes settings that an editor moved into the description', async () => {
    const found = await fromXmp(xmp(xmpDescription('a boat\nNegative prompt: rain\nSteps: 4, Sampler: Euler, Seed: 5')));
    expect(found).toMatchObject({ source: 'a1111', prompt: 'a boat', negativePrompt: 'rain', seed: '5' });
  });
});

describe('EXIF and IPTC', () => {
  it('dates: with an offset, in local time, and none from a camera without a clock', async () => {
    const dated = (text: string, offset: string | null): Promise<PictureMetadata> =>
      metadataOf(
        'jpeg',
        jpeg([exifSegment(tiff([], [asciiTag(0x9003, text), ...(offset === null ? [] : [asciiTag(0x9011, offset)])]))]),
      );
    expect((await dated('2026:03:04 05:06:07', '-05:30')).createdAt).toBe(Date.UTC(2026, 2, 4, 10, 36, 7));
    expect((await dated('2026:03:04 05:06:07', null)).createdAt).toBe(new Date(2026, 2, 4, 5, 6, 7).getTime());
    expect((await dated('0000:00:00 00:00:00', null)).createdAt).toBeNull();
  });

  it('ratings and keywords of Windows', async () => {
    const wide = (tag: number, text: string): { tag: number; type: number; data: Buffer } => ({
      tag,
      type: 1,
      data: Buffer.from(`${text}\0`, 'utf16le'),
    });
    const exif = tiff([{ tag: 0x4746, type: 3, data: Buffer.of(4, 0) }, wide(0x9c9e, 'sea;pier;')], [], true);
    expect(await metadataOf('jpeg', jpeg([exifSegment(exif)]))).toMatchObject({
      rating: 4,
      tags: ['sea', 'pier'],
      source: 'exif',
    });
  });

  it('IPTC: caption, keywords, day and time', async () => {
    const records = iptc([
      [0, '\0\x02'],
      [25, 'sea'],
      [25, 'früh'],
      [55, '20260304'],
      [60, '050607+0100'],
      [120, 'a harbour'],
    ]);
    expect(await metadataOf('jpeg', jpeg([photoshopSegment(records)]))).toMatchObject({
      source: 'iptc',
      prompt: 'a harbour',
      tags: ['sea', 'früh'],
      createdAt: Date.UTC(2026, 2, 4, 4, 6, 7),
    });
  });

  it('prefers the description of XMP to the caption and to EXIF', async () => {
    const segments = [
      exifSegment(tiff([asciiTag(0x010e, 'exif')])),
      photoshopSegment(iptc([[120, 'iptc']])),
      xmpSegment(xmp(xmpDescription('xmp'))),
    ];
    expect((await metadataOf('jpeg', jpeg(segments))).prompt).toBe('xmp');
    expect((await metadataOf('jpeg', jpeg(segments.slice(0, 2)))).prompt).toBe('iptc');
    expect((await metadataOf('jpeg', jpeg(segments.slice(0, 1)))).prompt).toBe('exif');
  });

  it('removes control characters and replaces broken letters', async () => {
    const found = await metadataOf(
      'jpeg',
      jpeg([
        exifSegment(
          tiff([{ tag: 0x9286, type: 7, data: Buffer.from('UNICODE\0a\0\x07\0\0\xd8b\0\n\0c\0', 'latin1') }], [], true),
        ),
      ]),
    );
    expect(found.prompt).toBe('a\uFFFDb\nc');
  });
});
