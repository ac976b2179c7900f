/**
 * Folds as the database's indexes do (FTS5: unicode61 with `remove_diacritics 2`, trigram with `remove_diacritics 1`): case
 * everywhere, accents of Latin letters only. `й` and `и` are two letters, `é` and `e` are one. What came in pieces, as names of files
 * from a Mac do, is put together first, which the indexes do not do.
 */

const combiningMark = /^[\u0300-\u036f]$/;
/** A Latin letter of ASCII with accents, taken apart. */
const accented = /^([a-z])[\u0300-\u036f]+$/;

/** One code point; combining marks become nothing. */
function foldCharacter(character: string): string {
  if (character < '\u0080') return character.toLowerCase();
  if (combiningMark.test(character)) return '';
  const lower = withoutVariants(character.toLowerCase());
  return accented.exec(lower.normalize('NFD'))?.[1] ?? lower;
}

/** Letters with one capital are one: ς and σ, ϑ and θ, the long s and s. The Turkish ı is a letter of its own. */
function withoutVariants(lower: string): string {
  const capital = lower.toUpperCase();
  return capital.length === lower.length && lower !== 'ı' ? capital.toLowerCase() : lower;
}

export function fold(text: string): string {
  return foldAsItIs(text.normalize('NFC'));
}

/** As the indexes fold what they are given: of an `й` in two pieces they keep `и`. */
export function foldAsItIs(text: string): string {
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

/** A folded text and the way back. */
export interface FoldedText {
  readonly folded: string;
  /** Where each unit of `folded` came from in the text (UTF-16 units), and the text's length as the last entry. */
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

/** What may be one character when it is put together: a letter with its marks, the parts of a Korean syllable. */
const inPieces = /(?:[\u1100-\u1112][\u1161-\u1175]|[\uac00-\ud7a3])[\u11a8-\u11c2]?|[^]\p{M}*/gu;

/** One after another; those in pieces as one. */
function characters(text: string): Iterable<string> {
  if (text.normalize('NFC') === text) return text;
  return (text.match(inPieces) ?? []).flatMap((part) => (part.normalize('NFC') === part ? [...part] : [part]));
}

/**
 * Letters of scripts that set words apart by spaces, and digits. Of the others the index's words are no words: it takes a
 * Chinese sentence for one, and cuts Thai and Hindi at their vowel signs.
 */
export const wordCharacter = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Nd}]`;
const wholeWord = new RegExp(`^${wordCharacter}+$`, 'u');
const eachWord = new RegExp(`${wordCharacter}+`, 'gu');

/** Whether a folded text is one word of a script with spaces. */
export function isWord(folded: string): boolean {
  return wholeWord.test(folded);
}

/** The words of a folded text with their places in it. `赤いfoxが` has one, although nothing but its script sets it apart. */
export function wordsOf(folded: string): readonly { readonly word: string; readonly start: number }[] {
  return Array.from(folded.matchAll(eachWord), (match) => ({ word: match[0], start: match.index }));
}
