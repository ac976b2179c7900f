/** Positions of the corner colours, in their order. */
const corners = ['0% 0%', '100% 0%', '0% 100%', '100% 100%'] as const;

/**
 * A background of the picture's own colours (as shared/thumbnail.ts has them), for until its thumbnail covers it: gradients from the
 * corners over the middle's colour. Null where they are not known.
 */
export function coloursBehind(colours: Uint8Array): string | null {
  if (colours[0] !== 1) return null;
  const colour = (at: number): string => `rgb(${colours.subarray(1 + at * 3, 4 + at * 3).join(' ')})`;
  return `${corners.map((corner, at) => `radial-gradient(circle at ${corner}, ${colour(at)}, transparent 65%)`).join()}, ${colour(corners.length)}`;
}
