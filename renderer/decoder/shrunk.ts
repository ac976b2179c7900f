/** Pixels a side of the square that a picture is first drawn as. No thumbnail is larger. */
const start = 512;

/**
 * Red, green, blue and alpha of a picture that is drawn as a square of `side` pixels, a power of two up to 512. Transparent parts count as neutral grey.
 * The square is halved again and again, because each pixel is then the mean of all that it covers: drawn in one step, Chromium takes only some of them, and
 * thin lines of a page come and go.
 */
export function shrunk(picture: CanvasImageSource, side: number): Uint8ClampedArray {
  let context = squareOf(start);
  context.fillStyle = '#808080';
  context.fillRect(0, 0, start, start);
  context.drawImage(picture, 0, 0, start, start);
  for (let now = start / 2; now >= side; now /= 2) {
    const half = squareOf(now);
    half.drawImage(context.canvas, 0, 0, now, now);
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
