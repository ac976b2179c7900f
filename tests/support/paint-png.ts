import { paint, type Commission } from '../../electron/practice/painter/paint.ts';
import { encodePng } from '../../electron/practice/painter/png.ts';

/** A real PNG by the painter of the practice service; the same commission always gives the same bytes. */
export async function paintPng(commission: Commission): Promise<Buffer> {
  const painting = paint(commission);
  let step = painting.next();
  while (!step.done) step = painting.next();
  const { width, height, prompt } = commission;
  return encodePng({ width, height, scanlines: step.value, prompt });
}
