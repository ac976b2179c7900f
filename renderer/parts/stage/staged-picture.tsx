import { useState } from 'react';
import type { ImageFile, ImageId } from '../../../shared/task.ts';
import { pictureAddress, thumbnailAddress } from '../../../shared/windows/picture-addresses.ts';
import { useApp } from '../../stores/app-store.ts';
import { onePicture } from '../../stores/selection/mark-target.ts';
import { classes } from '../../ui/classes.ts';
import { dragOut } from '../export/file-actions.ts';
import { MissingPicture } from './missing-picture.tsx';
import styles from './picture-stage.module.css';
import { placedOn, type Stage } from './use-stage.ts';

interface StagedPictureProps {
  readonly id: ImageId;
  readonly stage: Stage;
  readonly alt: string;
  /** Null until the description has loaded. */
  readonly file: ImageFile | null;
}

/** From this scale on, pixels are drawn with sharp edges. */
const pixelated = 4;

/** The full picture, moved and scaled, or the reason why it cannot be shown. The thumbnail is shown until the picture is decoded, so nothing flashes. */
export function StagedPicture({ id, stage, alt, file }: StagedPictureProps) {
  const [shown, setShown] = useState(false);
  const rounds = useApp((facts) => facts.librarySearch.rounds);
  /** The search for missing pictures after which loading failed. A later search may have found the picture. */
  const [brokenAfter, setBrokenAfter] = useState<number | null>(null);
  const { placement, frame } = stage;
  if (brokenAfter === rounds) return <MissingPicture id={id} file={file} onRetry={() => setBrokenAfter(null)} />;
  return (
    <div
      // Dragging pans an enlarged picture instead.
      draggable={!stage.canPan}
      onDragStart={(event) => dragOut(event, onePicture(id))}
      className={classes(styles.sheet, stage.gliding && styles.gliding, placement.scale / frame.actual >= pixelated && styles.pixelated)}
      style={placedOn(stage)}
    >
      {!shown && <img className={styles.image} src={thumbnailAddress(id)} alt="" draggable={false} onError={(event) => (event.currentTarget.hidden = true)} />}
      <img
        className={classes(styles.image, !shown && styles.waiting)}
        src={pictureAddress(id)}
        alt={alt}
        draggable={false}
        onLoad={(event) => {
          event.currentTarget.decode().then(
            () => setShown(true),
            () => setBrokenAfter(rounds),
          );
        }}
        onError={() => setBrokenAfter(rounds)}
      />
    </div>
  );
}
