import { useEffect, useState } from 'react';
import type { ImageId } from '../../../../shared/task.ts';
import { pictureAddress } from '../../../bridge.ts';
import type { Size } from '../../../parts/stage/zoom.ts';

/** Pixels of all compared pictures together up to which each is shown in full: 800 MB once they are decoded. */
const mostPixels = 200_000_000;

/** Whether the full pictures would take too much memory together. */
export const isLargeTogether = (sizes: readonly Size[]): boolean => sizes.reduce((sum, { width, height }) => sum + width * height, 0) > mostPixels;

/** Each waits for the one before, so that only one large picture is decoded at a time. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * A smaller copy of a large picture. Null until it is made, and if the picture cannot be decoded.
 * @param longest its longer side, in device pixels
 */
export function useSmallerCopy(id: ImageId, size: Size, longest: number): ImageBitmap | null {
  const [copy, setCopy] = useState<ImageBitmap | null>(null);
  // Windows are resized in many small steps. One copy serves several.
  const side = Math.min(Math.ceil(longest / 512) * 512, Math.max(size.width, size.height));
  const { width, height } = size;
  useEffect(() => {
    let wanted = true;
    let made: ImageBitmap | null = null;
    const scale = side / Math.max(width, height);
    queue = queue.then(async () => {
      if (!wanted) return;
      const image = new Image();
      try {
        await loaded(image, pictureAddress(id));
        made = await createImageBitmap(image, { resizeWidth: Math.max(Math.round(width * scale), 1), resizeHeight: Math.max(Math.round(height * scale), 1), resizeQuality: 'high' });
      } catch {
        // Its thumbnail stays. In focus, the full picture says what is wrong.
      } finally {
        image.src = '';
      }
      if (!wanted) made?.close();
      else setCopy(made);
    });
    return () => {
      wanted = false;
      setCopy(null);
      made?.close();
    };
  }, [id, side, width, height]);
  return copy;
}

/** Without decoding, which is done once, while the copy is made. */
function loaded(image: HTMLImageElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    image.addEventListener('load', () => resolve(), { once: true });
    image.addEventListener('error', () => reject(new Error('The picture cannot be loaded.')), { once: true });
    image.src = address;
  });
}
