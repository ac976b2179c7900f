import { useEffect, useRef, useState } from 'react';
import type { ImageId } from '../../../../shared/task.ts';
import { pictureAddress, thumbnailAddress } from '../../../../shared/windows/picture-addresses.ts';
import { placedOn, type Stage } from '../../../parts/stage/use-stage.ts';
import { fitScale, type Size } from '../../../parts/stage/zoom.ts';
import pictureStyles from '../../../ui/sheets/picture.module.css';
import styles from './panes.module.css';

/** Up to this many pixels in all compared pictures together, each is shown in full. Decoded, they take 800 MB. */
const mostPixels = 200_000_000;

/** Whether the full pictures would take too much memory together. */
export const isLargeTogether = (sizes: readonly Size[]): boolean => sizes.reduce((sum, { width, height }) => sum + width * height, 0) > mostPixels;

interface SmallerPictureProps {
  readonly id: ImageId;
  readonly stage: Stage;
  readonly alt: string;
}

/** A smaller copy of a large picture, sharp when the picture is shown whole. The thumbnail is shown until the copy is made. */
export function SmallerPicture({ id, stage, alt }: SmallerPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { frame } = stage;
  const { picture } = frame;
  const copy = useSmallerCopy(id, picture, Math.max(picture.width, picture.height) * fitScale(frame) * window.devicePixelRatio);
  useEffect(() => {
    const shown = canvas.current;
    if (!shown || !copy) return;
    shown.width = copy.width;
    shown.height = copy.height;
    shown.getContext('2d')?.drawImage(copy, 0, 0);
  }, [copy]);
  return (
    <div className={styles.smaller} style={placedOn(stage)}>
      {copy === null && <img className={pictureStyles.fill} src={thumbnailAddress(id)} alt="" draggable={false} onError={(event) => (event.currentTarget.hidden = true)} />}
      <canvas ref={canvas} className={pictureStyles.fill} role="img" aria-label={alt} />
    </div>
  );
}

/** Copies are made one after the other, so that only one large picture is decoded at a time. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * A smaller copy of a large picture. Null while it is being made, or if the picture cannot be decoded.
 * @param longest its longer side, in device pixels
 */
function useSmallerCopy(id: ImageId, size: Size, longest: number): ImageBitmap | null {
  const [copy, setCopy] = useState<ImageBitmap | null>(null);
  // A window is resized in many small steps. Rounding lets several of them share a copy.
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
        // The thumbnail stays. When the pane gets the focus, the full picture reports the error.
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

/** Loads an image without decoding it. It is decoded only once, while the copy is made. */
function loaded(image: HTMLImageElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    image.addEventListener('load', () => resolve(), { once: true });
    image.addEventListener('error', () => reject(new Error('The picture cannot be loaded.')), { once: true });
    image.src = address;
  });
}
