import { ArrowDown, ArrowUp } from 'lucide-react';
import type { TaskSort } from '../../../../shared/library/view.ts';
import { useWords } from '../../../words/words.ts';
import { useHistory, type Sort } from '../../../stores/history/history-store.ts';
import styles from './history-table.module.css';
import { setSort } from '../../../stores/history/history-view.ts';

interface Column {
  readonly name: 'state' | 'picture' | 'prompt' | 'note' | 'account' | 'model' | 'created' | 'took' | 'cost' | 'id';
  /** What a click sorts by. */
  readonly sort?: TaskSort;
  /** Its cells speak for themselves. */
  readonly unnamed?: true;
}

const columns: readonly Column[] = [
  { name: 'state', sort: 'status' },
  { name: 'picture', unnamed: true },
  { name: 'prompt', sort: 'prompt' },
  { name: 'note', unnamed: true },
  { name: 'account', sort: 'account' },
  { name: 'model', sort: 'model' },
  { name: 'created', sort: 'created' },
  { name: 'took', sort: 'took' },
  { name: 'cost', sort: 'cost' },
  { name: 'id' },
];

export const columnCount = columns.length;

/** The order after a click on a column. Numbers and times start with the largest, texts with A. A second click reverses the order. */
export function sortedBy(by: TaskSort, before: Sort): Sort {
  if (before.by === by) return { by, descending: !before.descending };
  return { by, descending: by === 'created' || by === 'took' || by === 'cost' };
}

export function HistoryHeader() {
  return (
    <div className={styles.header} role="row" aria-rowindex={1}>
      {columns.map((column, at) => (
        <Head key={column.name} column={column} at={at} />
      ))}
    </div>
  );
}

function Head({ column: { name, sort, unnamed }, at }: { readonly column: Column; readonly at: number }) {
  const say = useWords();
  const sorted = useHistory((history) => history.sort);
  const label = say(`history.column.${name}`);
  const on = sort !== undefined && sorted.by === sort;
  const Arrow = sorted.descending ? ArrowDown : ArrowUp;
  return (
    <div role="columnheader" aria-colindex={at + 1} aria-sort={on ? (sorted.descending ? 'descending' : 'ascending') : undefined} className={styles[name]}>
      {sort === undefined ? (
        <span className={unnamed ? 'visually-hidden' : undefined}>{label}</span>
      ) : (
        <button type="button" className={styles.sort} data-on={on || undefined} onClick={() => setSort(sortedBy(sort, sorted))}>
          {label}
          {on && <Arrow size={11} aria-hidden />}
        </button>
      )}
    </div>
  );
}
