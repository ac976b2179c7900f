import { wordCharacter } from './fold.ts';

/**
 * Between a letter of a script with spaces and one of a script without. The database's index of words takes `赤いfoxが` for one word; with
 * these borders drawn it has `fox` in it.
 */
const otherLetter = String.raw`(?!${wordCharacter})[\p{Lo}\p{Lm}]`;
const border = new RegExp(String.raw`${otherLetter}\p{M}*(?=${wordCharacter})|${wordCharacter}\p{M}*(?=${otherLetter})`, 'gu');

/** Those of the texts that have such borders, with a space at each; null: none has, as in most languages. */
export function setApart(texts: readonly (string | null)[]): string | null {
  const apart = texts.flatMap((text) => {
    const drawn = text?.replace(border, '$& ');
    return drawn === undefined || drawn === text ? [] : [drawn];
  });
  return apart.length === 0 ? null : apart.join('\n');
}
