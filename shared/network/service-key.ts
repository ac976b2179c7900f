import { AppFailure, type ErrorCode } from '../errors.ts';
import { readPasted } from './pasted-text.ts';

/** What was corrected in a key. `words`: `Bearer`, `Authorization:`, `SERVICE_API_KEY=` or the like stood before it. */
export type KeyCorrection = 'blanks' | 'invisible' | 'full-width' | 'words' | 'quotes';

/** `key-dashes`: a dash of another kind than the hyphen. `key-masked`: stars or dots in place of its middle. `key-malformed`: other characters, or none. */
export type KeyFault = Extract<ErrorCode, 'key-malformed' | 'key-spaces' | 'key-masked' | 'key-dashes'>;

/** A pasted key as it is sent and kept, or why it cannot be used. */
export type KeyReading =
  | { readonly ok: true; readonly key: string; readonly corrected: readonly KeyCorrection[] }
  | { readonly ok: false; readonly why: KeyFault };

/** A line of a wrapped key has at least this many characters. Shorter lines are something else. */
const shortestLine = 16;

/** What stands before a key in headers, commands, scripts and settings. */
const words = [
  /^-H\s+/,
  /^["']?(?:proxy-)?authorization["']?\s*[:=]\s*/i,
  /^bearer(?:\s*:\s*|\s+)/i,
  /^(?:export\s+|set\s+|\$env:)?[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET)\s*[=:]\s*/,
  /^["']?(?:x-)?api[-_ ]?key["']?\s*[:=]\s*/i,
];

/** A key as people paste it. Corrects what is certain, and never guesses: a wrong key may be sent as one of another person. */
export function readKey(pasted: string): KeyReading {
  const reading = readOnce(pasted);
  if (!reading.ok || reading.key === pasted) return reading;
  // When its lines are joined, more may be found around a key.
  const again = readKey(reading.key);
  return again.ok ? { ...again, corrected: [...new Set([...reading.corrected, ...again.corrected])] } : again;
}

function readOnce(pasted: string): KeyReading {
  const { text, invisible, fullWidth } = readPasted(pasted);
  const corrected = new Set<KeyCorrection>();
  if (invisible) corrected.add('invisible');
  if (fullWidth) corrected.add('full-width');
  let [last, key] = ['', text];
  while (key !== last) {
    last = key;
    const found = words.find((word) => word.test(key));
    if (found) corrected.add('words');
    const named = found ? key.replace(found, '') : key;
    // A comma or semicolon belongs to the line only if a quotation mark is before it.
    const plain = named.replace(/^["'`“”„‘’«»<]+/, '').replace(/["'`“”‘’«»>]+[,;]?$/, '');
    if (plain !== named) corrected.add('quotes');
    key = plain.trim();
  }
  const lines = key.split(/\s*[\r\n\u2028\u2029]\s*/);
  // Lines that begin alike are several keys, and the others may be of other services.
  const isWrapped = lines.slice(0, -1).every((line) => line.length >= shortestLine) && new Set(lines.map((line) => line.slice(0, 3))).size === lines.length;
  if (isWrapped) key = lines.join('');
  if (lines.length > 1 || pasted.trim() !== pasted) corrected.add('blanks');
  const why = faultOf(key);
  return why === null ? { ok: true, key, corrected: [...corrected] } : { ok: false, why };
}

function faultOf(key: string): KeyFault | null {
  if (/\*{2}|\.{3}|[•●∙·…]/.test(key)) return 'key-masked';
  if (/\s/.test(key)) return 'key-spaces';
  if (/(?!-)[\p{Pd}\u2212]/u.test(key)) return 'key-dashes';
  // A header can contain only visible ASCII.
  return /^[\x21-\x7e]+$/.test(key) && !/^(?:bearer|authorization:?)$/i.test(key) ? null : 'key-malformed';
}

/** The key in a pasted text. Throws AppFailure with the fault. */
export function parseKey(text: string): string {
  const reading = readKey(text);
  if (!reading.ok) throw new AppFailure(reading.why);
  return reading.key;
}
