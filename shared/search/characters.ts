/**
 * What a search never looks for: controls, halves of surrogate pairs, line separators, marks of direction and other
 * characters that do not show. They set words apart, as in the index. Joiners stay: emoji are made with them.
 */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** The same text, of the same length, with a space for everything invisible. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, ' ');
}

/** As terms and values hold it: normalised, runs of white space one space, none at the ends. */
export function tidy(text: string): string {
  return withoutInvisible(text).replace(/\s+/g, ' ').trim().normalize('NFC');
}

export function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
