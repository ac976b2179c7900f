import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { Fragment, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useWords } from '../../words/words.ts';
import { Button, IconButton } from '../button.tsx';
import { classes } from '../classes.ts';
import { CostlyButton } from '../costly-button.tsx';
import { keyAnswered, useAnswer } from '../costly-press.ts';
import { focusIn } from '../focus-in.ts';
import { end, leave } from './ask.ts';
import { useShown } from './dialog-host.tsx';
import { takeTyped } from './typed-ahead.ts';
import styles from './dialog.module.css';

/** The element outside menus that had the focus last. A menu item that opened a dialog is gone when the dialog closes. */
let outsideMenus: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !isInMenu(target)) outsideMenus = target;
});

/**
 * Focuses a dialog whose focused control was unmounted, unless something else has taken the focus by then. Base UI does so again a frame later,
 * which on a busy machine takes the focus from a field that the person already types into. It does nothing if this came first.
 */
function keepFocus({ target, currentTarget }: FocusEvent): void {
  queueMicrotask(() => {
    const isGone = target instanceof Element && !target.isConnected;
    if (isGone && document.activeElement === document.body && currentTarget instanceof HTMLElement) currentTarget.focus({ preventScroll: true });
  });
}

/** Where the focus goes after each dialog. A dialog that was opened above another one, and closes after it, sends the focus to where the other one would have. */
const focusTargets = new WeakMap<Element, () => HTMLElement | null>();

const isModifier = (key: string): boolean => ['Control', 'Meta', 'Shift', 'Alt'].includes(key);

const isInMenu = (element: Element | null): boolean => element !== null && element.closest('[role="menu"]') !== null;

interface DialogProps {
  /** Instead of closing it: a dialog that first asks about what is unsaved, or closes a part of itself. */
  readonly onClose?: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons. The one that acts comes last. */
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  /** For a field with a list below it. */
  readonly broad?: boolean;
  /** As large as the window allows. What is in it scrolls by itself. */
  readonly fills?: boolean;
  /** What gets the focus first; by default the dialog's first field or button. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** What gets the focus afterwards if the control that opened the dialog is gone; by default nothing. */
  readonly fallbackFocus?: (() => HTMLElement | null) | undefined;
}

