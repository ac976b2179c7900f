import { Field } from '@base-ui/react/field';
import { useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import styles from './field.module.css';
import textStyles from '../sheets/text.module.css';

interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'defaultValue' | 'className' | 'style'> {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly hint?: ReactNode;
  /** The error and what to do about it, shown at once. Null or absent: none. */
  readonly error?: string | null;
  /** What is wrong with the value as it is typed. Shown after the person has left the field. */
  readonly wrong?: string | null;
}

export function TextField({ label, value, onValueChange, hint, error, wrong, ...rest }: TextFieldProps) {
  const [left, setLeft] = useState(false);
  const shown = error ?? (left && value.trim() !== '' ? wrong : null);
  return (
    <Field.Root className={styles.field} invalid={Boolean(shown)}>
      <Field.Label className={textStyles.label}>{label}</Field.Label>
      <Field.Control {...rest} value={value} onValueChange={onValueChange} onBlur={() => setLeft(true)} className={styles.input} autoComplete="off" spellCheck={false} />
      {hint && <Field.Description className={textStyles.hint}>{hint}</Field.Description>}
      {shown && (
        <Field.Error match className={textStyles.error}>
          {shown}
        </Field.Error>
      )}
    </Field.Root>
  );
}
