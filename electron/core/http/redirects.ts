/** The statuses of an answer that may name another address. */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The address of a redirect. A header is bytes, one for each character, and some servers write an address with bytes that must be encoded. Of a
 * header that was sent twice, the first counts.
 */
export function redirectIn(location: string): string {
  const [first = ''] = location.split(/, (?=[a-z][a-z0-9+.-]*:\/\/|\/)/i);
  return first.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
