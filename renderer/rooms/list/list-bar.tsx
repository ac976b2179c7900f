import { CircleAlert, FileText, Trash2, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { isHeaderUnsure, type ListFormat, type Separator } from '../../../shared/lists/list-format.ts';
import { deleteFaults, hasFaults, hasVariables, readAs, setAside, setExpands, showOnlyFaults, undoList, useList } from '../../stores/lists/list-store.ts';
import { isTemplate } from '../../../shared/templates/is-template.ts';
import { useCompose } from '../../stores/compose/compose-store.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Unread } from './list-unread.tsx';
import colours from '../../ui/sheets/colour.module.css';
import styles from './list-dialog.module.css';
import rowStyles from '../../ui/sheets/row.module.css';

const formats = ['text', 'comma', 'semicolon', 'tab', 'bar', 'json-lines', 'json'] as const;
type FormatName = (typeof formats)[number];

const separatorOf: Readonly<Partial<Record<FormatName, Separator>>> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' };

/** How the list was read, which of its rows are shown, and what can be done with them. */
export function ListBar() {
  const say = useWords();
  const format = useList(({ list }) => list?.format);
  const faults = useList(({ list }) => list?.items.filter(hasFaults).length ?? 0);
  const onlyFaults = useList((state) => state.onlyFaults !== null);
  const canUndo = useList(({ undoable }) => undoable.length > 0);
  const variables = useList(({ list }) => list !== null && hasVariables(list));
  const template = useCompose(({ prompt }) => prompt);
  if (!format) return null;
  const header = format.kind === 'table' && format.header;
  return (
    <>
      <div className={rowStyles.wrap} role="group" aria-label={say('list.bar')}>
        <Select
          label={say('list.read-as')}
          value={nameOf(format)}
          onValueChange={(name) => readAs(formatOf(name, format))}
          options={formats.map((name) => ({ value: name, name: say(`list.format.${name}`) }))}
        />
        {format.kind === 'table' && (
          <Button aria-pressed={header} className={styles.toggle} onClick={() => readAs({ ...format, header: !header })}>
            {say('list.header')}
          </Button>
        )}
        <div className={styles.tools}>
          {(faults > 0 || onlyFaults) && (
            <>
              <Button aria-pressed={onlyFaults} className={styles.toggle} icon={<CircleAlert size={14} className={colours.bad} />} onClick={() => showOnlyFaults(!onlyFaults)}>
                {say('list.only-faults', { count: faults })}
              </Button>
              {faults > 0 && (
                <Button variant="quiet" icon={<Trash2 size={14} />} onClick={deleteFaults}>
                  {say('list.delete-faults', { count: faults })}
                </Button>
              )}
            </>
          )}
          <Button variant="quiet" icon={<Undo2 size={14} />} aria-disabled={!canUndo} onClick={undoList}>
            {say('list.undo')}
          </Button>
          <Button variant="quiet" icon={<FileText size={14} />} onClick={setAside}>
            {say('list.other')}
          </Button>
        </div>
      </div>
      <LeftOut />
      {variables ? <p className={styles.template}>{say('list.template', { template })}</p> : <Braces />}
      <Unread />
    </>
  );
}

/** What of the list became no row. Where it may have been meant as one, the other reading is offered. */
function LeftOut() {
  const say = useWords();
  const list = useList((state) => state.list);
  if (!list) return null;
  const { format, columns, leftOut } = list;
  return (
    <>
      {format.kind === 'table' && isHeaderUnsure(format, columns) && !hasVariables(list) && (
        <div className={rowStyles.wrap}>
          <p className={colours.soft}>{say('list.header-unsure', { names: columns.map((name) => say('app.quoted', { text: name })).join(', ') })}</p>
          <Button size="small" onClick={() => readAs({ ...format, header: false })}>
            {say('list.header-is-row')}
          </Button>
        </div>
      )}
      {leftOut.length > 0 && <p className={colours.soft}>{say('list.left-out', { names: leftOut.slice(0, 20).map((name) => say('app.quoted', { text: name })).join(', '), more: Math.max(leftOut.length - 20, 0) })}</p>}
    </>
  );
}

/** Braces and wildcards may be a template or meant as they are. Only the person knows. */
function Braces() {
  const say = useWords();
  const list = useList((state) => state.list);
  const count = useMemo(() => {
    const column = list?.uses.indexOf('prompt') ?? -1;
    return list?.items.filter(({ row }) => isTemplate(row.cells[column] ?? '')).length ?? 0;
  }, [list]);
  if (!list || count === 0) return null;
  return (
    <div className={rowStyles.wrap}>
      <p className={colours.soft}>{say(list.expands ? 'list.braces-expanded' : 'list.braces', { count })}</p>
      <Button size="small" onClick={() => setExpands(!list.expands)}>
        {say(list.expands ? 'list.send-braces' : 'list.expand-braces')}
      </Button>
    </div>
  );
}

function nameOf(format: ListFormat): FormatName {
  if (format.kind !== 'table') return format.kind;
  return formats.find((name) => separatorOf[name] === format.separator) ?? 'comma';
}

function formatOf(name: FormatName, before: ListFormat): ListFormat {
  const separator = separatorOf[name];
  if (separator !== undefined) return { kind: 'table', separator, header: before.kind !== 'table' || before.header };
  return { kind: name === 'text' || name === 'json' ? name : 'json-lines' };
}
