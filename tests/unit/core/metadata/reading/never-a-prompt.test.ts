import { describe, expect, it } from 'vitest';
import type { PictureMetadata } from '../../../../../electron/core/metadata/reading/picture-metadata.ts';
import * as build from './build-files.ts';

/** Every field that may hold a person's words, with a text that is none. The same fields with words show that they are read. */

const { metadataOf } = build;
const inJpeg = (...segments: readonly Buffer[]): Promise<PictureMetadata> => metadataOf('jpeg', build.jpeg(segments));
const inExif = (entry: build.ExifText): Promise<PictureMetadata> => inJpeg(build.exifSegment(build.tiff([entry])));
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const fields: readonly (readonly [name: string, read: (text: string) => Promise<PictureMetadata>])[] = [
  ['the description of XMP', (text) => inJpeg(build.xmpSegment(build.xmp(build.xmpDescription(escaped(text)))))],
  ['the comment of EXIF', (text) => inExif(build.userComment('UNICODE', build.utf16be(text)))],
  ['the description of EXIF', (text) => inExif(build.asciiTag(0x010e, text))],
  ['the comment of Windows', (text) => inExif({ tag: 0x9c9c, type: 1, data: Buffer.from(text, 'utf16le') })],
  ['the caption of IPTC', (text) => inJpeg(build.photoshopSegment(build.iptc([[120, text]])))],
  ['a comment of JPEG', (text) => inJpeg(build.segment(0xfe, Buffer.from(text)))],
  ['PNG’s Description', (text) => metadataOf('png', build.pngWith({ Description: text }))],
  ['PNG’s Comment', (text) => metadataOf('png', build.pngWith({ Comment: text }))],
];

const data: readonly string[] = [
  '{"title":"Harbour","id":7}',
  ' {"title": "Harbour", "tags": ["sea"',
  '[{"id":1,"text":"a harbour"}]',
  "{'prompt': 'a harbour'}",
  '"{\\"prompt\\": \\"a harbour\\"}"',
  'Prompt:{"3":{"class_type":"KSam',
  'Workflow: {"nodes":[]',
  'workflow={"nodes":[]}',
  '{"prompt":"{\\"1\\":{\\"class_type\\":\\"LoadImage\\",\\"inputs\\":{}}}"}',
  '{}',
  '[]',
  '<?xml version="1.0"?><a/>',
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>',
  '<!DOCTYPE html><p>a harbour',
  'd41d8cd98f00b204e9800998ecf8427e',
  '5b0c2a44-6a1f-4a0e-9f6e-9a0f6f0d2f11',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'https://example.com/a.png',
  'Tags: sea, pier',
  'keywords=sea;pier',
  '#sea #pier, #boats',
  'OLYMPUS DIGITAL CAMERA',
  'Created by Google Generative AI.',
  'Made with Google AI',
  'AI generated image',
  'Exif_JPEG_PICTURE',
];

const words: readonly string[] = [
  'a harbour at dawn',
  '{{best quality}}, a harbour',
  '{red|blue} harbour',
  '[cat:dog:0.5] on a pier',
  '(harbour:1.2), <lora:sea:0.8>',
  'a sign that says "{closed}": [open]',
  'hashtag #sea on a wall',
  'made of glass, a harbour',
  '港',
  'früh am Hafen, weiß',
];

describe.each(fields)('%s', (_name, read) => {
  it.each(data)('with %s', async (text) => {
    expect(await read(text)).toMatchObject({ prompt: null, negativePrompt: null });
  });

  it.each(words)('may have the words %s', async (text) => {
    expect((await read(text)).prompt).toBe(text);
  });
});

