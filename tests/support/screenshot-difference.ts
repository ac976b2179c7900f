import type { LatentApp } from './latent-app.ts';

/**
 * The rectangle in which two screenshots differ by more than 16 of 255. Null: nowhere. Chromium rounds the blur of a shadow otherwise on another layer,
 * which makes up to 7.
 */
export const difference = ({ electron }: LatentApp, before: Buffer, after: Buffer): Promise<unknown> =>
  electron.evaluate(({ nativeImage }, images) => {
    const [one, other] = images.map((base64) => nativeImage.createFromBuffer(Buffer.from(base64, 'base64')));
    if (!one || !other || one.isEmpty() || one.toBitmap().length !== other.toBitmap().length) throw new Error('these are not two pictures of one size');
    const { width } = one.getSize();
    const [was, is] = [one.toBitmap(), other.toBitmap()];
    const [xs, ys] = [new Set<number>(), new Set<number>()];
    for (const [at, value] of is.entries()) {
      if (Math.abs(value - (was[at] ?? 0)) <= 16) continue;
      xs.add((at >> 2) % width);
      ys.add(Math.floor((at >> 2) / width));
    }
    return xs.size === 0 ? null : { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }, [before.toString('base64'), after.toString('base64')]);
