import { isFieldName, isVariableName, type ColumnUse } from '../../../shared/lists/list-columns.ts';
import type { Words } from '../../../shared/words/index.ts';
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
              options={[...uses.map((value) => ({ value, name: say(`list.use.${value}`) })), ...ownUses(say, columns[column] ?? '', use)]}
            />
          </div>
        );
      })}
    </div>
  );
}

/** The field and the variable that a column can become, by its name in the list. */
function ownUses(say: Words, column: string, use: ColumnUse): readonly { readonly value: ColumnUse; readonly name: string }[] {
  const field = use.startsWith('field:') ? use.slice('field:'.length) : column.replace(/^field:\s*/i, '').trim();
  return [
    ...(isVariableName(column) ? [{ value: `variable:${column}` as const, name: say('list.use-variable', { name: `\${${column}}` }) }] : []),
    ...(isFieldName(field) ? [{ value: `field:${field}` as const, name: say('list.use-field', { name: field }) }] : []),
  ];
}
