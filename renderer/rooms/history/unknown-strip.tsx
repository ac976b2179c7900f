import { CircleAlert } from 'lucide-react';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHistory } from '../../stores/history/history-store.ts';
import { setSearch } from '../../stores/history/history-view.ts';
import { withGroups } from './status-groups.ts';
import styles from './unknown-strip.module.css';

/** Tasks whose outcome is unknown and that may have cost money. Shown above the list, whatever the list shows. */
export function UnknownStrip({ count }: { readonly count: number }) {
  const say = useWords();
  const search = useHistory((history) => history.search);
  const only = search.trim() === withGroups('', ['unknown']).trim();
  const toggle = (): void => setSearch(only ? '' : withGroups('', ['unknown']));
  return (
    <div className={styles.strip} role="status">
      <CircleAlert size={15} className={styles.icon} />
      <p className={styles.words}>{say('history.undecided', { count })}</p>
      <Button size="small" variant="quiet" onClick={toggle}>
        {only ? say('history.undecided-all') : say('history.undecided-only', { count })}
      </Button>
    </div>
  );
}
