import { deliveredTypeOf } from '../../image-header/image-type.ts';
import type { AnsweredImage } from './answered-image.ts';

/** Shorter text cannot be a picture, and may only look like base64. */
const shortestBase64 = 64;
/** Characters that show what base64 holds. */
const headLength = 400;

/** A picture as text: a `data:` address, or base64 that begins like a picture. Null for any other text. */
export function inlineImage(text: string): AnsweredImage | null {
  return dataImage(text) ?? (isPictureText(text) ? { kind: 'inline', base64: text.trim() } : null);
}

/** The base64 of a `data:` address, as it stands there; the whole address if it holds a picture in another encoding. */
function dataImage(text: string): AnsweredImage | null {
  const plain = text.trim();
  const head = /^data:[^,]{0,1000};\s*base64\s*,/i.exec(plain)?.[0];
  if (head !== undefined) return { kind: 'inline', base64: plain.slice(head.length) };
  return /^data:image\/[^,]{0,1000},/i.test(plain) ? { kind: 'inline', base64: plain } : null;
}

/** Whether text is base64, in any of its alphabets, percent-encoded or broken into lines, and begins like a picture of a known type. */
export function isPictureText(text: string): boolean {
  if (text.length < shortestBase64) return false;
  const head = headOf(text, headLength);
  return /^[A-Za-z0-9+/_-]{48}/.test(head) && ![null, 'bin'].includes(deliveredTypeOf(Buffer.from(head, 'base64')));
}

/** The first characters of base64 as plain base64. */
function headOf(base64: string, length: number): string {
  return base64
    .slice(0, length)
    .replace(/%([0-9a-f]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\s+/g, '');
}
