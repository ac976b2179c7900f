import type { ByteSource } from '../../../image-header/image-header.ts';
import type { EmbeddedBlocks } from '../embedded.ts';
import { iptcOf } from './iptc.ts';
import { limits } from '../limits.ts';
import { decodeLoosely } from '../text.ts';

const exifName = 'Exif\0\0';
const xmpName = 'http://ns.adobe.com/xap/1.0/\0';
const extensionName = 'http://ns.adobe.com/xmp/extension/\0';
const photoshopName = 'Photoshop 3.0\0';

/** A part of an XMP packet that is too long for one segment. */
interface Extension {
  readonly guid: string;
  readonly total: number;
  readonly offset: number;
  readonly bytes: Buffer;
}

/** Reads the segments of a JPEG before its compressed data. */
export async function readJpegSegments(source: ByteSource, found: EmbeddedBlocks): Promise<void> {
  const extensions: Extension[] = [];
  const photoshop: Buffer[] = [];
  let at = 2;
  for (let steps = 0; steps < limits.steps; steps += 1) {
    const head = await source.read(at, 4);
    const marker = head[1] ?? 0;
    if (head.length < 4 || head[0] !== 0xff || marker === 0xda || marker === 0xd9) break;
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = head.readUInt16BE(2) - 2;
    if (length < 0) break;
    if ((marker === 0xe1 || marker === 0xed || marker === 0xfe) && found.admits(length)) {
      const data = await source.read(at + 4, length);
      if (data.length < length) break;
      takeSegment(marker, data, { found, extensions, photoshop });
    }
    at += 4 + length;
  }
  if (photoshop.length > 0) {
    const iptc = iptcOf(Buffer.concat(photoshop));
    if (iptc !== null) found.addIptc(iptc);
  }
  const packet = joined(extensions, found.xmp[0] ?? '');
  if (packet !== null) found.addXmp(packet);
}

function takeSegment(
  marker: number,
  data: Buffer,
  to: { readonly found: EmbeddedBlocks; readonly extensions: Extension[]; readonly photoshop: Buffer[] },
): void {
  const isNamed = (name: string): boolean => data.toString('latin1', 0, name.length) === name;
  if (marker === 0xfe) to.found.addText('jpeg:comment', decodeLoosely(data));
  else if (marker === 0xed && isNamed(photoshopName)) to.photoshop.push(data.subarray(photoshopName.length));
  else if (marker === 0xe1 && isNamed(exifName)) to.found.addExif(data.subarray(exifName.length));
  else if (marker === 0xe1 && isNamed(xmpName)) to.found.addXmp(data.subarray(xmpName.length));
  else if (marker === 0xe1 && isNamed(extensionName) && data.length > extensionName.length + 40) {
    const at = extensionName.length;
    to.extensions.push({
      guid: data.toString('latin1', at, at + 32),
      total: data.readUInt32BE(at + 32),
      offset: data.readUInt32BE(at + 36),
      bytes: data.subarray(at + 40),
    });
  }
}

/** The extended packet that the main packet names, if it is complete. */
function joined(extensions: readonly Extension[], packet: string): Buffer | null {
  const pieces = extensions
    .filter(({ guid }) => /^[0-9A-F]{32}$/i.test(guid) && packet.includes(guid))
    .sort((a, b) => a.offset - b.offset);
  const total = pieces[0]?.total ?? 0;
  const parts: Buffer[] = [];
  let filled = 0;
  for (const { offset, bytes } of pieces) {
    if (offset > filled) return null;
    const fresh = bytes.subarray(filled - offset);
    parts.push(fresh);
    filled += fresh.length;
  }
  return total > 0 && filled === total ? Buffer.concat(parts) : null;
}
