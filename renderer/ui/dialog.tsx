import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useRef } from 'react';
import { useWords } from '../stores/words.ts';
import { classes } from './classes.ts';
import styles from './dialog.module.css';

/** What had the focus last, menus aside: the item that opened a dialog is gone when the dialog closes. */
let outsideMenus: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !isInMenu(target)) outsideMenus = target;
});

const isInMenu = (element: Element | null): boolean => element !== null && element.closest('[role="menu"]') !== null;

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
  /** What has the focus afterwards, where the control that opened the dialog has gone away meanwhile; by default nothing. */
  readonly fallbackFocus?: (() => HTMLElement | null) | undefined;
}

/** A question or a short form in the middle of the window. Escape and a click beside it close it. */
export function Dialog({ open, onClose, title, description, children, actions, wide = false, initialFocus, fallbackFocus }: DialogProps) {
  const say = useWords();
  const popup = useRef<HTMLDivElement>(null);
  // Where there is neither, the dialog itself, so that it is read out.
  const firstControl = (): HTMLElement | null => popup.current?.querySelector<HTMLElement>('input, textarea, button:not([data-close])') ?? popup.current;
  const opener = useRef<Element | null>(null);
  const focusAtOpening = (): HTMLElement | null => {
    const active = document.activeElement;
    if (!popup.current?.contains(active)) opener.current = isInMenu(active) ? outsideMenus : active;
    return initialFocus?.current ?? firstControl();
  };
  // Base UI falls back to whatever had the focus before the opener: a text field there would take the window's undo key for itself.
  const focusAfterwards = (): HTMLElement | false => {
    const active = document.activeElement;
    if (active !== null && active !== document.body && !popup.current?.contains(active)) return false;
    const to = opener.current;
    if (!(to instanceof HTMLElement) || to === document.body || !to.isConnected) return fallbackFocus?.() ?? false;
    if (to.tabIndex >= 0) return to;
    // Base UI would focus the first button in what Tab does not reach, such as the viewer.
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
          <Base.Popup ref={popup} data-modal className={classes(styles.popup, wide && styles.wide)} initialFocus={focusAtOpening} finalFocus={focusAfterwards}>
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
