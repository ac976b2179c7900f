import { NumberField } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import styles from './number-stepper.module.css';

interface NumberStepperProps {
  readonly label: string;
  readonly more: string;
  readonly fewer: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onValueChange: (value: number) => void;
}

/** A small whole number between two buttons. */
export function NumberStepper({ label, more, fewer, value, min, max, onValueChange }: NumberStepperProps) {
  return (
    <NumberField.Root value={value} min={min} max={max} step={1} onValueChange={(next) => next !== null && onValueChange(next)}>
      <NumberField.Group className={styles.group}>
        <NumberField.Decrement className={styles.step} aria-label={fewer}>
          <Minus size={12} />
        </NumberField.Decrement>
        <span className={styles.times} aria-hidden>
          ×
        </span>
        <NumberField.Input className={styles.input} aria-label={label} />
        <NumberField.Increment className={styles.step} aria-label={more}>
          <Plus size={12} />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  );
}
