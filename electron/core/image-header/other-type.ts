import path from 'node:path';
import { deliveredTypeOf } from './image-type.ts';

/** Extensions that mean the same type. */
const sameType: Readonly<Record<string, string>> = { TIF: 'TIFF', HEIF: 'HEIC', HIF: 'HEIC', HTM: 'HTML', YML: 'YAML', MPEG: 'MPG', DIB: 'BMP' };

/** Of types that Latent shows. A file of such a name and of other content is no picture. */
const shown: ReadonlySet<string> = new Set(['PNG', 'APNG', 'JPG', 'JPEG', 'JPE', 'JFIF', 'GIF', 'WEBP', 'AVIF']);

/** Types of which an extension tells more than the first bytes: raw photos are TIFF, documents are ZIP, and text is anything. */
const vague: ReadonlySet<string> = new Set(['TIFF', 'ZIP', 'MP4', 'WEBM', 'PDF', 'GZ', 'BIN']);

/**
 * The type of a file that Latent cannot show, in capitals, by its first bytes and its extension: `HEIC` also if it is called `a.jpg`. Empty: not known.
 * `link`: a shortcut of Windows or an alias of macOS. `no-picture`: it is only called like a picture.
 */
export function otherTypeOf(head: Uint8Array, file: string): string {
  const text = Buffer.from(head).toString('latin1', 0, 16);
  if (text.startsWith('L\0\0\0\x01\x14\x02\0') || text.startsWith('book\0\0\0\0mark')) return 'link';
  const byBytes = deliveredTypeOf(head)?.toUpperCase() ?? 'BIN';
  if (!vague.has(byBytes)) return byBytes;
  const byName = typeByName(file);
  if (byName !== '' && !shown.has(byName)) return byName;
  if (byBytes !== 'BIN') return byBytes;
  return byName === '' ? '' : 'no-picture';
}

/** By an extension of up to five letters and digits. */
function typeByName(file: string): string {
  const extension = path.extname(file).slice(1).toUpperCase();
  return /^(?=.*[A-Z])[A-Z0-9]{1,5}$/.test(extension) ? (sameType[extension] ?? extension) : '';
}
