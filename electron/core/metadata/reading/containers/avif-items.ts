import { boxesIn, maxBoxes, outerBoxes } from '../../../image-header/avif-boxes.ts';
import type { ByteSource } from '../../../image-header/byte-source.ts';
import type { EmbeddedBlocks } from '../embedded.ts';
import { limits } from '../limits.ts';

interface Extent {
  readonly offset: number;
  readonly length: number;
}

interface Location {
  /** Whether the extents are in `idat` instead of the file. */
  readonly inside: boolean;
  readonly extents: readonly Extent[];
}

const maxItems = 1000;

/** Reads EXIF and XMP of an AVIF: items that `meta/iinf` names and `meta/iloc` locates (ISO 14496-12, 8.11). */
export async function readAvifItems(source: ByteSource, found: EmbeddedBlocks): Promise<void> {
  const meta = await metaOf(source, found);
  if (meta === null) return;
  const boxes = boxesIn(meta, 4, meta.length);
  const part = (type: string): Buffer | null => {
    const box = boxes.find((candidate) => candidate.type === type);
    return box === undefined ? null : meta.subarray(box.start, box.end);
  };
  const [names, places, inside] = [part('iinf'), part('iloc'), part('idat')];
  if (names === null || places === null) return;
  const locations = locationsOf(places);
  for (const [id, kind] of itemsOf(names)) {
    const location = locations.get(id);
    const bytes = location === undefined ? null : await bytesOf(location, source, inside, found);
    if (bytes === null) continue;
    // An EXIF item begins with the distance to its TIFF header.
    if (kind === 'xmp') found.addXmp(bytes);
    else if (bytes.length > 4) found.addExif(bytes.subarray(Math.min(4 + bytes.readUInt32BE(0), bytes.length)));
  }
}

async function metaOf(source: ByteSource, found: EmbeddedBlocks): Promise<Buffer | null> {
  for await (const { type, start, end } of outerBoxes(source)) {
    if (type === 'meta') return found.admits(end - start) ? source.read(start, end - start) : null;
  }
  return null;
}

/** The ids of EXIF and XMP items. */
function itemsOf(iinf: Buffer): ReadonlyMap<number, 'exif' | 'xmp'> {
  const items = new Map<number, 'exif' | 'xmp'>();
  for (const { type, start, end } of boxesIn(iinf, iinf[0] === 0 ? 6 : 8, iinf.length)) {
    const version = iinf[start] ?? 0;
    const idBytes = version === 2 ? 2 : 4;
    // Version and flags, the id, two bytes of protection, four letters.
    const kindAt = start + 4 + idBytes + 2;
    if (type !== 'infe' || version < 2 || kindAt + 4 > end) continue;
    const id = iinf.readUIntBE(start + 4, idBytes);
    const kind = iinf.toString('latin1', kindAt, kindAt + 4);
    if (kind === 'Exif') items.set(id, 'exif');
    else if (kind === 'mime' && iinf.toString('latin1', kindAt + 4, end).includes('\0application/rdf+xml')) items.set(id, 'xmp');
  }
  return items;
}

function locationsOf(iloc: Buffer): ReadonlyMap<number, Location> {
  const locations = new Map<number, Location>();
  const version = iloc[0] ?? 0;
  let at = 4;
  let isCut = false;
  const number = (bytes: number): number => {
    if (at + bytes > iloc.length) isCut = true;
    const value = isCut || bytes === 0 ? 0 : bytes === 8 ? Number(iloc.readBigUInt64BE(at)) : iloc.readUIntBE(at, bytes);
    at += bytes;
    return value;
  };
  const sizes = number(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  if (version > 2 || [offsetBytes, lengthBytes, baseBytes, indexBytes].some((bytes) => bytes !== 0 && bytes !== 4 && bytes !== 8))
    return locations;
  const count = Math.min(number(version === 2 ? 4 : 2), maxItems);
  for (let item = 0; item < count; item += 1) {
    const id = number(version === 2 ? 4 : 2);
    const method = version === 0 ? 0 : number(2) & 15;
    const otherFile = number(2);
    const base = number(baseBytes);
    const extents: Extent[] = [];
    for (let left = number(2); left > 0 && !isCut; left -= 1) {
      number(indexBytes);
      extents.push({ offset: base + number(offsetBytes), length: number(lengthBytes) });
    }
    if (isCut) break;
    if (method < 2 && otherFile === 0) locations.set(id, { inside: method === 1, extents });
  }
  return locations;
}

async function bytesOf(
  location: Location,
  source: ByteSource,
  inside: Buffer | null,
  found: EmbeddedBlocks,
): Promise<Buffer | null> {
  const total = location.extents.reduce((sum, { length }) => sum + length, 0);
  if (total === 0 || location.extents.length > maxBoxes || total > limits.blockBytes || !found.admits(total)) return null;
  const parts: Buffer[] = [];
  for (const { offset, length } of location.extents) {
    if (offset > source.size) return null;
    parts.push(
      location.inside ? (inside ?? Buffer.alloc(0)).subarray(offset, offset + length) : await source.read(offset, length),
    );
  }
  const bytes = Buffer.concat(parts);
  return bytes.length === total ? bytes : null;
}
