import { X } from 'lucide-react';
import { withoutPending } from '../../../shared/search/edit.ts';
import type { PendingFilter } from '../../../shared/search/query.ts';
import { useWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import styles from './filter-chips.module.css';
import { brokenText, sayBroken } from './use-broken-filters.ts';

interface BrokenChipsProps {
  readonly broken: readonly PendingFilter[];
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
}

/** The filters that cannot be understood, each with valid examples and a button that removes it. */
export function BrokenChips({ broken, search, onSearchChange }: BrokenChipsProps) {
  const say = useWords();
  return broken.map((pending) => (
    <span key={pending.span.start} className={classes(styles.chip, styles.broken)} data-broken>
      <span className={styles.text}>{sayBroken(say, search, pending)}</span>
      <button
        type="button"
        className={styles.remove}
        aria-label={say('search.remove', { name: brokenText(search, pending) })}
        onClick={() => onSearchChange(withoutPending(search, pending))}
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  ));
}
