import { ChevronsLeftRight } from 'lucide-react';
import { useRef, type PointerEvent } from 'react';
import { fromStart } from '../../../ui/direction.ts';
import { useFormats } from '../../../words/words.ts';
import styles from './overlay.module.css';

interface DividerProps {
  readonly label: string;
  /** Where it is, as a share of the stage's width from where lines begin. */
  readonly share: number;
  readonly onShare: (share: number) => void;
}

/** The line between two pictures. Dragging and the arrow keys move it. A double click centres it. */
export function Divider({ label, share, onShare }: DividerProps) {
  const { percent } = useFormats();
  const dragging = useRef(false);
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const stage = event.currentTarget.parentElement?.getBoundingClientRect();
    // Otherwise, the stage would pan as well.
    event.stopPropagation();
    if (!dragging.current || !stage) return;
    onShare(Math.min(Math.max(fromStart(event.clientX, stage) / stage.width, 0), 1));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={percent(share * 100)}
      className={styles.divider}
      style={{ insetInlineStart: `${share * 100}%` }}
      onPointerDown={(event) => {
        dragging.current = event.button === 0;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
      onPointerUp={(event) => {
        event.stopPropagation();
        dragging.current = false;
      }}
      onDoubleClick={() => onShare(0.5)}
    >
      <span className={styles.grip}>
        <ChevronsLeftRight size={16} />
      </span>
    </div>
  );
}
