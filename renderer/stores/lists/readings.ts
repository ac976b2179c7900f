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

/** Characters before a foreign one, and of the piece around it. */
const [before, longest] = [15, 45];
/** Pieces in a sample. */
const mostPieces = 3;
/** Bytes that are compared, which are enough for tens of thousands of prompts. */
const mostCompared = 5_000_000;
const newline = 0x0a;

/** What no text has: control characters, and signs without a meaning of their own. */
const odd = /[^\P{Cc}\t\n\r]|[\p{Cn}\p{Co}]/u;

/**
 * The encodings in which a file may be written, each with what a person would see. Encodings in which all of it reads the same are one. None: it is UTF-8
 * for the most part, so it was damaged or put together from several texts.
 */
export async function readingsOf(file: Blob): Promise<readonly Reading[]> {
  const all = new Uint8Array(await file.arrayBuffer());
  if (isMostlyUtf8(all)) return [];
  const bytes = all.length <= mostCompared ? all : all.subarray(0, all.lastIndexOf(newline, mostCompared) + 1);
  const spots = spotsIn(bytes);
  const found = new Map<string, Reading>();
  for (const encoding of oldEncodings) {
    const text = textIn(bytes, encoding);
    if (text === null || odd.test(text) || found.has(text)) continue;
    found.set(text, { encoding, sample: spots.map((spot) => sampleOf(spot, encoding)).join(' … ') });
  }
  return [...found.values()];
}

/** A byte that is not ASCII, and the line in which it stands. */
interface Spot {
  readonly line: Uint8Array;
  readonly at: number;
}

/** The first places with bytes that the places before do not have. */
function spotsIn(bytes: Uint8Array): readonly Spot[] {
  const spots: Spot[] = [];
  const seen = new Set<number>();
  for (let start = 0; start < bytes.length && spots.length < mostPieces;) {
    const next = bytes.indexOf(newline, start);
    const line = bytes.subarray(start, next === -1 ? bytes.length : next);
    const at = line.findIndex((byte) => (byte > 0x7e || byte === 0x1b) && !seen.has(byte));
    if (at !== -1) spots.push({ line, at });
    for (const byte of line) seen.add(byte);
    start += line.length + 1;
  }
  return spots;
}

function sampleOf({ line, at }: Spot, encoding: OldEncoding): string {
  const text = textIn(line, encoding) ?? '';
  const place = textIn(line.subarray(0, at), encoding)?.length ?? text.search(/[^\t -~]/);
  const from = Math.max(0, place - before);
  return text.slice(from, from + longest).trim();
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
