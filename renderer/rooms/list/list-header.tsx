import { isFieldName, type ColumnUse } from '../../../shared/lists/list-columns.ts';
import { setUse, useList } from '../../stores/lists/list-store.ts';
import { useWords } from '../../words/words.ts';
import { Select } from '../../ui/fields/select.tsx';
import styles from './list-table.module.css';

const uses = ['none', 'prompt', 'model', 'size', 'quality', 'count', 'fields'] as const;

/** The columns: their names in the list, and what each becomes. */
export function ListHeader() {
  const say = useWords();
  const columns = useList(({ list }) => list?.columns) ?? [];
  const chosen = useList(({ list }) => list?.uses) ?? [];
  return (
    <div className={styles.header} role="row" aria-rowindex={1}>
      <div role="columnheader" className={styles.corner}>
        {say('list.line')}
      </div>
      {chosen.map((use, column) => {
        const name = columns[column] || say('list.column', { number: column + 1 });
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a column is its position
          <div key={column} role="columnheader" className={styles.column} data-unused={use === 'none' || undefined}>
            <span className={styles.columnName} title={name}>
              {name}
            </span>
            <Select<ColumnUse>
              label={say('list.use-of', { name })}
              value={use}
              onValueChange={(next) => setUse(column, next)}
              options={[...uses.map((value) => ({ value, name: say(`list.use.${value}`) })), ...fieldUse(columns[column] ?? '', use).map(([value, field]) => ({ value, name: say('list.use-field', { name: field }) }))]}
            />
          </div>
        );
      })}
    </div>
  );
}

/** The field that a column can become, by its name in the list. */
function fieldUse(column: string, use: ColumnUse): readonly (readonly [ColumnUse, string])[] {
  const name = use.startsWith('field:') ? use.slice('field:'.length) : column.replace(/^field:\s*/i, '').trim();
  return isFieldName(name) ? [[`field:${name}`, name]] : [];
}
