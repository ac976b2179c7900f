import { fold, foldAsItIs, wordCharacter } from './fold.ts';

/**
 * The border between a letter of a script that uses spaces and one of a script that does not. The database's word index takes `赤いfoxが`
 * for one word. With a space at each border, it finds `fox` in it.
 */
const otherLetter = String.raw`(?!${wordCharacter})[\p{Lo}\p{Lm}]`;
const border = new RegExp(String.raw`${otherLetter}\p{M}*(?=${wordCharacter})|${wordCharacter}\p{M}*(?=${otherLetter})`, 'gu');

/**
 * The texts that the word index would misread, corrected: a space at each border of scripts, and decomposed characters composed (the
 * index reads `й` as `и` and a mark). Null if it reads all of them well, as in most languages.
 */
export function separateScripts(texts: readonly (string | null)[]): string | null {
  const apart = texts.flatMap((text) => {
    if (text === null) return [];
    const drawn = putTogether(text).replace(border, '$& ');
    return drawn === text ? [] : [drawn];
  });
  return apart.length === 0 ? null : apart.join('\n');
}

/** Accents of Latin letters may stay decomposed: the index drops them. */
function putTogether(text: string): string {
  const whole = text.normalize('NFC');
  return whole === text || foldAsItIs(text) === fold(whole) ? text : whole;
}
