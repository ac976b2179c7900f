/**
 * Folds text as the database's indexes do (FTS5: unicode61 with `remove_diacritics 2`, trigram with `remove_diacritics 1`): case in all
 * scripts, accents of Latin letters only. `é` and `e` are the same letter, `й` and `и` are not. Unlike the indexes, it first composes
 * decomposed text, such as file names from a Mac.
 */

const combiningMark = /^[\u0300-\u036f]$/;
/** An ASCII letter followed by its accents. */
const accented = /^([a-z])[\u0300-\u036f]+$/;

/** Folds one code point. Combining marks are dropped. */
function foldCharacter(character: string): string {
  if (character < '\u0080') return character.toLowerCase();
  if (combiningMark.test(character)) return '';
  const lower = withoutVariants(character.toLowerCase());
  return accented.exec(lower.normalize('NFD'))?.[1] ?? lower;
}

/** Letters with the same capital become one: ς and σ, ϑ and θ, long s and s. The Turkish ı stays a letter of its own. */
function withoutVariants(lower: string): string {
  const capital = lower.toUpperCase();
  return capital.length === lower.length && lower !== 'ı' ? capital.toLowerCase() : lower;
}

export function fold(text: string): string {
  return foldAsItIs(text.normalize('NFC'));
}

/** Folds without composing first, as the indexes do: a decomposed `й` becomes `и`. */
export function foldAsItIs(text: string): string {
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

/** A folded text that can be mapped back to its source. */
export interface FoldedText {
  readonly folded: string;
  /** For each UTF-16 unit of `folded`, its position in the source. The last entry is the length of the source. */
  readonly origins: readonly number[];
}

export function foldWithOrigins(text: string): FoldedText {
  const origins: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of characters(text)) {
    const piece = fold(character);
    folded += piece;
    for (let unit = 0; unit < piece.length; unit++) origins.push(at);
    at += character.length;
  }
  origins.push(at);
  return { folded, origins };
}

/** Sequences that may compose to one character: a letter with its marks, or the parts of a Korean syllable. */
const inPieces = /(?:[\u1100-\u1112][\u1161-\u1175]|[\uac00-\ud7a3])[\u11a8-\u11c2]?|[^]\p{M}*/gu;

/** The characters of a text. A decomposed character counts as one. */
function characters(text: string): Iterable<string> {
  if (text.normalize('NFC') === text) return text;
  return (text.match(inPieces) ?? []).flatMap((part) => (part.normalize('NFC') === part ? [...part] : [part]));
}

/**
 * Digits, and letters of scripts that separate words by spaces. In other scripts the index's words are useless: it takes a Chinese
 * sentence for one word, and splits Thai and Hindi at vowel signs.
 */
export const wordCharacter = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Nd}]`;
const wholeWord = new RegExp(`^${wordCharacter}+$`, 'u');
const eachWord = new RegExp(`${wordCharacter}+`, 'gu');

/** Whether a folded text is one word in a script that uses spaces. */
export function isWord(folded: string): boolean {
  return wholeWord.test(folded);
}

/** The words of a folded text with their positions. `赤いfoxが` contains one: `fox`. */
export function wordsOf(folded: string): readonly { readonly word: string; readonly start: number }[] {
  return Array.from(folded.matchAll(eachWord), (match) => ({ word: match[0], start: match.index }));
}
