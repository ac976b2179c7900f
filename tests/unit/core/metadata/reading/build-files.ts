import { crc32, deflateSync } from 'node:zlib';
import type { Embedded } from '../../../../../electron/core/metadata/reading/embedded.ts';
import type { ByteSource } from '../../../../../electron/core/image-header/byte-source.ts';
import { readBlocks, readPictureMetadata } from '../../../../../electron/core/metadata/reading/read-picture-metadata.ts';
import type { PictureMetadata } from '../../../../../electron/core/metadata/reading/picture-metadata.ts';
import type { ShownType } from '../../../../../shared/task.ts';
import { samplePicture } from '../../../../support/sample-pictures.ts';

/** A file in memory that records which bytes were read. */
export function recordedSource(
  bytes: Buffer,
): ByteSource & { readonly reads: readonly { readonly offset: number; readonly length: number }[] } {
  const reads: { offset: number; length: number }[] = [];
  return {
    size: bytes.length,
    reads,
    read(offset, length) {
      const part = bytes.subarray(offset, offset + length);
      reads.push({ offset, length: part.length });
      return Promise.resolve(part);
    },
  };
}

export function metadataOf(type: ShownType, bytes: Buffer): Promise<PictureMetadata> {
  return readPictureMetadata(recordedSource(bytes), type);
}

export function blocksOf(type: ShownType, bytes: Buffer): Promise<Embedded> {
  return readBlocks(recordedSource(bytes), type);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function joined(...parts: readonly (Buffer | string)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = joined(type, data);
  return joined(u32(data.length), named, u32(crc32(named)));
}

export const tEXt = (name: string, text: string): Buffer => pngChunk('tEXt', joined(`${name}\0`, Buffer.from(text, 'utf8')));
export const zTXt = (name: string, text: string | Buffer): Buffer => pngChunk('zTXt', joined(`${name}\0\0`, deflateSync(text)));
export const iTXt = (name: string, text: string, isDeflated = false): Buffer => {
  const bytes = Buffer.from(text, 'utf8');
  return pngChunk(
    'iTXt',
    joined(`${name}\0${isDeflated ? '\x01' : '\0'}\0en\0keyword\0`, isDeflated ? deflateSync(bytes) : bytes),
  );
};

/** The sample PNG with chunks before its pixels, or behind them, as some programs write. */
export function png(chunks: readonly Buffer[], isBehind = false): Buffer {
  const { bytes } = samplePicture('png');
  const at = isBehind ? bytes.length - 12 : 33;
  return Buffer.concat([bytes.subarray(0, at), ...chunks, bytes.subarray(at)]);
}

/** A PNG with the given texts: keyword, text. */
export function pngWith(texts: Readonly<Record<string, string>>): Buffer {
  return png(Object.entries(texts).map(([name, text]) => iTXt(name, text)));
}

export function segment(marker: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const data = joined(...parts);
  return joined(Buffer.of(0xff, marker), u16(data.length + 2), data);
}

export function jpeg(segments: readonly Buffer[]): Buffer {
  const { bytes } = samplePicture('jpeg');
  return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)]);
}

export const exifSegment = (structure: Buffer): Buffer => segment(0xe1, 'Exif\0\0', structure);
export const xmpSegment = (packet: string): Buffer => segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', Buffer.from(packet));

