import { Flag } from 'lucide-react';
import type { CSSProperties, FocusEvent } from 'react';
import { marksOf } from '../../../../shared/library/marks.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { thumbnailAddress } from '../../../../shared/windows/picture-addresses.ts';
import { useWords } from '../../../words/words.ts';
import { classes } from '../../../ui/classes.ts';
import { toRight } from '../../../ui/direction.ts';
import styles from './filmstrip.module.css';
import { dragOut } from '../../../parts/export/file-actions.ts';
import { useCull } from '../../../stores/cull/cull-store.ts';
import { onePicture } from '../../../stores/selection/mark-target.ts';
import type { Frame, Sequence } from './use-sequence.ts';
import type { Size } from '../../../parts/stage/zoom.ts';

interface FilmstripProps {
  readonly sequence: Sequence;
  readonly current: ImageId;
  /** The pictures of the current one's task. */
  readonly siblings: readonly ImageId[];
  /** The size of the stage above, which decides how large the frames are. */
  readonly stage: Size;
}

const gap = 8;

/** The pictures around the one that is shown, in the order of the arrow keys. */
export function Filmstrip({ sequence, current, siblings, stage }: FilmstripProps) {
  const say = useWords();
  const size = stage.height < 330 ? 36 : 52;
  const fitting = Math.max(Math.floor(stage.width / (size + gap)), 1);
  const middle = middleOf(sequence, fitting);
  const shown = sequence.frames.filter(({ ordinal }) => Math.abs(ordinal - middle) <= fitting / 2 + 1);
  return (
    <div className={styles.strip} role="group" aria-label={say('viewer.filmstrip')} style={{ '--frame': `${size}px` } as CSSProperties}>
      {shown.map((frame) => (
        <FrameButton
          key={frame.id ?? `blank ${frame.ordinal}`}
          frame={frame}
          along={(frame.ordinal - middle) * (size + gap)}
          count={sequence.count}
          current={frame.id === current}
          sibling={siblings.length > 1 && frame.id !== null && siblings.includes(frame.id)}
        />
      ))}
    </div>
  );
}

/** The ordinal in the middle of the strip. If not all frames fit, that is the current one, except near the ends. */
function middleOf({ ordinal, count }: Sequence, fitting: number): number {
  if (count <= fitting) return (count - 1) / 2;
  const half = (fitting - 1) / 2;
  return Math.min(Math.max(ordinal ?? 0, half), count - 1 - half);
}

interface FrameButtonProps {
  readonly frame: Frame;
  /** Pixels along the line from the middle of the strip. */
  readonly along: number;
  readonly count: number;
  readonly current: boolean;
  readonly sibling: boolean;
}

function FrameButton({ frame, along, count, current, sibling }: FrameButtonProps) {
  const say = useWords();
  const { id, ordinal, show } = frame;
  const flag = useCull(({ culling }) => (culling === null ? null : marksOf(culling.marks[ordinal] ?? 0).flag));
  const name = say(sibling ? 'viewer.filmstrip-sibling' : 'viewer.filmstrip-picture', { index: ordinal + 1, count });
  return (
    <button
      type="button"
      className={classes(styles.frame, sibling && styles.sibling)}
      style={{ transform: `translateX(-50%) translateX(${toRight(along)}px)` }}
      aria-label={flag === null ? name : say('marks.signs', { before: name, next: say(`marks.flag.${flag}`) })}
      aria-current={current ? 'true' : undefined}
      data-flag={flag ?? undefined}
      data-frame={id ?? undefined}
      tabIndex={current ? 0 : -1}
      draggable={id !== null}
      onDragStart={(event) => id !== null && dragOut(event, onePicture(id))}
      onFocus={leaveKeysToViewer}
      onClick={show}
      // The menu is about the picture that was clicked.
      onContextMenu={show}
    >
      {id !== null && <img className={styles.image} src={thumbnailAddress(id)} alt="" draggable={false} onError={(event) => (event.currentTarget.style.visibility = 'hidden')} />}
      {flag === 'pick' && <Flag size={12} fill="currentColor" className={styles.picked} aria-hidden />}
    </button>
  );
}

/** A click leaves the focus with the viewer. It moves later, because a change during `mousedown` would prevent the drag. */
function leaveKeysToViewer({ currentTarget }: FocusEvent<HTMLElement>): void {
  if (currentTarget.matches(':focus-visible')) return;
  requestAnimationFrame(() => currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true }));
}
