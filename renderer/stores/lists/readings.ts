import { NotText, readText } from '../../../shared/texts/text-reader.ts';

/**
 * Encodings that texts were written in before Unicode, as TextDecoder names them. Those of several bytes come first, because few other texts make sense in
 * them. Their words are `list.encoding.<name>`.
 */
const oldEncodings = [
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'macintosh',
  'ibm866',
  'koi8-r',
] as const;
export type OldEncoding = (typeof oldEncodings)[number];

/** How a text would read in an encoding. */
export interface Reading {
  readonly encoding: OldEncoding;
  /** A piece of the text that has characters besides ASCII. */
  readonly sample: string;
}

/** Characters before the first foreign one, and of a whole sample. */
const [before, longest] = [30, 80];
/** Bytes that are enough for a sample. */
const looked = 4000;

/** What no text has: control characters, and signs without a meaning of their own. */
const odd = /[^\P{Cc}\t\n\r]|[\p{Cn}\p{Co}]/u;

/**
 * The encodings in which a file may be written, each with what a person would see. Encodings that show the same are one. None: it is UTF-8 for the most
 * part, so it was damaged or put together from several texts.
 */
export async function readingsOf(file: Blob): Promise<readonly Reading[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isMostlyUtf8(bytes)) return [];
  const at = bytes.findIndex((byte) => byte > 0x7e || byte === 0x1b);
  const newline = 0x0a;
  const start = Math.max(bytes.lastIndexOf(newline, at) + 1, at - looked);
  const end = bytes.lastIndexOf(newline, at + looked);
  const line = bytes.subarray(start, end > at ? end : bytes.length);
  const found = new Map<string, Reading>();
  for (const encoding of oldEncodings) {
    const text = textIn(line, encoding);
    if (text === null || odd.test(text)) continue;
    const foreign = text.search(/[^\n\r\t -~]/);
    const from = Math.max(0, foreign - before);
    const sample = text.slice(from, from + longest).split('\n')[0]?.trim() ?? '';
    const known = [...found.values()].some((other) => other.sample === sample);
    if (foreign !== -1 && !known) found.set(encoding, { encoding, sample });
  }
  return [...found.values()];
}

function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [lost, kept] = [0, 0];
  for (const [character] of new TextDecoder().decode(bytes).matchAll(/[^\0-\x7f]/g)) {
    if (character === '\uFFFD') lost += 1;
    else kept += 1;
  }
  return kept > 0 && kept >= 4 * lost;
}

function textIn(bytes: Uint8Array, encoding: OldEncoding): string | null {
  try {
    return readText(bytes, encoding);
  } catch (error) {
    if (error instanceof NotText) return null;
    throw error;
  }
}
