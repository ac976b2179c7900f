/**
 * Characters that a search ignores: controls, lone surrogates, line separators, direction marks and other invisible characters.
 * They separate words, as in the index. Joiners are kept, because emoji contain them.
 */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** The same text with a space in place of each invisible character. Its length stays the same. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, ' ');
}

/** Text as terms and values hold it: normalised (NFC), trimmed, each run of white space as one space. */
export function tidy(text: string): string {
  return withoutInvisible(text).replace(/\s+/g, ' ').trim().normalize('NFC');
}

export function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
