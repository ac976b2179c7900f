import { savedPromptLimits } from '../input-limits.ts';

/** A snippet's word: small letters of any script, digits, `-` and `_`. */
export const snippetWord = new RegExp(`^[\\p{Ll}\\p{Lo}\\p{M}\\p{Nd}_-]{1,${savedPromptLimits.snippet}}$`, 'u');

const characters = '[\\p{L}\\p{M}\\p{Nd}_-]';
const begun = new RegExp(`(?<=^|\\s)/(${characters}*)$`, 'u');
const goesOn = new RegExp(`^${characters}`, 'u');

/** The word that is being typed after a slash. */
export interface SnippetAtCaret {
  /** Where the slash is, in UTF-16 units. */
  readonly at: number;
  /** What is typed after it, in lower case. */
  readonly typed: string;
}

/** The snippet that is being typed at the caret. A slash begins one at the start of the text and after white space. Null: none, or the caret is inside the word. */
export function snippetAtCaret(text: string, caret: number): SnippetAtCaret | null {
  const match = begun.exec(text.slice(0, caret));
  return match === null || goesOn.test(text.slice(caret)) ? null : { at: match.index, typed: (match[1] ?? '').toLowerCase() };
}

/** The text with `insert` in place of the slash and the word typed at the caret, and where the caret is then. */
export function withSnippet(text: string, { at }: SnippetAtCaret, caret: number, insert: string): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, at) + insert + text.slice(caret), caret: at + insert.length };
}
