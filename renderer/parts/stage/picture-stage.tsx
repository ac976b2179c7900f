import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { CSSProperties, RefObject } from 'react';
import type { ImageFile, ImageId } from '../../../shared/task.ts';
import type { Ground } from '../../../shared/windows/view-memory.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { StagedPicture } from './staged-picture.tsx';
import styles from './picture-stage.module.css';
import { pointOn, type Stage } from './use-stage.ts';

interface PictureStageProps {
  readonly id: ImageId;
  readonly ground: Ground;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly stage: Stage;
  readonly alt: string;
  /** Null until the description has loaded. */
  readonly file: ImageFile | null;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly keys: Readonly<Record<'previous' | 'next', readonly Chord[] | undefined>>;
}

/** The picture on its stage, with buttons to the previous and next pictures. */
export function PictureStage({ id, ground, element, stage, alt, file, onPrevious, onNext, keys }: PictureStageProps) {
  const say = useWords();
  return (
    <div
      ref={element}
      data-ground={ground}
      // The squares of the checker keep their size on the screen.
      style={{ '--checker': `${32 / stage.placement.scale}px` } as CSSProperties}
      className={classes(styles.stage, stage.canPan && styles.pans, stage.dragging && styles.dragging)}
      {...stage.pointer}
      onDoubleClick={(event) => {
        if (!(event.target instanceof Element) || !event.target.closest('button')) stage.toggle(pointOn(event.currentTarget, event));
      }}
    >
      <StagedPicture key={id} id={id} stage={stage} alt={alt} file={file} />
      {onPrevious && (
        <IconButton label={say('viewer.previous')} keys={keys.previous} side="inline-end" className={classes(styles.edge, styles.previous)} onClick={onPrevious}>
          <ChevronLeft size={20} />
        </IconButton>
      )}
      {onNext && (
        <IconButton label={say('viewer.next')} keys={keys.next} side="inline-start" className={classes(styles.edge, styles.next)} onClick={onNext}>
          <ChevronRight size={20} />
        </IconButton>
      )}
    </div>
  );
}
