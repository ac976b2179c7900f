import { NumberField as Base } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../words/words.ts';
import { classes } from '../classes.ts';
import styles from './number-field.module.css';

interface NumberFieldProps {
  readonly label: string;
  readonly more: string;
  readonly fewer: string;
  /** Null: the field is empty. */
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  /** Id of the element that describes the error. */
  readonly complaint: string;
  /** Without a frame, and with a multiplication sign. */
  readonly compact?: boolean;
  /** Called at each change, also with numbers out of bounds: a typed number is never replaced by another one. */
  readonly onValueChange: (value: number | null) => void;
  /** Called at a step and when the field is left. */
  readonly onCommit?: (value: number | null) => void;
  /** Called at Escape. */
  readonly onReset?: () => void;
}

export const isWithin = (value: number | null, min: number, max: number): value is number => value !== null && value >= min && value <= max;

/** What the field does not accept. Base UI accepts signs and separators, which change what a number means. */
const other = /[^\p{Nd}\s]/u;

/** A whole number between two buttons. */
export function NumberField({ label, more, fewer, value, min, max, complaint, compact = false, onValueChange, onCommit, onReset }: NumberFieldProps) {
  const { locale } = useFormats();
  const valid = isWithin(value, min, max);
  // Base UI keeps typed text until the field is left, whatever becomes of the value. A value that changes from outside needs a new field.
  const [shown, setShown] = useState({ value, round: 0 });
  const [focused, setFocused] = useState(false);
  if (shown.value !== value) setShown({ value, round: shown.round + 1 });
  const change = (next: number | null): void => {
    setShown({ ...shown, value: next });
    onValueChange(next);
  };
  return (
    <Base.Root
      key={shown.round}
      value={value}
      min={min}
      max={max}
      smallStep={1}
      allowOutOfRange
      locale={locale}
      format={{ useGrouping: false }}
      onValueChange={change}
      onValueCommitted={onCommit}
    >
      <Base.Group className={classes(styles.group, compact ? styles.compact : styles.framed)} data-wrong={!valid || undefined}>
        <Base.Decrement className={styles.step} aria-label={fewer}>
          <Minus size={12} />
        </Base.Decrement>
        {compact && (
          <span className={styles.times} aria-hidden>
            ×
          </span>
        )}
        <Base.Input
          autoFocus={focused}
          className={styles.input}
          maxLength={9}
          aria-label={label}
          aria-roledescription={undefined}
          aria-invalid={!valid}
          aria-describedby={valid ? undefined : complaint}
          onFocus={(event) => {
            event.currentTarget.select();
            setFocused(true);
          }}
          onBlur={() => setFocused(false)}
          onChange={(event) => other.test(event.currentTarget.value) && event.preventBaseUIHandler()}
          onPaste={(event) => other.test(event.clipboardData.getData('text/plain')) && event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key.length === 1 && other.test(event.key) && !event.ctrlKey && !event.metaKey) event.preventDefault();
            if (event.key === 'Enter') onCommit?.(value);
            if (event.key === 'Escape') onReset?.();
            // These keys move the caret. Base UI would choose the smallest or the largest number.
            if (event.key === 'Home' || event.key === 'End') event.preventBaseUIHandler();
          }}
        />
        <Base.Increment className={styles.step} aria-label={more}>
          <Plus size={12} />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  );
}