/** A question or a short form in the middle of the window. Escape closes it, and so does a click outside if nothing was typed. */
export function Dialog({ onClose, title, description, children, actions, wide = false, broad = false, fills = false, initialFocus, fallbackFocus }: DialogProps) {
  const say = useWords();
  const { opening, above } = useShown();
  const { id, round } = opening;
  const popup = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- Base UI fades in only what opens after it was mounted
  useLayoutEffect(() => setMounted(true), []);
  const open = mounted && opening.open;
  // If there is neither, what scrolls with the keyboard, or the dialog itself, so that screen readers announce it.
  const firstControl = (): HTMLElement | null => popup.current?.querySelector<HTMLElement>('input, textarea, button:not([data-close])') ?? body.current ?? popup.current;
  const opener = useRef<Element | null>(null);
  /** The dialog above which it was opened. */
  const below = useRef<Element | null>(null);
  const focusAtOpening = (): HTMLElement | null => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && popup.current?.contains(active)) return active;
    opener.current = isInMenu(active) ? outsideMenus : active;
    // Not by the opener: its button may be disabled by now, and has lost the focus.
    below.current = [...document.querySelectorAll('[data-modal][data-open]')].findLast((other) => other !== popup.current) ?? null;
    return initialFocus?.current ?? firstControl();
  };
  const toFocus = useRef(focusAtOpening);
  const findFocusTarget = (): HTMLElement | null => {
    const to = opener.current;
    if (to instanceof HTMLElement && to !== document.body && to.isConnected) return to;
    const targetOfBelow = below.current === null || below.current.isConnected ? undefined : focusTargets.get(below.current);
    return targetOfBelow?.() ?? fallbackFocus?.() ?? null;
  };
  const focusTarget = useRef(findFocusTarget);
  /** Whether Enter was the last input in the dialog. */
  const byEnter = useRef(false);
  /** Whether something was typed into its form. A click outside then does not discard it. */
  const typedIn = useRef(false);
  useLayoutEffect(() => {
    toFocus.current = focusAtOpening;
    focusTarget.current = findFocusTarget;
  });
  // Base UI moves the focus a frame after the dialog can be seen. A key pressed in between would act on what is behind it.
  const focusAtOnce = useCallback((element: HTMLDivElement | null): void => {
    popup.current = element;
    if (!element) return;
    focusTargets.set(element, () => focusTarget.current());
    element.addEventListener('focusout', keepFocus);
    element.addEventListener('keydown', ({ key }) => (byEnter.current = key === 'Enter' || (byEnter.current && isModifier(key))), true);
    element.addEventListener('pointerdown', () => (byEnter.current = false), true);
    element.addEventListener('input', ({ target }) => (typedIn.current ||= target instanceof Element && target.closest('form') !== null));
    toFocus.current()?.focus({ preventScroll: true });
    takeTyped(id);
  }, [id]);
  // Base UI falls back to what had the focus before the opener. If that is a text field, it would capture the undo key of the window.
  const focusAfterwards = (): HTMLElement | false => {
    if (byEnter.current) keyAnswered();
    const active = document.activeElement;
    if (active !== null && active !== document.body && !popup.current?.contains(active)) return false;
    const to = focusTarget.current();
    return to !== null && focusIn(to);
  };
  // If Enter closes the dialog and is doubled, the second press goes to what has the focus by then.
  useEffect(() => {
    if (!open) return;
    [byEnter.current, typedIn.current] = [false, false];
    return () => {
      if (byEnter.current) keyAnswered();
    };
  }, [open]);
  // Base UI moves the focus only after the popup has faded out. A key pressed before then would be typed into a dialog that looks closed.
  const escaped = useRef(false);
  useEffect(() => {
    const isEscaped = escaped.current;
    escaped.current = false;
    const active = document.activeElement;
    if (open || !isEscaped || !(active instanceof HTMLElement) || !popup.current?.contains(active)) return;
    const to = opener.current;
    if (to instanceof HTMLElement && to.isConnected && to !== document.body) to.focus({ preventScroll: true });
    else active.blur();
  }, [open]);
  const focusAgain = useEffectEvent((): void => {
    if (popup.current === null) return;
    (initialFocus?.current ?? firstControl())?.focus({ preventScroll: true });
    takeTyped(id);
  });
  // It is asked something else while it is open or fades out, and starts afresh.
  useEffect(() => {
    if (round > 1) focusAgain();
  }, [round]);
  // A wide dialog may contain nothing that takes the focus, but must scroll with the keyboard.
  const scrolls = wide ? { ref: body, tabIndex: 0 } : {};
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason, cancel }) => {
        if (reason === 'outside-press' && typedIn.current) return cancel();
        escaped.current = reason === 'escape-key';
        if (!next) (onClose ?? (() => end(id)))();
      }}
      onOpenChangeComplete={(isOpen) => isOpen || leave(id)}
    >
      <Base.Portal>
        {/* A dialog above another one dims it, too. */}
        <Base.Backdrop forceRender className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup ref={focusAtOnce} data-modal className={classes(styles.popup, wide && styles.wide, broad && styles.broad, fills && styles.fills)} initialFocus={focusAtOpening} finalFocus={focusAfterwards}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {description && <Base.Description className={styles.description}>{description}</Base.Description>}
            {children && (
              <div {...scrolls} className={styles.body}>
                <Fragment key={round}>{children}</Fragment>
              </div>
            )}
            {actions && <footer className={styles.actions}>{actions}</footer>}
            <Base.Close data-close render={<IconButton label={say('app.close')} className={styles.close} />}>
              <X size={16} />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
      {above}
    </Base.Root>
  );
}

interface QuestionProps extends Omit<DialogProps, 'actions' | 'wide' | 'initialFocus'> {
  /** The label of the button that confirms. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  /** The label of the other button, if “Cancel” could also mean what is asked. */
  readonly decline?: string | undefined;
  /** False if there is nothing to confirm any more. */
  readonly canConfirm?: boolean;
  /** Whether what is asked may cost money. */
  readonly costs?: boolean;
}

/** Asks before something that costs money or cannot be undone. Either button closes it. */
export function Question({ confirm, onConfirm, decline, canConfirm = true, costs = false, ...dialog }: QuestionProps) {
  const say = useWords();
  const { id, open } = useShown().opening;
  const yes = (): void => {
    // While it fades out, its button can still be pressed.
    if (!open) return;
    onConfirm();
    end(id);
  };
  // The number or the price can change while it is open. That is another question.
  const question = open && [dialog.title, typeof dialog.description === 'string' ? dialog.description : ''].join('\n');
  const answer = useAnswer(yes, question);
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button size="large" onClick={() => end(id)}>
            {decline ?? say('app.cancel')}
          </Button>
          {costs ? (
            <CostlyButton size="large" variant="danger" disabled={!canConfirm} question={question} onPress={yes}>
              {confirm}
            </CostlyButton>
          ) : (
            <Button size="large" variant="danger" disabled={!canConfirm} onClick={answer}>
              {confirm}
            </Button>
          )}
        </>
      }
    />
  );
}
