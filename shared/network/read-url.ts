/** The address that a text is; null if it is none. Windows use it too, and Chrome has no `URL.parse` before version 126. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