describe('words about a photo', () => {
  const camera = [build.asciiTag(0x010f, 'Canon'), build.asciiTag(0x0110, 'Canon EOS R5')];
  const exposure = [{ tag: 0x8827, type: 3, data: build.u16(200) }];
  const text = 'Ana and Otto in the harbour';
  const caption = build.xmpSegment(build.xmp(build.xmpDescription(text)));
  const taken = build.exifSegment(build.tiff(camera, exposure));
  const a1111 = 'a harbour\nSteps: 20, Seed: 5';

  it.each([
    ['in XMP', [taken, caption]],
    ['in IPTC', [taken, build.photoshopSegment(build.iptc([[120, text]]))]],
    ['in EXIF', [build.exifSegment(build.tiff([build.asciiTag(0x010e, text), ...camera], exposure))]],
    ['in the comment of EXIF', [build.exifSegment(build.tiff(camera, [build.userComment('ASCII\0\0\0', Buffer.from(text)), ...exposure]))]],
    ['in a comment of JPEG', [taken, build.segment(0xfe, text)]],
    ['whose EXIF is only in XMP', [build.xmpSegment(build.xmp(`${build.xmpDescription(text)}<tiff:Make>Canon</tiff:Make><exif:FNumber>28/10</exif:FNumber>`, 'xmlns:tiff="http://ns.adobe.com/tiff/1.0/"'))]],
  ] as const)('%s are a note', async (_place, segments) => {
    expect(await inJpeg(...segments)).toMatchObject({ prompt: null, note: text });
  });

  it.each([
    ['no camera', [caption]],
    ['only a maker, which generators write, too', [build.exifSegment(build.tiff(camera)), caption]],
    ['only an exposure', [build.exifSegment(build.tiff([], exposure)), caption]],
  ] as const)('with %s are a prompt', async (_place, segments) => {
    expect(await inJpeg(...segments)).toMatchObject({ prompt: text, note: null });
  });

  it('leave what a generator wrote into a photo', async () => {
    const inComment = build.userComment('UNICODE\0', build.utf16be(a1111));
    expect(await inJpeg(build.exifSegment(build.tiff(camera, [inComment, ...exposure])), caption)).toMatchObject({ prompt: 'a harbour', note: null, source: 'a1111' });
  });
});

describe('a description', () => {
  const tagged = (text: string): Promise<PictureMetadata> =>
    inJpeg(build.xmpSegment(build.xmp(`${build.xmpDescription(text)}<dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>Old pier</rdf:li></rdf:Bag></dc:subject>`)));

  it('that repeats the tags is none', async () => {
    for (const text of ['sea', 'sea, old pier', 'Old Pier; Sea', 'sea\nOld pier']) expect((await tagged(text)).prompt, text).toBeNull();
    expect((await tagged('sea, old pier, fog')).prompt).toBe('sea, old pier, fog');
  });

  it.each([
    ['Russian in Windows-1251', Buffer.from('d0e0edede5e520f3f2f0ee20e220effef0f2f3', 'hex')],
    ['Chinese in GBK', Buffer.from('c7e5b3bfb5c4b8dbbfda', 'hex')],
  ])('in %s, which nothing names, is not shown as Latin-1', async (_name, bytes) => {
    expect((await inJpeg(build.segment(0xfe, bytes))).prompt).toBeNull();
  });

  it('in Windows’ Latin-1 is', async () => {
    expect((await inJpeg(build.segment(0xfe, Buffer.from('fr\xfch, \x93wei\xdf\x94', 'latin1')))).prompt).toBe('früh, “weiß”');
  });
});

describe('a graph within other JSON', () => {
  const graph = { 3: { class_type: 'KSampler', inputs: { seed: 5, positive: ['6', 0] } }, 6: { class_type: 'CLIPTextEncode', inputs: { text: 'a harbour' } } };

  it.each([
    ['as it is', graph],
    ['as an object', { prompt: graph, workflow: {} }],
    ['as a string', { prompt: JSON.stringify(graph) }],
  ])('is read %s', async (_name, json) => {
    expect(await inExif(build.userComment('UNICODE', build.utf16be(JSON.stringify(json))))).toMatchObject({ source: 'comfyui', prompt: 'a harbour', seed: '5' });
  });

  it('is no prompt in `parameters` either', async () => {
    for (const parameters of ['{"a":1}', '[{"a":1}]', 'Prompt: {"3":{"class', '"{\\"a\\":1}"']) expect((await metadataOf('png', build.pngWith({ parameters }))).prompt, parameters).toBeNull();
    expect((await metadataOf('png', build.pngWith({ parameters: 'created by a harbour' }))).prompt).toBe('created by a harbour');
  });
});
