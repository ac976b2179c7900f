import type { ImageType } from '../../../shared/task.ts';

/** Bytes from the beginning that decide a picture's type. */
export const typeBytes = 64;

/** What a file is, by its first bytes and nothing else: neither its address nor its `Content-Type` is asked. */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, typeBytes));
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  return text(4, 8) === 'ftyp' && brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : null;
}

function brandsOf(bytes: Buffer): readonly string[] {
  const end = bytes.length < 4 ? 0 : Math.min(bytes.readUInt32BE(0), bytes.length);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}
