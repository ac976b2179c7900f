/** Whether a key could be one: visible signs without spaces. Main decides; this only saves a round of mistakes. */
export function looksLikeKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text.trim());
}
