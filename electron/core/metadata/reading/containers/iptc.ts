import type { Finding } from '../picture-metadata.ts';
import { iptcDate } from '../dates.ts';
import { cleanTags, cleanText, cleanWord, decodeLoosely } from '../text.ts';

const iptcResource = 0x0404;
const maxResources = 1000;
const maxRecords = 5000;

/** The IPTC record among Photoshop's image resources, or null. */
export function iptcOf(resources: Buffer): Buffer | null {
  let at = 0;
  for (let count = 0; count < maxResources && at + 12 <= resources.length; count += 1) {
    if (resources.toString('latin1', at, at + 4) !== '8BIM') return null;
    const id = resources.readUInt16BE(at + 4);
    // The length of the name, the name, the length of the contents, the contents. Name and contents are padded to an even number of bytes.
    const nameBytes = 1 + (resources[at + 6] ?? 0);
    const start = at + 6 + nameBytes + (nameBytes % 2);
    if (start + 4 > resources.length) return null;
    const length = resources.readUInt32BE(start);
    if (id === iptcResource) return resources.subarray(start + 4, start + 4 + length);
    at = start + 4 + length + (length % 2);
  }
  return null;
}

/** Reads the application record (2) of IPTC-IIM. */
export function readIptc(bytes: Buffer): Finding {
  // ImageMagick keeps the header of the resource.
  const records = recordsOf(bytes.toString('latin1', 0, 4) === '8BIM' ? (iptcOf(bytes) ?? bytes.subarray(0, 0)) : bytes);
  const first = (record: number): string | null => records.find(([number]) => number === record)?.[1] ?? null;
  return {
    source: 'iptc',
    prompt: cleanText(first(120)),
    tags: cleanTags(records.filter(([number]) => number === 25).map(([, text]) => text)),
    createdAt: iptcDate(first(55), first(60)),
    software: cleanWord(first(65)),
  };
}

function recordsOf(bytes: Buffer): readonly (readonly [number, string])[] {
  const records: (readonly [number, string])[] = [];
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === 0x1c && records.length < maxRecords;) {
    const length = bytes.readUInt16BE(at + 3);
    // Lengths from 32,768 on have another format, which no text needs.
    if (length > 0x7fff || at + 5 + length > bytes.length) break;
    if (bytes[at + 1] === 2) records.push([bytes[at + 2] ?? 0, decodeLoosely(bytes.subarray(at + 5, at + 5 + length))]);
    at += 5 + length;
  }
  return records;
}
