import { Minus, Plus } from 'lucide-react';
import styles from './number-stepper.module.css';
import { stepped, wholeNumber } from './whole-number.ts';

interface NumberStepperProps {
  readonly label: string;
  readonly more: string;
  readonly fewer: string;
  /** As typed, even if it is no number. */
  readonly text: string;
  readonly min: number;
  readonly max: number;
  /** Id of the element that describes the error. */
  readonly complaint: string;
  readonly onTextChange: (text: string) => void;
}

/** A small whole number between two buttons. Typed text is never replaced by another number. */
export function NumberStepper({ label, more, fewer, text, min, max, complaint, onTextChange }: NumberStepperProps) {
  const value = wholeNumber(text, min, max);
  const step = (by: 1 | -1): void => onTextChange(String(stepped(text, by, min, max)));
  return (
    <div className={styles.group} data-invalid={value === null || undefined}>
      <button type="button" className={styles.step} aria-label={fewer} tabIndex={-1} disabled={value === min} onClick={() => step(-1)}>
        <Minus size={12} />
      </button>
      <span className={styles.times} aria-hidden>
        ×
      </span>
      <input
        className={styles.input}
        type="text"
        inputMode="numeric"
        aria-label={label}
        aria-invalid={value === null}
        aria-describedby={value === null ? complaint : undefined}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      <button type="button" className={styles.step} aria-label={more} tabIndex={-1} disabled={value === max} onClick={() => step(1)}>
        <Plus size={12} />
      </button>
    </div>
  );
}
