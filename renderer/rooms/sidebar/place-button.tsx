import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import styles from './sidebar.module.css';

interface PlaceButtonProps extends Pick<ComponentPropsWithRef<'button'>, 'id' | 'draggable' | 'onDragStart' | 'onKeyDown'> {
  /** Shows the name. If not, an icon with a tooltip. */
  readonly wide: boolean;
  readonly icon: ReactNode;
  readonly name: string;
  readonly count?: { readonly shown: string; readonly words: string } | undefined;
  /** The kind of the place, for screen readers. */
  readonly description?: string;
  readonly keys?: readonly Chord[] | undefined;
  readonly current?: boolean;
  readonly onClick: () => void;
}

export function PlaceButton({ wide, icon, name, count, description, keys, current = false, onClick, ...rest }: PlaceButtonProps) {
  const state = { 'aria-current': current ? ('page' as const) : undefined, 'aria-description': description, onClick, ...rest };
  if (!wide) {
    return (
      <IconButton {...state} label={count ? `${name}, ${count.words}` : name} keys={keys} side="inline-end" className={classes(styles.place, styles.iconOnly)}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Button {...state} variant="quiet" icon={icon} className={classes(styles.place, styles.row)}>
      <span className={styles.name}>{name}</span>
      {count && (
        <>
          <span className={styles.count} aria-hidden>
            {count.shown}
          </span>
          <span className="visually-hidden">{count.words}</span>
        </>
      )}
    </Button>
  );
}
