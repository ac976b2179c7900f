import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TextKind } from '../../../shared/search/highlight.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { copyText } from '../../ui/clipboard.ts';
import { Highlighted } from '../search/highlighted.tsx';
import styles from './fact-list.module.css';

/** Labels and values, one fact a row. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

interface FactProps {
  readonly label: string;
  /** An unknown fact is not shown. */
  readonly value: ReactNode;
  readonly mono?: boolean;
  /** Highlights what was searched for, as in texts of this kind. */
  readonly searched?: TextKind;
  /** Takes a line of its own. */
  readonly long?: boolean;
  /** What a button beside the value copies. */
  readonly copies?: string | null;
}

export function Fact({ label, value, mono = false, searched, long = false, copies }: FactProps) {
  const say = useWords();
  if (value === null || value === undefined || value === '') return null;
  return (
    <div className={classes(styles.fact, long && styles.long)}>
      <dt className={styles.label}>{label}</dt>
      <dd className={classes(styles.value, mono && styles.mono)}>
        {searched && typeof value === 'string' ? <Highlighted text={value} kind={searched} /> : value}
        {copies != null && (
          <IconButton label={say('tasks.fact.copy', { label })} className={styles.copy} onClick={() => copyText(copies, 'tasks.fact.copied')}>
            <Copy size={13} />
          </IconButton>
        )}
      </dd>
    </div>
  );
}
