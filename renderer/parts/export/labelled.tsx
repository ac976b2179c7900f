import type { ReactNode } from 'react';
import styles from './export-dialog.module.css';

/** A control with a visible name above it. The control has its own name for screen readers. */
export function Labelled({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span className={styles.label} aria-hidden>
        {name}
      </span>
      {children}
    </div>
  );
}
