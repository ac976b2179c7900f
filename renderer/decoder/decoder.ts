import type { DecodedPicture, DecodeJob, DecoderApi, DecodeResult } from '../../shared/windows/decode-job.ts';
import { coloursOf } from './colours.ts';
import { comparedBy } from './picture-hash.ts';
import { shrunk } from './shrunk.ts';
import { smaller } from './smaller.ts';

/**
 * Runs in a hidden, sandboxed window: the only place where a picture's bytes meet a decoder besides the window
 * that shows them. A hostile file can crash this process, and main starts another.
 *
 * No workers of our own: Chromium already decodes each bitmap in its pool of threads, so that several jobs at a time
 * use every core, and the policy of this page needs no exception. Measured on two cores, three jobs here make as many
 * thumbnails a second as two workers.
 */
declare global {
  interface Window {
    readonly decoder: DecoderApi;
  }
}

async function decode({ jobId, imageId, want }: DecodeJob): Promise<DecodeResult> {
  const file = await load(imageId);
  if (typeof file === 'string') return { jobId, ok: false, reason: file };
  const options = want.kind === 'thumbnail' || want.kind === 'bitmap' ? await smaller(file, want.side) : {};
  const picture = await createImageBitmap(file, options).catch(() => asFarAsShown(imageId));
  try {
    return { jobId, ok: true, ...(await draw(picture, want)) };
  } finally {
    if (picture instanceof ImageBitmap) picture.close();
  }
}

/**
 * `createImageBitmap` refuses a picture whose end is missing or damaged. An image element, such as the one in the viewer, shows as much as can be decoded.
 * Rejects if that is nothing.
 */
async function asFarAsShown(imageId: number): Promise<HTMLImageElement> {
  const image = new Image();
  // Otherwise its pixels could not be read, because pictures have another origin than this page.
  image.crossOrigin = 'anonymous';
  const loaded = new Promise((resolve, reject) => {
    image.addEventListener('load', resolve, { once: true });
    image.addEventListener('error', reject, { once: true });
  });
  image.src = `latent://picture/${imageId}`;
  await loaded;
  const side = 64;
  const context = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  context?.drawImage(image, 0, 0, side, side);
  if (context?.getImageData(0, 0, side, side).data.some((value) => value > 0) === true) return image;
  throw new Error('nothing to see');
}

async function load(imageId: number): Promise<Blob | 'file-missing' | 'too-many-pixels'> {
  try {
    const response = await fetch(`latent://picture/${imageId}`);
    if (response.status === 413) return 'too-many-pixels';
    return response.ok ? await response.blob() : 'file-missing';
  } catch {
    // The file could not be read to its end, for example because the disk was removed.
    return 'file-missing';
  }
}

async function draw(picture: ImageBitmap | HTMLImageElement, want: DecodeJob['want']): Promise<DecodedPicture> {
  const side = want.kind === 'png' ? null : want.side;
  const scale = side === null ? 1 : Math.min(1, side / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  // The encoder reads the pixels once. On a graphics card, they would have to be copied back.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas context');
  context.imageSmoothingQuality = 'high';
  if (want.kind === 'copy' && want.type === 'jpeg') {
    // JPEG has no transparency, and transparent pixels would become black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(picture, 0, 0, width, height);
  if (want.kind === 'bitmap') return { bytes: inBgra(context), width, height, colours: null, hash: null };
  const look = want.kind === 'thumbnail' ? lookOf(canvas) : { colours: null, hash: null };
  const blob = await canvas.convertToBlob(encodingOf(want, context));
  // If an encoder refuses the size, the browser returns a PNG instead.
  if (want.kind === 'copy' && blob.type !== `image/${want.type}`) throw new Error('not encoded');
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width, height, ...look };
}

function lookOf(picture: Parameters<typeof shrunk>[0]): { readonly colours: Uint8Array; readonly hash: Uint8Array } {
  const pixels = shrunk(picture);
  return { colours: coloursOf(pixels), hash: comparedBy(pixels) };
}

function encodingOf(want: Exclude<DecodeJob['want'], { kind: 'bitmap' }>, context: OffscreenCanvasRenderingContext2D): ImageEncodeOptions {
  switch (want.kind) {
    case 'png':
      return { type: 'image/png' };
    case 'copy':
      return { type: `image/${want.type}`, quality: want.quality };
    case 'thumbnail':
      return { type: isOpaque(context) ? 'image/jpeg' : 'image/webp', quality: 0.82 };
  }
}

function inBgra(context: OffscreenCanvasRenderingContext2D): Uint8Array {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let red = 0; red < data.length; red += 4) data.set([data[red + 2] ?? 0, data[red + 1] ?? 0, data[red] ?? 0], red);
  return new Uint8Array(data.buffer);
}

/** JPEG, which has no transparency, is encoded in a sixth of the time that WebP takes. */
function isOpaque(context: OffscreenCanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  return true;
}

window.decoder.onJob((job) => {
  decode(job).then(window.decoder.done, () => window.decoder.done({ jobId: job.jobId, ok: false, reason: 'damaged' }));
});
window.decoder.ready();
