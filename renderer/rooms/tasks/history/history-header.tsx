import { ArrowDown, ArrowUp } from 'lucide-react';
import type { TaskSort } from '../../../../shared/library/view.ts';
import { useWords } from '../../../words/words.ts';
import { useHistory, type Sort } from '../../../stores/tasks/history-store.ts';
import { classOf, columns, columnsIn, type Column } from '../list/columns.tsx';
import styles from '../list/task-list.module.css';
import { setSort } from '../../../stores/tasks/history-view.ts';

/** The order after a click on a column. Numbers and times start with the largest, texts with A. A second click reverses the order. */
export function sortedBy(by: TaskSort, before: Sort): Sort {
  if (before.by === by) return { by, descending: !before.descending };
  return { by, descending: columns.some(({ sort, isNumber }) => sort === by && isNumber) };
}

export function HistoryHeader() {
  return (
    <div className={styles.header} role="row" aria-rowindex={1}>
      {columnsIn('history').map((column, at) => (
        <Head key={column.name} column={column} at={at} />
      ))}
    </div>
  );
}

function Head({ column, at }: { readonly column: Column; readonly at: number }) {
  const say = useWords();
  const { name, sort, unnamed } = column;
  const sorted = useHistory((history) => history.sort);
  const label = say(`history.column.${name}`);
  const on = sort !== undefined && sorted.by === sort;
  const Arrow = sorted.descending ? ArrowDown : ArrowUp;
  return (
    <div role="columnheader" aria-colindex={at + 1} aria-sort={on ? (sorted.descending ? 'descending' : 'ascending') : undefined} className={classOf(column, 'history')}>
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
