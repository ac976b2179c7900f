import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useRef } from 'react';
import { useWords } from '../stores/words.ts';
import { classes } from './classes.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the one that acts last. */
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  /** What has the focus first; by default the first field or button of its own. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/** A question or a short form in the middle of the window. Escape and a click beside it close it. */
export function Dialog({ open, onClose, title, description, children, actions, wide = false, initialFocus }: DialogProps) {
  const say = useWords();
  const popup = useRef<HTMLDivElement>(null);
  const origin = useRef<Element | null>(null);
  const takeFocus = (): HTMLElement | null => {
    origin.current = document.activeElement;
    // Where there is no control, the dialog itself, so that it is read out.
    return initialFocus?.current ?? popup.current?.querySelector<HTMLElement>('input, textarea, button:not([data-close])') ?? popup.current;
  };
  /** Base UI gives the focus back, but of what Tab does not reach, such as the viewer, it takes the first button instead. */
  const returnFocus = (): boolean => {
    const to = origin.current;
    if (!(to instanceof HTMLElement) || to.tabIndex >= 0 || to === document.body) return true;
    queueMicrotask(() => to.focus({ preventScroll: true }));
    return false;
  };
  // A wide one may hold nothing that takes the focus, and is scrolled with the keyboard all the same.
  const scrolls = wide ? { tabIndex: 0 } : {};
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup ref={popup} data-modal className={classes(styles.popup, wide && styles.wide)} initialFocus={takeFocus} finalFocus={returnFocus}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {description && <Base.Description className={styles.description}>{description}</Base.Description>}
            {children && (
              <div {...scrolls} className={styles.body}>
                {children}
              </div>
            )}
            {actions && <footer className={styles.actions}>{actions}</footer>}
            <Base.Close data-close className={styles.close} aria-label={say('app.close')}>
              <X size={16} />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
