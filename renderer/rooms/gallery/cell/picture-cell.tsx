import { ImageOff } from 'lucide-react';
import type { TaskId } from '../../../../shared/task.ts';
import { thumbnailAddress } from '../../../bridge.ts';
import type { Entry } from '../../../stores/gallery/cells.ts';
import { useChange, useWatchedAbsence } from '../../../stores/pictures/presence.ts';
import { useWords } from '../../../words/words.ts';
import { classes } from '../../../ui/classes.ts';
import { MarkSigns } from '../../../parts/marks/mark-signs.tsx';
import { useShownMarks } from '../../../stores/gallery/sheet-place.ts';
import { BrokenNote } from './broken-note.tsx';
import { fit, rim, type Size } from '../layout/grid-geometry.ts';
import { LatentCanvas } from '../../../parts/latent/latent-canvas.tsx';
import styles from './picture-cell.module.css';
import { coloursBehind } from './picture-colours.ts';
import { useThumbnail } from './use-thumbnail.ts';

interface PictureCellProps {
  readonly entry: Extract<Entry, { kind: 'image' }>;
  /** Of the cell. */
  readonly box: Size;
  /** The task whose latent image the picture develops from. */
  readonly developedFrom: TaskId | null;
  readonly onDeveloped: () => void;
  /** Whether Tab leads to its buttons. */
  readonly active: boolean;
}

export function PictureCell({ entry, box, developedFrom, onDeveloped, active }: PictureCellProps) {
  const say = useWords();
  const absent = useWatchedAbsence(entry.imageId);
  const changed = useChange(entry.imageId);
  const marks = useShownMarks(entry.marks);
  const { state, look, tries, onShown, onFailed } = useThumbnail(entry.imageId, absent);
  const size = fit(entry.width, entry.height, { width: box.width - 2 * rim, height: box.height - 2 * rim });
  const background = state === 'loading' && look ? coloursBehind(look.colours) : null;
  return (
    <div className={styles.picture} style={background === null ? size : { ...size, background }} data-image-id={entry.imageId} data-state={state} data-absent={absent || undefined}>
      {state === 'broken' ? (
        <BrokenNote imageId={entry.imageId} reason={absent ? (changed ? 'file-changed' : 'file-missing') : (look?.broken ?? null)} active={active} />
      ) : (
        <img
          key={tries}
          src={thumbnailAddress(entry.imageId)}
          alt=""
          draggable={false}
          decoding="async"
          className={classes(developedFrom === null ? styles.image : styles.developing, absent && styles.absent)}
          onLoad={onShown}
          onError={onFailed}
        />
      )}
      {absent && state === 'shown' && (
        <p className={styles.missing}>
          <ImageOff size={12} strokeWidth={1.5} />
          {say(changed ? 'gallery.file-changed' : 'gallery.file-missing')}
        </p>
      )}
      {developedFrom !== null && (
        <div className={styles.latent} onAnimationEnd={onDeveloped}>
          <LatentCanvas seed={developedFrom} developed={0.95} alive={false} />
        </div>
      )}
      <MarkSigns {...marks} onPicture />
    </div>
  );
}
