import type { ImageType, ShownType } from '../../../shared/task.ts';

/** The first bytes that decide a file's type. An SVG may have comments before its first element. */
export const typeBytes = 1024;

/** The type of a picture by its first bytes only, regardless of its address and `Content-Type`. Null if Latent cannot show it. */
export function imageTypeOf(head: Uint8Array): ShownType | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, typeBytes));
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  return text(4, 8) === 'ftyp' && brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : null;
}

/** Latin-1 strings that a file has at these offsets. */
type Signature = readonly (readonly [at: number, text: string])[];

const signatures: readonly (readonly [ImageType, Signature])[] = [
  ['tiff', [[0, 'II*\0']]],
  ['tiff', [[0, 'II+\0']]],
  ['tiff', [[0, 'MM\0*']]],
  ['tiff', [[0, 'MM\0+']]],
  // Two letters are too few to be sure, so the four zero bytes after the length are checked too.
  ['bmp', [[0, 'BM'], [6, '\0\0\0\0']]],
  ['psd', [[0, '8BPS']]],
  ['pdf', [[0, '%PDF-']]],
  ['zip', [[0, 'PK\x03\x04']]],
  ['zip', [[0, 'PK\x05\x06']]],
  ['mov', [[4, 'ftypqt']]],
  ...['hei', 'hev', 'mif1', 'msf1'].map((brand) => ['heic', [[4, `ftyp${brand}`]]] as const),
  ['mp4', [[4, 'ftyp']]],
  ['webm', [[0, '\x1aE\xdf\xa3']]],
  ['avi', [[0, 'RIFF'], [8, 'AVI ']]],
  ['jxl', [[0, '\xff\x0a']]],
  ['jxl', [[0, '\0\0\0\x0cJXL ']]],
  ['jp2', [[0, '\0\0\0\x0cjP  ']]],
  ['ico', [[0, '\0\0\x01\0']]],
  ['exr', [[0, 'v/1\x01']]],
  ['glb', [[0, 'glTF']]],
  ['gz', [[0, '\x1f\x8b']]],
];

/** What may precede the first element of an SVG. A comment ends at its first end mark; otherwise matching many comments would take for ever. */
const svg = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml(?:(?!\?>)[^])*\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE svg[^>[]*(?:\[[^\]]*\])?>\s*)*<svg[\s>]/i;

/**
 * The type of a delivered file, whether or not it is a picture. Null for an empty file or text other than SVG, such as an error page. Everything
 * else was paid for and is kept.
 */
export function deliveredTypeOf(head: Uint8Array): ImageType | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, typeBytes));
  const text = bytes.toString('latin1');
  const known = imageTypeOf(head) ?? signatures.find(([, signature]) => signature.every(([at, part]) => text.startsWith(part, at)))?.[0];
  if (known !== undefined) return known;
  if (svg.test(text)) return 'svg';
  // UTF-16 begins with a byte order mark. Other text has no control characters except white space and escape.
  const isText = text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff') || bytes.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13) || byte === 27);
  return isText ? null : 'bin';
}

function brandsOf(bytes: Buffer): readonly string[] {
  const end = bytes.length < 4 ? 0 : Math.min(bytes.readUInt32BE(0), bytes.length);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}
