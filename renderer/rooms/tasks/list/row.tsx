import { ChevronDown, ChevronRight, GripVertical } from 'lucide-react';
import type { ComponentProps } from 'react';
import { setGroupOpen } from '../../../stores/tasks/live-lists.ts';
import { classes } from '../../../ui/classes.ts';
import { useWords } from '../../../words/words.ts';
import type { RowGrip, RowPlace } from './listed-tasks.ts';
import styles from './row.module.css';

/** The id of a row's element. */
export const rowId = (key: string): string => `task-row-${encodeURIComponent(key)}`;

interface RowProps extends RowPlace, Omit<ComponentProps<'div'>, 'id' | 'role' | 'style'> {
  /** The key of what it shows. Null: that is not loaded yet, or cannot be selected. */
  readonly of: string | null;
  readonly dragged?: boolean;
}

/** A row in its place. */
export function Row({ of, rowIndex, top, selected, current, dragged = false, className, ...rest }: RowProps) {
  return (
    <div
      id={of === null ? undefined : rowId(of)}
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={selected}
      data-row={of ?? undefined}
      data-cursor={current || undefined}
      className={classes(styles.row, className, dragged && styles.dragged)}
      style={{ transform: `translateY(${top}px)` }}
      {...rest}
    />
  );
}

/** What a row is dragged by. */
export function Grip({ of, onGrip }: { readonly of: string } & Pick<RowGrip, 'onGrip'>) {
  return (
    <span className={styles.grip} data-grip aria-hidden onPointerDown={(event) => onGrip?.(of, event)}>
      <GripVertical size={14} />
    </span>
  );
}

/** Opens or closes a group or a batch. */
export function Chevron({ of, open, disabled }: { readonly of: string; readonly open: boolean; readonly disabled?: boolean }) {
  const say = useWords();
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <button type="button" tabIndex={-1} className={styles.chevron} disabled={disabled} aria-label={say(open ? 'queue.close' : 'queue.open')} onClick={() => setGroupOpen(of, !open)}>
      {!disabled && <Icon size={15} aria-hidden />}
    </button>
  );
}
