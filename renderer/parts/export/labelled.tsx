import type { ReactNode } from 'react';
import styles from '../../ui/fields/field.module.css';
import textStyles from '../../ui/sheets/text.module.css';

/** A control with a visible name above it. The control has its own name for screen readers. */
export function Labelled({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span className={textStyles.label} aria-hidden>
        {name}
      </span>
      {children}
    </div>
  );
}
