import { Field } from '@base-ui/react/field';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './field.module.css';

interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'defaultValue' | 'className' | 'style'> {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly hint?: ReactNode;
  /** The error and what to do about it. Null or absent: none. */
  readonly error?: string | null;
}

export function TextField({ label, value, onValueChange, hint, error, ...rest }: TextFieldProps) {
  return (
    <Field.Root className={styles.field} invalid={Boolean(error)}>
      <Field.Label className={styles.label}>{label}</Field.Label>
      <Field.Control {...rest} value={value} onValueChange={onValueChange} className={styles.input} autoComplete="off" spellCheck={false} />
      {hint && <Field.Description className={styles.hint}>{hint}</Field.Description>}
      {error && (
        <Field.Error match className={styles.error}>
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}
