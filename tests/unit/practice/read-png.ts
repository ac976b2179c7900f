import { crc32, inflateSync } from 'node:zlib';

export interface ReadPng {
  readonly width: number;
  readonly height: number;
  /** RGB, three bytes a pixel, filters undone. */
  readonly pixels: Uint8Array;
  /** Text chunks by keyword. */
  readonly texts: ReadonlyMap<string, string>;
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Decodes an 8-bit RGB PNG by the book; throws at anything that a strict reader would refuse. */
export function readPng(file: Buffer): ReadPng {
  if (file.subarray(0, 8).toString('latin1') !== '\x89PNG\r\n\x1a\n') throw new Error('not a PNG');
  let at = 8;
  let header: Buffer | null = null;
  let ended = false;
  const data: Buffer[] = [];
  const texts = new Map<string, string>();
  while (at < file.length) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (crc32(file.subarray(at + 4, at + 8 + length)) !== file.readUInt32BE(at + 8 + length)) throw new Error(`wrong CRC in ${type}`);
    if (ended) throw new Error('something follows IEND');
    if (type === 'IHDR') header = body;
    if (type === 'IDAT') data.push(body);
    if (type === 'IEND') ended = true;
    if (type === 'tEXt') texts.set(body.toString('latin1', 0, body.indexOf(0)), body.toString('latin1', body.indexOf(0) + 1));
    if (type === 'iTXt') texts.set(body.toString('latin1', 0, body.indexOf(0)), body.toString('utf8', body.indexOf(0) + 5));
    at += 12 + length;
  }
  if (!header || !ended) throw new Error('no IHDR or no IEND');
  if (header.subarray(8).toString('hex') !== '0802000000') throw new Error('not 8-bit RGB');

  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const raw = inflateSync(Buffer.concat(data));
  const line = width * 3;
  if (raw.length !== height * (line + 1)) throw new Error('wrong amount of pixels');
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)] ?? 9;
    for (let i = 0; i < line; i++) {
      const left = i < 3 ? 0 : (pixels[y * line + i - 3] ?? 0);
      const above = y === 0 ? 0 : (pixels[(y - 1) * line + i] ?? 0);
      const corner = i < 3 || y === 0 ? 0 : (pixels[(y - 1) * line + i - 3] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      if (guess === undefined) throw new Error(`unknown filter ${filter}`);
      pixels[y * line + i] = (raw[y * (line + 1) + 1 + i] ?? 0) + guess;
    }
  }
  return { width, height, pixels, texts };
}
