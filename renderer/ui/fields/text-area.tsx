import type { ComponentPropsWithRef } from 'react';
import { classes } from '../classes.ts';
import styles from './field.module.css';
import textStyles from '../sheets/text.module.css';

interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Shown above it. Without one, it needs an `aria-label`. */
  readonly label?: string;
  /** Of one width for all letters, as for JSON. */
  readonly code?: boolean;
}

/** Text of several lines, framed as the other fields are. */
export function TextArea({ label, code = false, className, onValueChange, ...rest }: TextAreaProps) {
  const area = <textarea {...rest} className={classes(styles.area, code && styles.code, className)} onChange={({ currentTarget }) => onValueChange(currentTarget.value)} />;
  if (label === undefined) return area;
  return (
    <label className={styles.field}>
      <span className={textStyles.label}>{label}</span>
      {area}
    </label>
  );
}
