import { promisify } from 'node:util';
import { constants, crc32, deflate } from 'node:zlib';

const deflateAsync = promisify(deflate);

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}

/** Filters a row of RGB bytes by "Average": the best of PNG's filters for grainy pictures. `out[0]` becomes the filter's number. */
export function filterRow(row: Uint8Array, above: Uint8Array, out: Uint8Array): void {
  out[0] = 3;
  for (let i = 0; i < row.length; i++) {
    const left = i < 3 ? 0 : row[i - 3]!;
    out[i + 1] = row[i]! - ((left + above[i]!) >> 1);
  }
}

export interface PngContent {
  readonly width: number;
  readonly height: number;
  /** Filtered RGB rows, each led by its filter's number. */
  readonly scanlines: Uint8Array;
  /** Written into the file as its description. */
  readonly prompt: string;
}

/** Bytes of compressed data per IDAT chunk. */
const chunkBytes = 65_536;

/** An 8-bit RGB PNG (sRGB). Compression runs on another thread. */
export async function encodePng({ width, height, scanlines, prompt }: PngContent): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const description = Buffer.from(`Description\0\0\0\0\0${prompt}`, 'utf8');
  const compressed = await deflateAsync(scanlines, { level: 6, strategy: constants.Z_FILTERED });
  const parts = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('sRGB', Uint8Array.of(0)),
    chunk('tEXt', Buffer.from('Software\0Latent practice service', 'latin1')),
    chunk('iTXt', description),
  ];
  for (let start = 0; start < compressed.length; start += chunkBytes) {
    parts.push(chunk('IDAT', compressed.subarray(start, start + chunkBytes)));
  }
  return Buffer.concat([...parts, chunk('IEND', new Uint8Array())]);
}
