import { readKey, type KeyCorrection } from './service-key.ts';

/** Shorter texts are words and passwords, longer ones whole documents. */
const [shortest, longest] = [16, 1024];

/** Addresses, paths and the names of files, which are made of the same characters. */
const somethingElse = [/:\/\//, /^www\./i, /^(?:[/~]|\.{1,2}\/|[a-z]:[\\/])/i, /\.[a-z]{2,5}$/i];

/** The key in a text from the clipboard. Null: the text may be anything else, of which nothing is shown or kept. Typed and pasted keys may look otherwise. */
export function readClipboardKey(text: string): { readonly key: string; readonly corrected: readonly KeyCorrection[] } | null {
  // A whole document is not searched for a key.
  if (text.length > longest * 2) return null;
  const reading = readKey(text);
  if (!reading.ok) return null;
  const { key, corrected } = reading;
  const isLikely = key.length >= shortest && key.length <= longest && /^[\w\-.~+/=:]+$/.test(key) && /\d/.test(key) && /[a-z]/i.test(key);
  return isLikely && !somethingElse.some((pattern) => pattern.test(key)) ? { key, corrected } : null;
}
