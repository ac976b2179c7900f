import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly explained?: ReactNode;
  readonly children: ReactNode;
}

/** One page of the settings. */
export function Section({ title, explained, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <header>
        <h2 className={styles.title}>{title}</h2>
        {explained && <p className={styles.explained}>{explained}</p>}
      </header>
      {children}
    </section>
  );
}

interface RowProps {
  readonly name: string;
  readonly explained: ReactNode;
  /** At the right, or below if it needs the room. */
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/** One setting: what it is, what it does, and its control. */
export function Row({ name, explained, children, wide = false }: RowProps) {
  return (
    <div className={styles.row} data-wide={wide || undefined}>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.explained}>{explained}</p>
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}

/** Settings that belong together. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>;
}
