export const clamp = (value: number, low = 0, high = 1): number => (value < low ? low : value > high ? high : value);

export const mix = (from: number, to: number, t: number): number => from + (to - from) * t;

/** 0 below `low`, 1 above `high`, smooth between; `low` may be the greater one. */
export function smooth(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low));
  return t * t * (3 - 2 * t);
}
