/** Red, green, blue and alpha of a picture that is drawn as a square of `side` pixels. Transparent parts count as neutral grey. */
export function shrunk(picture: CanvasImageSource, side: number): Uint8ClampedArray {
  const context = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas context');
  context.fillStyle = '#808080';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, side, side);
  return context.getImageData(0, 0, side, side).data;
}
