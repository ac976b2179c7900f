import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type RefObject } from 'react';
import type { ImageFile, ImageId } from '../../../../shared/task.ts';
import { pictureAddress, thumbnailAddress } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { dragOut } from '../../../parts/export/export-actions.ts';
import { onePicture } from '../../../stores/selection/mark-target.ts';
import { MissingPicture } from './missing-picture.tsx';
import styles from './picture-stage.module.css';
import { pointOn, type Stage } from './use-stage.ts';

interface PictureStageProps {
  readonly id: ImageId;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly stage: Stage;
  readonly alt: string;
  /** Null until the description has loaded. */
  readonly file: ImageFile | null;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

/** From this scale on, pixels have sharp edges. */
const pixelated = 4;

/** The picture, moved and scaled. Its thumbnail is shown until it is decoded, so nothing flashes. */
export function PictureStage({ id, element, stage, alt, file, onPrevious, onNext }: PictureStageProps) {
  const say = useWords();
  return (
    <div
      ref={element}
      className={classes(styles.stage, stage.canPan && styles.pans, stage.dragging && styles.dragging)}
      {...stage.pointer}
      onDoubleClick={(event) => {
        if (!(event.target instanceof Element) || !event.target.closest('button')) stage.toggle(pointOn(event.currentTarget, event));
      }}
    >
      <Picture key={id} id={id} stage={stage} alt={alt} file={file} />
      {onPrevious && (
        <IconButton label={say('viewer.previous')} shortcut="viewer-previous" side="right" className={classes(styles.edge, styles.left)} onClick={onPrevious}>
          <ChevronLeft size={20} />
        </IconButton>
      )}
      {onNext && (
        <IconButton label={say('viewer.next')} shortcut="viewer-next" side="left" className={classes(styles.edge, styles.right)} onClick={onNext}>
          <ChevronRight size={20} />
        </IconButton>
      )}
    </div>
  );
}

/** The full picture over its thumbnail, or why it cannot be shown. */
function Picture({ id, stage, alt, file }: Pick<PictureStageProps, 'id' | 'stage' | 'alt' | 'file'>) {
  const [shown, setShown] = useState(false);
  const rounds = useApp((facts) => facts.librarySearch.rounds);
  /** The search for missing pictures after which it was broken. The next one may have found it. */
  const [brokenAfter, setBrokenAfter] = useState<number | null>(null);
  const { placement, frame } = stage;
  if (brokenAfter === rounds) return <MissingPicture id={id} file={file} onRetry={() => setBrokenAfter(null)} />;
  return (
    <div
      // Dragging moves an enlarged picture on its stage instead.
      draggable={!stage.canPan}
      onDragStart={(event) => dragOut(event, onePicture(id))}
      className={classes(styles.sheet, stage.gliding && styles.gliding, placement.scale / frame.actual >= pixelated && styles.pixelated)}
      style={{
        width: frame.picture.width,
        height: frame.picture.height,
        transform: `translate(${Math.round(placement.x)}px, ${Math.round(placement.y)}px) scale(${placement.scale}) translate(-50%, -50%)`,
      }}
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
