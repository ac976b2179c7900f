/**
 * The only reader of text files that a person brings. It reads what is certain, and refuses the rest:
 *
 * - A byte order mark says that a text is UTF-8 or UTF-16. Bytes that do not keep to it are refused.
 * - Text that is valid UTF-8 is UTF-8.
 * - UTF-16 without a mark is recognised by the NUL bytes of its Latin letters, spaces and line breaks.
 * - Anything else was written with the signs of one language, and its bytes do not say of which: `é` of Western Europe is `й` in Russia. A detector
 *   would guess, and a wrong guess is paid for. So such a text is read only in an encoding that a person has chosen by looking at it.
 *
 * A text never has NUL in it. It keeps its byte order mark, as `\uFEFF`.
 */

/** `no-text`: it contains NUL. `not-unicode`: nothing says in which encoding it is. `damaged`: its bytes do not keep to its encoding. */
export type TextFault = 'no-text' | 'not-unicode' | 'damaged';

export class NotText extends Error {
  readonly fault: TextFault;

  constructor(fault: TextFault) {
    super(fault);
    this.name = 'NotText';
    this.fault = fault;
  }
}

/** Reads a text in pieces of any length. Both methods throw NotText. */
export interface TextReader {
  push(bytes: Uint8Array): string;
  /** What is left at the end of the bytes. */
  end(): string;
}

type Decoder = InstanceType<typeof TextDecoder>;

/** @param chosen the encoding that the person chose, as TextDecoder names it; null: the bytes must say it */
export function createTextReader(chosen: string | null = null): TextReader {
  let beginning: Uint8Array = new Uint8Array();
  let decoder: Decoder | null = null;
  let known = true;
  const open = (bytes: Uint8Array): Decoder => {
    const found = chosen ?? encodingOf(bytes);
    known = found !== null;
    return new TextDecoder(found ?? 'utf-8', { fatal: true, ignoreBOM: true });
  };
  const decode = (bytes: Uint8Array, stream: boolean): string => {
    let text: string;
    try {
      text = (decoder ??= open(bytes)).decode(bytes, { stream });
    } catch (error) {
      throw error instanceof NotText ? error : new NotText(known ? 'damaged' : 'not-unicode');
    }
    if (text.includes('\0')) throw new NotText('no-text');
    if (switched.test(text)) throw new NotText('not-unicode');
    return text;
  };
  return {
    push(bytes) {
      if (decoder) return decode(bytes, true);
      beginning = joined(beginning, bytes);
      return beginning.length < enough ? '' : decode(beginning, true);
    },
    end: () => decode(decoder ? new Uint8Array() : beginning, false),
  };
}

/** Reads a text whole. Throws NotText. */
export function readText(bytes: Uint8Array, chosen: string | null = null): string {
  const reader = createTextReader(chosen);
  return reader.push(bytes) + reader.end();
}

/** Bytes by which an encoding is recognised. */
const enough = 4096;

/** ISO 2022 switches between character sets with escapes, so that its bytes are ASCII and look like UTF-8. */
// oxlint-disable-next-line no-control-regex -- an escape is a control character
const switched = /\x1b\$|\x1b\([IJ]/;

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Null: nothing says it, and only UTF-8 can be tried. */
function encodingOf(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  // Marks of UTF-32, which no decoder of the platform reads.
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) throw new NotText('no-text');
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  return bytes.includes(0) ? unmarkedUtf16(bytes) : null;
}

/** How bytes look as UTF-16 of one byte order. */
interface Look {
  /** Every character is one that Unicode has, and none is a control character. */
  readonly fits: boolean;
  readonly units: number;
  /** Units that are ASCII, and how many different ones. */
  readonly ascii: number;
  readonly distinct: number;
}

/**
 * The byte order if it is certain: nearly all of the text is ASCII, or the other order makes no text. Bytes of an odd kind, such as texts with a NUL
 * at their ends, satisfy neither. Throws NotText for them.
 */
function unmarkedUtf16(bytes: Uint8Array): string {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const [little, big] = [lookAt(whole, 'utf-16le'), lookAt(whole, 'utf-16be')];
  const isUtf8 = canDecode(bytes, 'utf-8');
  const isClear = (one: Look, other: Look): boolean =>
    one.fits && ((one.distinct > 2 && 4 * one.ascii >= 3 * one.units) || (!isUtf8 && !other.fits && one.ascii > 2 * other.ascii));
  const [isLittle, isBig] = [isClear(little, big), isClear(big, little)];
  if (isLittle === isBig) throw new NotText('no-text');
  return isLittle ? 'utf-16le' : 'utf-16be';
}

/** Control characters, and what is no character or has no meaning. */
const odd = /[^\P{Cc}\t\n\r]|[\p{Cn}\p{Co}]/u;

function lookAt(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Look {
  const high = encoding === 'utf-16le' ? 1 : 0;
  const found = new Set<number>();
  let ascii = 0;
  for (let at = 0; at < bytes.length; at += 2) {
    const low = bytes[at + 1 - high] ?? 0;
    if (bytes[at + high] !== 0 || low > 0x7e || (low < 0x20 && low !== 0x09 && low !== 0x0a && low !== 0x0d)) continue;
    ascii += 1;
    found.add(low);
  }
  return { fits: canDecode(bytes, encoding), units: bytes.length / 2, ascii, distinct: found.size };
}

/** Whether bytes that may end inside a character are text. NUL counts as text in UTF-8 only. */
function canDecode(bytes: Uint8Array, encoding: string): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return encoding === 'utf-8' || !odd.test(text);
  } catch {
    return false;
  }
}
