/** The first `length` UTF-16 units, one less where that would split a character. */
export function cutText(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const splits = text.length > length && last >= 0xd800 && last < 0xdc00;
  return text.slice(0, splits ? length - 1 : length);
}

/** Half a character, or a control character besides tabs and line feeds. */
const odd = /[\p{Surrogate}\r]|(?![\t\n])\p{Cc}/u;

/**
 * Text that the request, the database, the journal and the window hold alike. Half a character becomes `�`, as a screen shows it and as UTF-8
 * would make it somewhere on the way. Line and page breaks of other programs become line feeds. Other control characters are left out, because
 * nobody sees them and some programs end a text at the first one.
 */
export function plainText(text: string): string {
  if (!odd.test(text)) return text;
  return text
    .replaceAll(/\r\n?|[\v\f\u0085]/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** Whether a text has NUL, half a character, or the sign that a program writes for a character that it could not read. Such a text was damaged before. */
export const hasLostCharacter = (text: string): boolean => /[\uFFFD\0]|\p{Surrogate}/u.test(text);
