/** Side, in pixels, of the icon at the pointer while a picture is dragged out. */
export const dragIconSide = 64;
const frame = 3;
const radius = 7;
const white = [255, 255, 255] as const;
const grey = [128, 128, 128] as const;

/**
 * A framed miniature in the picture's own colours (shared/windows/thumbnail-look.ts), in BGRA. It is painted from the colours because main decodes no pictures
 * and `nativeImage` cannot read the WebP thumbnails.
 */
export function dragBitmap(colours: Uint8Array): Buffer {
  const bitmap = Buffer.alloc(dragIconSide * dragIconSide * 4);
  for (let y = 0; y < dragIconSide; y += 1) {
    for (let x = 0; x < dragIconSide; x += 1) {
      if (isOutside(x, y)) continue;
      const edge = Math.min(x, y, dragIconSide - 1 - x, dragIconSide - 1 - y);
      const [red, green, blue] = edge < frame ? white : colourAt(colours, x / (dragIconSide - 1), y / (dragIconSide - 1));
      bitmap.set([blue, green, red, 255], (y * dragIconSide + x) * 4);
    }
  }
  return bitmap;
}

/** Whether a pixel is outside a rounded corner. */
function isOutside(x: number, y: number): boolean {
  const beyond = (at: number): number => Math.max(radius - at, at - (dragIconSide - 1 - radius), 0);
  return Math.hypot(beyond(x), beyond(y)) > radius;
}

/** Blends the colours of the four corners, and of the middle the nearer to it. `x`, `y`: 0 to 1. */
function colourAt(colours: Uint8Array, x: number, y: number): readonly [number, number, number] {
  if (colours[0] !== 1) return grey;
  const middle = Math.max(0, 1 - 2 * Math.hypot(x - 0.5, y - 0.5));
  const weights = [(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y].map((weight) => weight * (1 - middle));
  const channel = (of: number): number => Math.round([...weights, middle].reduce((sum, weight, place) => sum + weight * (colours[1 + place * 3 + of] ?? 0), 0));
  return [channel(0), channel(1), channel(2)];
}
