import { fold, foldAsItIs, wordCharacter } from './fold.ts';

/**
 * Between a letter of a script with spaces and one of a script without. The database's index of words takes `赤いfoxが` for one word; with
 * these borders drawn it has `fox` in it.
 */
const otherLetter = String.raw`(?!${wordCharacter})[\p{Lo}\p{Lm}]`;
const border = new RegExp(String.raw`${otherLetter}\p{M}*(?=${wordCharacter})|${wordCharacter}\p{M}*(?=${otherLetter})`, 'gu');

/**
 * Those of the texts that have such borders, with a space at each, or characters in pieces that the index takes for others (`й`
 * as `и` and a mark), put together; null: none has, as in most languages.
 */
export function setApart(texts: readonly (string | null)[]): string | null {
  const apart = texts.flatMap((text) => {
    if (text === null) return [];
    const drawn = putTogether(text).replace(border, '$& ');
    return drawn === text ? [] : [drawn];
  });
  return apart.length === 0 ? null : apart.join('\n');
}

/** The accents of Latin letters need not be: the index drops them. */
function putTogether(text: string): string {
  const whole = text.normalize('NFC');
  return whole === text || foldAsItIs(text) === fold(whole) ? text : whole;
}
