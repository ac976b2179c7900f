import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useWords } from '../../../words/words.ts';
import { IconButton } from '../../../ui/button.tsx';
import styles from './number-field.module.css';
import { stepped, wholeNumber } from '../../../ui/fields/whole-number.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Shown unless the text is a whole number from `min` to `max`. */
  readonly complaint: string;
  /** Called with valid numbers only: at Enter, on leaving the field, and at a step. */
  readonly onValueChange: (value: number) => void;
}

export function NumberField({ label, value, min, max, complaint, onValueChange }: NumberFieldProps) {
  const say = useWords();
  const complaintId = useId();
  /** Null: nobody is typing. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(value);
  const valid = wholeNumber(shown, min, max) !== null;

  const commit = (): void => {
    const next = wholeNumber(shown, min, max);
    if (next === null) return;
    setTyped(null);
    if (next !== value) onValueChange(next);
  };
  const step = (by: 1 | -1): void => {
    setTyped(null);
    onValueChange(stepped(shown, by, min, max));
  };
  return (
    <div className={styles.field}>
      <div className={styles.group} data-invalid={!valid || undefined}>
        <IconButton label={say('settings.fewer', { label })} className={styles.step} tabIndex={-1} disabled={valid && Number(shown) <= min} onClick={() => step(-1)}>
          <Minus size={13} />
        </IconButton>
        <input
          className={styles.input}
          type="text"
          inputMode="numeric"
          aria-label={label}
          aria-invalid={!valid}
          aria-describedby={valid ? undefined : complaintId}
          value={shown}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            else if (event.key === 'Escape') setTyped(null);
            else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
              event.preventDefault();
              step(event.key === 'ArrowUp' ? 1 : -1);
            }
          }}
        />
        <IconButton label={say('settings.more', { label })} className={styles.step} tabIndex={-1} disabled={valid && Number(shown) >= max} onClick={() => step(1)}>
          <Plus size={13} />
        </IconButton>
      </div>
      {!valid && (
        <p id={complaintId} className={styles.complaint} role="alert">
          {complaint}
        </p>
      )}
    </div>
  );
}