export function webp(chunks: readonly (readonly [type: string, data: Buffer])[]): Buffer {
  const { bytes } = samplePicture('webp extended');
  const body = chunks.map(([type, data]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return joined(type, length, data, Buffer.alloc(data.length % 2));
  });
  const file = Buffer.concat([bytes, ...body]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

export function box(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const data = joined(...parts);
  return joined(u32(data.length + 8), type, data);
}

/** An AVIF without a picture: `meta` names the two items, `mdat` or (`isInside`) `idat` holds them. */
export function avif(exif: Buffer, packet: string, isInside = false): Buffer {
  const first = joined(u32(0), exif);
  const second = Buffer.from(packet);
  const info = (id: number, rest: string): Buffer => box('infe', Buffer.of(2, 0, 0, 0), u16(id), u16(0), rest);
  const head = box('ftyp', 'avif\0\0\0\0avifmif1');
  const metaOf = (start: number): Buffer => {
    const item = (id: number, offset: number, length: number): Buffer =>
      joined(u16(id), u16(isInside ? 1 : 0), u16(0), u16(1), u32(offset), u32(length));
    return box(
      'meta',
      Buffer.alloc(4),
      box('hdlr', Buffer.alloc(8), 'pict', Buffer.alloc(13)),
      box(
        'iloc',
        Buffer.of(1, 0, 0, 0, 0x44, 0),
        u16(2),
        item(1, start, first.length),
        item(2, start + first.length, second.length),
      ),
      box('iinf', Buffer.alloc(4), u16(2), info(1, 'Exif\0'), info(2, 'mime\0application/rdf+xml\0')),
      ...(isInside ? [box('idat', first, second)] : []),
    );
  };
  const meta = metaOf(isInside ? 0 : head.length + metaOf(0).length + 8);
  return isInside ? joined(head, meta) : joined(head, meta, box('mdat', first, second));
}

export interface ExifText {
  readonly tag: number;
  /** TIFF's number of the type: 2 is text, 3 a number of 16 bits, 7 bytes. */
  readonly type: number;
  readonly data: Buffer;
}

/** A TIFF structure: entries of the first directory, and of the EXIF directory. */
export function tiff(first: readonly ExifText[], second: readonly ExifText[] = [], isLittle = false): Buffer {
  const n16 = (value: number): Buffer => (isLittle ? u16(value).swap16() : u16(value));
  const n32 = (value: number): Buffer => (isLittle ? u32(value).swap32() : u32(value));
  const directory = (entries: readonly ExifText[], start: number, extra: (Buffer | null)[]): Buffer => {
    let dataAt = start + 2 + (entries.length + extra.length) * 12 + 4;
    const tail: Buffer[] = [];
    const rows = entries.map(({ tag, type, data }) => {
      const count = type === 3 ? data.length / 2 : data.length;
      if (data.length <= 4) return joined(n16(tag), n16(type), n32(count), Buffer.concat([data, Buffer.alloc(4 - data.length)]));
      const row = joined(n16(tag), n16(type), n32(count), n32(dataAt));
      tail.push(data);
      dataAt += data.length;
      return row;
    });
    const pointer = extra.map((known) => known ?? joined(n16(0x8769), n16(4), n32(1), n32(dataAt)));
    return joined(n16(entries.length + extra.length), ...rows, ...pointer, n32(0), ...tail);
  };
  const main = directory(first, 8, second.length > 0 ? [null] : []);
  return joined(isLittle ? 'II' : 'MM', n16(42), n32(8), main, second.length > 0 ? directory(second, 8 + main.length, []) : '');
}

export const asciiTag = (tag: number, text: string): ExifText => ({ tag, type: 2, data: Buffer.from(`${text}\0`, 'utf8') });
export const userComment = (name: string, text: Buffer): ExifText => ({
  tag: 0x9286,
  type: 7,
  data: Buffer.concat([Buffer.from(name.padEnd(8, '\0'), 'latin1'), text]),
});
export const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** IPTC records: number and text. */
export function iptc(records: readonly (readonly [number, string])[]): Buffer {
  return Buffer.concat(
    records.map(([number, text]) => {
      const bytes = Buffer.from(text);
      return joined(Buffer.of(0x1c, 2, number), u16(bytes.length), bytes);
    }),
  );
}

/** The segment in which JPEG keeps them, between other resources of Photoshop. */
export function photoshopSegment(records: Buffer): Buffer {
  const resource = (id: number, data: Buffer): Buffer =>
    joined('8BIM', u16(id), '\0\0', u32(data.length), data, Buffer.alloc(data.length % 2));
  return segment(
    0xed,
    'Photoshop 3.0\0',
    resource(0x03ed, Buffer.alloc(15)),
    resource(0x0404, records),
    resource(0x0425, Buffer.alloc(16)),
  );
}

/** An XMP packet around properties, attributes of `rdf:Description` and elements in it. */
export function xmp(elements: string, attributes = ''): string {
  return (
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" ' +
    'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ' +
    'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" ' +
    `${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
  );
}

export const xmpDescription = (text: string): string =>
  `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:description>`;
