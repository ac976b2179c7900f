/** Blanks, and characters that nobody sees. */
const unseen = /[\s\u200b-\u200d\u2060\ufeff]/;

/** The address in a field for one, without what was put around it or into it: invisible characters, brackets, the escapes of HTML and of JSON. */
export function addressIn(text: string): string {
  const bare = withoutUnseen(text);
  const isWrapped = bare.length > 2 && ['<>', '""', '``'].includes(bare.charAt(0) + bare.charAt(bare.length - 1));
  return withoutEscapes(isWrapped ? withoutUnseen(bare.slice(1, -1)) : bare);
}

/** In an address, `&amp;` is a mark between two fields that HTML wrote so, and a backslash before a slash is one that JSON did. */
export function withoutEscapes(address: string): string {
  return address.replaceAll('\\/', '/').replace(/&(?:amp|#38|#x26);/gi, '&');
}

/** A regular expression would take quadratic time on a hostile address. */
function withoutUnseen(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && unseen.test(text.charAt(start))) start += 1;
  while (end > start && unseen.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
