import { useEffect, useRef } from 'react';
import type { ImageId } from '../../../../shared/task.ts';
import { thumbnailAddress } from '../../../bridge.ts';
import type { Stage } from '../../../parts/stage/use-stage.ts';
import { fitScale } from '../../../parts/stage/zoom.ts';
import { useSmallerCopy } from './large-pictures.ts';
import styles from './panes.module.css';

interface SmallerPictureProps {
  readonly id: ImageId;
  readonly stage: Stage;
  readonly alt: string;
}

/** A smaller copy of a large picture, sharp when the picture is shown whole. The thumbnail is shown until the copy is made. */
export function SmallerPicture({ id, stage: { frame, placement }, alt }: SmallerPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
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
    <div
      className={styles.smaller}
      style={{
        width: picture.width,
        height: picture.height,
        transform: `translate(${Math.round(placement.x)}px, ${Math.round(placement.y)}px) scale(${placement.scale}) translate(-50%, -50%)`,
      }}
    >
      {copy === null && <img src={thumbnailAddress(id)} alt="" draggable={false} onError={(event) => (event.currentTarget.hidden = true)} />}
      <canvas ref={canvas} role="img" aria-label={alt} />
    </div>
  );
}
