import { jpegSegments } from '../../../image-header/jpeg-header.ts';
import type { ByteSource } from '../../../image-header/byte-source.ts';
import type { EmbeddedBlocks } from '../embedded.ts';
import { iptcOf } from './iptc.ts';
import { limits } from '../limits.ts';
import { decodeLoosely } from '../text.ts';

export const exifName = 'Exif\0\0';
export const xmpName = 'http://ns.adobe.com/xap/1.0/\0';
/** Segments that continue a packet too large for one segment. */
export const extensionName = 'http://ns.adobe.com/xmp/extension/\0';
export const photoshopName = 'Photoshop 3.0\0';

/** Reads the segments of a JPEG before its compressed data. */
export async function readJpegSegments(source: ByteSource, found: EmbeddedBlocks): Promise<void> {
  const photoshop: Buffer[] = [];
  const extension: Buffer[] = [];
  for await (const { marker, from, to } of jpegSegments(source, limits.steps)) {
    const length = to - from - 4;
    if ((marker !== 0xe1 && marker !== 0xed && marker !== 0xfe) || !found.admits(length)) continue;
    const data = await source.read(from + 4, length);
    if (data.length < length) break;
    takeSegment(marker, data, found, photoshop, extension);
  }
  if (extension.length > 0) found.addXmp(inPlace(extension));
  if (photoshop.length > 0) {
    const iptc = iptcOf(Buffer.concat(photoshop));
    if (iptc !== null) found.addIptc(iptc);
  }
}

function takeSegment(marker: number, data: Buffer, found: EmbeddedBlocks, photoshop: Buffer[], extension: Buffer[]): void {
  const isNamed = (name: string): boolean => data.toString('latin1', 0, name.length) === name;
  if (marker === 0xfe) found.addText('jpeg:comment', decodeLoosely(data));
  else if (marker === 0xed && isNamed(photoshopName)) photoshop.push(data.subarray(photoshopName.length));
  else if (marker === 0xe1 && isNamed(exifName)) found.addExif(data.subarray(exifName.length));
  else if (marker === 0xe1 && isNamed(xmpName)) found.addXmp(data.subarray(xmpName.length));
  else if (marker === 0xe1 && isNamed(extensionName)) extension.push(data.subarray(extensionName.length));
}

/** Joins the parts of an extended packet. Each part begins with the packet's digest (32 bytes), the packet's length, and the offset of the part. */
function inPlace(parts: readonly Buffer[]): Buffer {
  const whole = parts.filter((part) => part.length >= 40 && part.toString('latin1', 0, 32) === parts[0]?.toString('latin1', 0, 32));
  return Buffer.concat(whole.toSorted((a, b) => a.readUInt32BE(36) - b.readUInt32BE(36)).map((part) => part.subarray(40)));
}
