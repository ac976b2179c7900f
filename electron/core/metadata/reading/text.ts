import { plainText } from '../../../../shared/request/plain-text.ts';
import { limits } from './limits.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const latin1 = new TextDecoder('windows-1252');

/** Decodes UTF-8 if the bytes are valid, otherwise Windows' extension of Latin-1. Many programs write the one where the format requires the other. */
export function decodeLoosely(bytes: Uint8Array): string {
  return utf8Of(bytes) ?? latin1.decode(bytes);
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Decodes text of one or two bytes a character. A byte order mark decides, or else zero bytes, which only UTF-16 has. Without both, the bytes are
 * UTF-8 if `isWide` is false, and also if they are plausible as UTF-8: EXIF 3.0 calls UTF-8 by the name that UTF-16 had before.
 */
export function decodeEither(bytes: Uint8Array, isWide: boolean, littleEndian: boolean): string {
  const text = withoutZeros(bytes);
  const first = (text[0] ?? 0) * 256 + (text[1] ?? 0);
  if (first === 0xfeff || first === 0xfffe || text.includes(0)) return decodeUtf16(bytes, littleEndian);
  const narrow = utf8Of(text);
  if (!isWide) return narrow ?? latin1.decode(text);
  return narrow !== null && isPlausible(narrow, bytes.length) ? narrow : decodeUtf16(bytes, littleEndian);
}

/**
 * Whether text is UTF-8 and not UTF-16 of Chinese or Japanese, which has no zero bytes either. That is hardly ever valid UTF-8. If it is, it has control
 * characters or looks like `n/d[`: no blank, and other characters than letters.
 */
function isPlausible(narrow: string, bytes: number): boolean {
  if (bytes % 2 === 1) return true;
  return bytes > 3 && !/(?![\t\n\r])\p{Cc}/u.test(narrow) && (/^\p{L}+$/u.test(narrow) || /\p{L} |, \p{L}|[^\0-\x7f]{2}/u.test(narrow));
}

/** Without the zeros at the end, which writers add to end or to pad a text. */
function withoutZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

/**
 * Decodes UTF-16 of either byte order. A byte order mark decides, or else `littleEndian`, the order of the surrounding data, unless more than half of
 * the characters are ASCII in the other order. ASCII has the zero byte first in big-endian and second in little-endian; so has 一 (4E 00) among others.
 */
export function decodeUtf16(bytes: Uint8Array, littleEndian: boolean): string {
  const even = bytes.length - (bytes.length % 2);
  const mark = even >= 2 ? (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0) : 0;
  if (mark === 0xfeff) return utf16(bytes.subarray(2, even), false);
  if (mark === 0xfffe) return utf16(bytes.subarray(2, even), true);
  let first = 0;
  let second = 0;
  for (let at = 0; at < even; at += 2) {
    if (bytes[at] === 0 && bytes[at + 1] !== 0) first += 1;
    else if (bytes[at] !== 0 && bytes[at + 1] === 0) second += 1;
  }
  const [own, other] = littleEndian ? [second, first] : [first, second];
  return utf16(bytes.subarray(0, even), other > own && other > 2 && other * 4 > even ? !littleEndian : littleEndian);
}

function utf16(bytes: Uint8Array, littleEndian: boolean): string {
  const copy = Buffer.from(bytes);
  return (littleEndian ? copy : copy.swap16()).toString('utf16le');
}

/** Well-formed text of limited length without control characters, except line breaks and tabs. Null if it is empty. */
export function cleanText(value: unknown, length: number = limits.promptLength): string | null {
  if (typeof value !== 'string') return null;
  // A cut may split a surrogate pair, and files contain broken ones anyway.
  const text = plainText(plainText(value.slice(0, length * 2)).trim().slice(0, length));
  return text === '' ? null : text;
}

/** The same on one line, for a name or a word. */
export function cleanWord(value: unknown): string | null {
  return cleanText(value, limits.shortLength)?.replaceAll(/\s+/g, ' ') ?? null;
}

/** The distinct words, in their order. */
export function cleanTags(values: readonly unknown[]): readonly string[] {
  const tags = new Set<string>();
  for (const value of values) {
    const tag = cleanWord(value);
    if (tag !== null) tags.add(tag);
    if (tags.size === limits.tags) break;
  }
  return [...tags];
}

/** A finite number from JSON or text, or null. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^\s{0,8}[+-]?\d{1,15}(?:\.\d{1,15})?\s{0,8}$/.test(value) ? Number(value) : null;
}

/** The digits of a whole number, at most 20. Null for negative numbers, which mean "any seed". */
export function seedOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  return typeof value === 'string' && /^\d{1,20}$/.test(value.trim()) ? value.trim() : null;
}

/** A whole number of at least 0, or null. */
export function countOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** `512x768` from two numbers. Null unless both can be sides. */
export function sizeOf(width: unknown, height: unknown): string | null {
  const [w, h] = [numberOf(width), numberOf(height)];
  return w !== null && h !== null && isSide(w) && isSide(h) ? `${w}x${h}` : null;
}

/** The same from `512x768`, `512×768` or `(512, 768)`. */
export function sizeIn(value: unknown): string | null {
  const found = typeof value === 'string' && value.length < 64 ? /(\d{1,6})\s{0,4}[x×*,]\s{0,4}(\d{1,6})/i.exec(value) : null;
  return found === null ? null : sizeOf(found[1], found[2]);
}

function isSide(length: number): boolean {
  return Number.isSafeInteger(length) && length > 0 && length < 1_000_000;
}
