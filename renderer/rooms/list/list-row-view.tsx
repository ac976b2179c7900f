import { CircleAlert } from 'lucide-react';
import { memo, useEffect, useRef, type KeyboardEvent } from 'react';
import type { ColumnUse } from '../../../shared/lists/list-columns.ts';
import type { ListItem } from '../../stores/lists/list-store.ts';
import { useFormats, useWords } from '../../words/words.ts';
import colours from '../../ui/sheets/colour.module.css';
import styles from './list-table.module.css';
import { sentences } from '../../../shared/words/in-a-row.ts';

export const rowHeight = 34;

export const cellId = (row: number, column: number): string => `list-cell-${row}-${column}`;

interface ListRowProps {
  readonly item: ListItem;
  readonly uses: readonly ColumnUse[];
  readonly position: number;
  readonly top: number;
  /** The column that keys act on. Null: another row. */
  readonly cursor: number | null;
  /** Whether that cell is being edited. */
  readonly editing: boolean;
  readonly onWrite: (text: string) => void;
  readonly onStop: () => void;
}

/** The longest text that a cell renders. More would not be visible. */
const drawn = 400;

/** One row of the list. The comparison ignores functions, because they act on the current state. */
export const ListRowView = memo(
  function ListRowView({ item: { row, checked }, uses, position, top, cursor, editing, onWrite, onStop }: ListRowProps) {
    const say = useWords();
    const { number } = useFormats();
    const faultIn = (column: number | null) => checked.faults.find((fault) => fault.column === column);
    const isWrong = checked.faults.length > 0;
    return (
      <div role="row" aria-rowindex={position + 2} aria-selected={cursor !== null} className={styles.row} data-wrong={isWrong || undefined} style={{ transform: `translateY(${top}px)` }}>
        <div role="rowheader" data-row={position} className={styles.gutter} title={sentences(say, checked.faults.map(({ words, values }) => say(words, values)))}>
          {isWrong && <CircleAlert size={13} className={colours.bad} aria-label={say('list.wrong')} />}
          {number(row.line)}
        </div>
        {uses.map((use, column) => {
          const fault = faultIn(column);
          const text = row.cells[column] ?? '';
          return (
            <div
              // oxlint-disable-next-line react/no-array-index-key -- a cell is its position
              key={column}
              id={cellId(position, column)}
              role="gridcell"
              dir="auto"
              data-row={position}
              data-column={column}
              className={styles.cell}
              data-cursor={cursor === column || undefined}
              data-wrong={fault !== undefined || undefined}
              data-unused={use === 'none' || undefined}
              aria-invalid={fault !== undefined || undefined}
              title={fault && say(fault.words, fault.values)}
            >
              {cursor === column && editing ? <CellEditor label={say('list.edit')} text={text} onWrite={onWrite} onStop={onStop} /> : text.slice(0, drawn)}
            </div>
          );
        })}
      </div>
    );
  },
  (a, b) => a.item === b.item && a.uses === b.uses && a.position === b.position && a.top === b.top && a.cursor === b.cursor && !a.editing && !b.editing,
);

interface CellEditorProps extends Pick<ListRowProps, 'onWrite' | 'onStop'> {
  readonly label: string;
  readonly text: string;
}

/** Enter and Tab write the cell, Escape leaves it as it was, Shift+Enter begins a new line. */
function CellEditor({ label, text, onWrite, onStop }: CellEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  /** Writing the cell moves the focus. Losing the focus must not write it again. */
  const done = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when editing begins
  }, []);
  const write = (): void => {
    if (done.current) return;
    done.current = true;
    onWrite(field.current?.value ?? text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') write();
    else if (event.key === 'Escape') {
      done.current = true;
      onStop();
    } else return;
    event.preventDefault();
  };
  return <textarea ref={field} className={styles.editor} aria-label={label} defaultValue={text} rows={Math.min(Math.max(2, Math.ceil(text.length / 60)), 8)} onKeyDown={onKeyDown} onBlur={write} />;
}
