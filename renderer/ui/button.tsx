import { Toolbar as Base } from '@base-ui/react/toolbar';
import { createContext, use, useRef, type ComponentPropsWithRef, type ReactNode } from 'react';
import { ariaChord, type Chord } from './shortcuts/chords.ts';
import { isMac } from './shortcuts/key-listener.ts';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { KeyHint } from './shortcuts/kbd.tsx';
import { Tooltip } from './tooltip.tsx';

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type'> {
  readonly variant?: 'solid' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: ReactNode;
  /** The keys that do the same, shown in the button and announced by screen readers. */
  readonly keys?: readonly Chord[] | undefined;
  readonly submits?: boolean;
}

export function Button({ variant = 'plain', size = 'medium', icon, keys, submits = false, className, children, ...rest }: ButtonProps) {
  return (
    <NativeButton
      {...rest}
      type={submits ? 'submit' : 'button'}
      className={classes(styles.button, styles[variant], styles[size], className)}
      aria-keyshortcuts={ariaKeys(keys)}
    >
      {icon}
      {children}
      {keys && <KeyHint keys={keys} />}
    </NativeButton>
  );
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type'> {
  /** Its name, for screen readers and as a tooltip. */
  readonly label: string;
  /** The keys that do the same. */
  readonly keys?: readonly Chord[] | undefined;
  readonly pressed?: boolean | undefined;
  readonly size?: 'small';
  readonly side?: 'inline-end' | 'inline-start';
}

export function IconButton({ label, keys, pressed, size, side, className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys} side={side}>
      <NativeButton
        {...rest}
        type="button"
        className={classes(styles.button, size && styles[size], styles.iconOnly, className)}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={ariaKeys(keys)}
      >
        {children}
      </NativeButton>
    </Tooltip>
  );
}

interface TextButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type'> {
  /** Looks like the text around it. */
  readonly plain?: boolean;
}

/** A button in a line of text. */
export function TextButton({ plain = false, className, ...rest }: TextButtonProps) {
  return <button {...rest} type="button" className={classes(styles.text, plain && styles.plainText, className)} />;
}

/** An icon button that says what it does in words, too. A narrow bar hides them by `[data-label]`. */
export function LabelledButton({ icon, label, className, ...rest }: Omit<IconButtonProps, 'children'> & { readonly icon: ReactNode }) {
  return (
    <IconButton {...rest} label={label} className={classes(styles.labelled, className)}>
      {icon}
      <span data-label>{label}</span>
    </IconButton>
  );
}

const InToolbar = createContext(false);

/** A button without a style. In a toolbar, the arrow keys move between buttons, and Tab reaches one of them. */
export function NativeButton(props: ComponentPropsWithRef<'button'>) {
  return use(InToolbar) ? <Base.Button {...props} focusableWhenDisabled={false} /> : <button {...props} />;
}

interface ToolbarProps extends ComponentPropsWithRef<'div'> {
  readonly 'aria-label': string;
}

/** Buttons about one thing. After a click the arrow keys still act on the pictures, so that one can mark a picture and go on. */
export function Toolbar({ children, onKeyDown, onFocus, ...rest }: ToolbarProps) {
  const byKeyboard = useRef(false);
  return (
    <Base.Root
      {...rest}
      onFocus={(event) => {
        byKeyboard.current = event.target.matches(':focus-visible');
        onFocus?.(event);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (!byKeyboard.current) event.preventBaseUIHandler();
      }}
    >
      <InToolbar value>{children}</InToolbar>
    </Base.Root>
  );
}

function ariaKeys(keys: readonly Chord[] | undefined): string | undefined {
  return keys && keys.length > 0 ? keys.map((chord) => ariaChord(chord, isMac())).join(' ') : undefined;
}
