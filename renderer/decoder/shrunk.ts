/** Pixels a side of the square that pictures are compared by. */
export const shrunkSide = 64;
/** No thumbnail is larger. */
const largest = 512;

/**
 * Red, green, blue and alpha of a picture that is drawn as a square of 64 pixels. Transparent parts count as neutral grey. The square is halved again and
 * again, because each pixel is then the mean of all that it covers: drawn in one step, Chromium takes only some of them, and thin lines of a page come and go.
 */
export function shrunk(picture: CanvasImageSource & { readonly width: number; readonly height: number }): Uint8ClampedArray {
  let side = shrunkSide;
  while (side < Math.min(Math.max(picture.width, picture.height), largest)) side *= 2;
  let context = squareOf(side);
  context.fillStyle = '#808080';
  context.fillRect(0, 0, side, side);
  context.drawImage(picture, 0, 0, side, side);
  while (side > shrunkSide) {
    side /= 2;
    const half = squareOf(side);
    half.drawImage(context.canvas, 0, 0, side, side);
    context = half;
  }
  return context.getImageData(0, 0, side, side).data;
}

function squareOf(side: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas context');
  context.imageSmoothingQuality = 'low';
  return context;
}
