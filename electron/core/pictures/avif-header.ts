import type { ByteSource, PixelSize } from './image-header.ts';

interface Box {
  readonly type: string;
  /** Where its contents begin and where it ends. */
  readonly start: number;
  readonly end: number;
}

const maxBoxes = 1000;
const maxMetaBytes = 4 * 1024 * 1024;

/**
 * AVIF is a tree of boxes (ISO 14496-12). The sizes of its parts stand in `meta/iprp/ipco/ispe`; the picture itself is
 * the largest of them, others are its tiles, its thumbnail, its transparency.
 */
export async function inspectAvif(source: ByteSource): Promise<PixelSize | null> {
  const boxes = await topLevelBoxes(source);
  const meta = boxes?.find(({ type }) => type === 'meta');
  if (boxes === null || meta === undefined || meta.end - meta.start > maxMetaBytes) return null;
  const bytes = await source.read(meta.start, meta.end - meta.start);
  // Like `ispe`, `meta` begins with four bytes of version and flags.
  const parts = boxesIn(bytes, 4, bytes.length);
  if (![...boxes, ...parts].some(({ type }) => type === 'mdat' || type === 'idat')) return null;
  const properties = parts.filter(({ type }) => type === 'iprp').flatMap((box) => boxesIn(bytes, box.start, box.end));
  const sizes = properties
    .filter(({ type }) => type === 'ipco')
    .flatMap((box) => boxesIn(bytes, box.start, box.end))
    .filter(({ type, start, end }) => type === 'ispe' && end - start >= 12)
    .map(({ start }) => ({ width: bytes.readUInt32BE(start + 4), height: bytes.readUInt32BE(start + 8) }));
  return sizes.reduce<PixelSize | null>((most, size) => (most === null || areaOf(size) > areaOf(most) ? size : most), null);
}

function areaOf({ width, height }: PixelSize): number {
  return width * height;
}

/** Null when a box reaches beyond the end of the file: then the file was cut. */
async function topLevelBoxes(source: ByteSource): Promise<readonly Box[] | null> {
  const boxes: Box[] = [];
  for (let at = 0; at < source.size && boxes.length < maxBoxes;) {
    const box = boxAt(await source.read(at, 16), 0, source.size - at);
    if (box === null) return null;
    boxes.push({ type: box.type, start: at + box.start, end: at + box.end });
    at += box.end;
  }
  return boxes;
}

function boxesIn(bytes: Buffer, start: number, end: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end && boxes.length < maxBoxes;) {
    const box = boxAt(bytes, at, end);
    if (box === null) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The box that begins at `at`, if it is whole and ends by `limit`. Size 1: the real one follows in 64 bits; 0: to the end. */
function boxAt(bytes: Buffer, at: number, limit: number): Box | null {
  if (at + 8 > bytes.length) return null;
  const size = bytes.readUInt32BE(at);
  const type = bytes.toString('latin1', at + 4, at + 8);
  if (size === 0) return { type, start: at + 8, end: limit };
  if (size === 1 && at + 16 > bytes.length) return null;
  const header = size === 1 ? 16 : 8;
  const end = at + (size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size);
  return end >= at + header && end <= limit ? { type, start: at + header, end } : null;
}
