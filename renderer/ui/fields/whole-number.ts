/** The whole number that stands in a text, if it lies between `min` and `max`; else null. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,9}$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return value >= min && value <= max ? value : null;
}

/** One step from what stands there, held within its bounds; from what is no number, the nearest bound. */
export function stepped(text: string, step: 1 | -1, min: number, max: number): number {
  const value = Number.parseInt(text, 10);
  return Math.min(Math.max(Number.isNaN(value) ? min : value + step, min), max);
}
