/** The whole number in a text, if it lies between `min` and `max`, or else null. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,9}$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return value >= min && value <= max ? value : null;
}

/** One step from the number in a text, clamped to its bounds. If the text is no number, the lower bound. */
export function stepped(text: string, step: 1 | -1, min: number, max: number): number {
  const value = Number.parseInt(text, 10);
  return Math.min(Math.max(Number.isNaN(value) ? min : value + step, min), max);
}
