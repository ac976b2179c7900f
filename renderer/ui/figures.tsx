import type { ReactNode } from 'react';
import styles from './figures.module.css';
import textStyles from './sheets/text.module.css';

/** A few figures at the top of a page. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

/** A figure with its name, and what it means below. */
export function Figure({ name, value, children }: { readonly name: string; readonly value: string; readonly children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt className={textStyles.label}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.explained}>{children}</dd>
    </div>
  );
}
