import { boxAt, boxesIn, maxBoxes, type Box } from './avif-boxes.ts';
import type { ByteSource, PictureHeader, PixelSize } from './image-header.ts';

const maxMetaBytes = 4 * 1024 * 1024;

/**
 * AVIF is a tree of boxes (ISO 14496-12). `meta/iprp/ipco/ispe` has the sizes of its parts. The largest part is the picture; others are tiles,
 * a thumbnail or transparency.
 */
export async function inspectAvif(source: ByteSource): Promise<PictureHeader | null> {
  const { boxes, isWhole } = await topLevelBoxes(source);
  const meta = boxes.find(({ type }) => type === 'meta');
  if (meta === undefined || meta.end - meta.start > maxMetaBytes) return null;
  const bytes = await source.read(meta.start, meta.end - meta.start);
  // Like `ispe`, `meta` begins with four bytes of version and flags.
  const parts = boxesIn(bytes, 4, bytes.length);
  const properties = parts.filter(({ type }) => type === 'iprp').flatMap((box) => boxesIn(bytes, box.start, box.end));
  const sizes = properties
    .filter(({ type }) => type === 'ipco')
    .flatMap((box) => boxesIn(bytes, box.start, box.end))
    .filter(({ type, start, end }) => type === 'ispe' && end - start >= 12)
    .map(({ start }) => ({ width: bytes.readUInt32BE(start + 4), height: bytes.readUInt32BE(start + 8) }));
  const largest = sizes.reduce<PixelSize | null>((most, size) => (most === null || areaOf(size) > areaOf(most) ? size : most), null);
  const hasData = [...boxes, ...parts].some(({ type }) => type === 'mdat' || type === 'idat');
  return largest && { ...largest, isWhole: isWhole && hasData };
}

function areaOf({ width, height }: PixelSize): number {
  return width * height;
}

/** The boxes up to the first that ends after the file, because the file was cut or its writer was wrong. */
async function topLevelBoxes(source: ByteSource): Promise<{ readonly boxes: readonly Box[]; readonly isWhole: boolean }> {
  const boxes: Box[] = [];
  for (let at = 0; at < source.size && boxes.length < maxBoxes;) {
    const box = boxAt(await source.read(at, 16), 0, source.size - at);
    if (box === null) return { boxes, isWhole: false };
    boxes.push({ type: box.type, start: at + box.start, end: at + box.end });
    at += box.end;
  }
  return { boxes, isWhole: true };
}
