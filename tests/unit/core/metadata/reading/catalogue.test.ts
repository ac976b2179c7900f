import { describe, expect, it } from 'vitest';
import type { PictureMetadata } from '../../../../../electron/core/metadata/reading/picture-metadata.ts';
import { asciiTag, exifSegment, jpeg, metadataOf, pngWith, tiff, xmp, xmpSegment } from './build-files.ts';

const fromXmp = (packet: string): Promise<PictureMetadata> => metadataOf('jpeg', jpeg([xmpSegment(packet)]));

describe('XMP', () => {
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
});
