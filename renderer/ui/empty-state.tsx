import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly explanation?: ReactNode;
  /** What can be done from here. */
  readonly children?: ReactNode;
}

/** Shown where there is nothing yet. Says what will be here. */
export function EmptyState({ icon, title, explanation, children }: EmptyStateProps) {
  return (
    <section className={styles.empty}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <h2 className={styles.title}>{title}</h2>
      {explanation && <p className={styles.explanation}>{explanation}</p>}
      {children && <div className={styles.children}>{children}</div>}
    </section>
  );
}
