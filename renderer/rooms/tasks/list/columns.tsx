import type { CSSProperties, ReactNode } from 'react';
import { remoteIdOf, type TaskWithImages } from '../../../../shared/task.ts';
import type { TaskSort } from '../../../../shared/library/view.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { useTaskCost } from '../../../parts/costs/cost-words.ts';
import { Highlighted } from '../../../parts/search/highlighted.tsx';
import { Age, MoneyMark, TaskIcon } from '../../../parts/tasks/task-marks.tsx';
import { TaskMessage, useNextTry } from '../../../parts/tasks/task-message.tsx';
import { reportTask } from '../../../parts/tasks/task-report.ts';
import { useApp } from '../../../stores/app-store.ts';
import { choiceTexts } from '../../../../shared/request/compose-matrix.ts';
import { useTextOverTime } from '../../../stores/now.ts';
import { isUnsent } from '../../../../shared/money/waiting-money.ts';
import { classes } from '../../../ui/classes.ts';
import { shortId } from '../../../../shared/words/format.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { noteOf } from '../history/task-note.ts';
import { durationOf } from '../panel/task-life.ts';
import { Thumbnail } from './row-picture.tsx';
import styles from './task-list.module.css';

/** Lists with different columns. `live`: the strip, and what is in progress or went wrong. */
export type ListKind = 'history' | 'waiting' | 'live';

/** Widths of a list, in CSS pixels, at which its columns change. Each has its rules in the style sheet. */
export const breakpoints = [0, 400, 500, 640, 920, 1240] as const;

type Breakpoint = (typeof breakpoints)[number];

/** The width of a column in CSS pixels, or what the others leave, from each width of the list on. The column is hidden in a narrower list. */
type Widths = readonly [first: Step, ...others: readonly Step[]];
type Step = readonly [from: Breakpoint, width: number | 'rest'];

interface CellProps {
  readonly entry: TaskWithImages;
  readonly kind: ListKind;
}

export interface Column {
  readonly name: 'state' | 'picture' | 'prompt' | 'note' | 'account' | 'model' | 'created' | 'took' | 'cost' | 'id';
  /** In each kind of list that has the column. */
  readonly widths: Readonly<Partial<Record<ListKind, Widths>>>;
  /** Its cell stands below that of another column, which has the width of both. */
  readonly below?: 'prompt';
  /** If there is only one account: the width of the list from which on it is shown. */
  readonly aloneFrom?: 1240;
  /** What a click on its header sorts by. */
  readonly sort?: TaskSort;
  /** A number or a time. It stands at the end of its column, and is sorted with the largest first. */
  readonly isNumber?: true;
  /** Its cells speak for themselves, so only screen readers get its name. */
  readonly unnamed?: true;
  /** Its colour says how urgent the task is. */
  readonly showsUrgency?: true;
  /** A person or a service wrote it, in any direction. */
  readonly isWritten?: true;
  /** Of its cells. */
  readonly className?: string | undefined;
  readonly Cell: (props: CellProps) => ReactNode;
}

const soft = classes(styles.soft, styles.cut);

/** The columns of all lists, in their order. */
export const columns: readonly Column[] = [
  {
    name: 'state',
    widths: { history: [[0, 122], [400, 136], [500, 140], [1240, 148]], waiting: [[0, 170]], live: [[0, 160]] },
    sort: 'status',
    showsUrgency: true,
    Cell: State,
  },
  { name: 'picture', widths: { history: [[0, 32]], live: [[0, 32]] }, unnamed: true, Cell: Thumbnail },
  { name: 'prompt', widths: { history: [[0, 'rest']], waiting: [[0, 'rest']], live: [[0, 'rest']] }, sort: 'prompt', isWritten: true, className: styles.cut, Cell: Prompt },
  { name: 'note', widths: {}, below: 'prompt', unnamed: true, showsUrgency: true, isWritten: true, className: styles.cut, Cell: Note },
  {
    name: 'account',
    widths: { history: [[920, 118], [1240, 96]], waiting: [[920, 110]], live: [[1240, 96]] },
    aloneFrom: 1240,
    sort: 'account',
    className: soft,
    Cell: AccountName,
  },
  { name: 'model', widths: { history: [[1240, 118]], waiting: [[1240, 190]], live: [[1240, 170]] }, sort: 'model', className: soft, Cell: Model },
  { name: 'created', widths: { history: [[0, 76], [400, 78], [640, 90]], waiting: [[0, 56]], live: [[0, 56]] }, sort: 'created', isNumber: true, className: styles.soft, Cell: Created },
  { name: 'took', widths: { history: [[640, 60]] }, sort: 'took', isNumber: true, className: styles.soft, Cell: Took },
  { name: 'cost', widths: { history: [[500, 92]], waiting: [[0, 110]], live: [[0, 200]] }, sort: 'cost', isNumber: true, className: soft, Cell: Cost },
  { name: 'id', widths: { history: [[920, 124]] }, className: styles.cut, Cell: RemoteId },
];

/** After the columns: what can be done. The history has no buttons. */
const buttons: Readonly<Partial<Record<ListKind, Widths>>> = { waiting: [[0, 256]], live: [[0, 270]] };

/** The columns of a list, with those below others. */
export const columnsIn = (kind: ListKind): readonly Column[] => columns.filter(({ widths, below }) => below !== undefined || widths[kind] !== undefined);

/** The tracks of a list at a width: `140px 32px minmax(0, 1fr) 78px`. */
export function tracksAt(kind: ListKind, severalAccounts: boolean, width: Breakpoint): string {
  const shown = columns.filter(({ aloneFrom = 0 }) => severalAccounts || width >= aloneFrom).map(({ widths }) => widths[kind]);
  return [...shown, buttons[kind]].flatMap((steps) => steps?.findLast(([from]) => from <= width)?.slice(1) ?? []).map((wide) => (wide === 'rest' ? 'minmax(0, 1fr)' : `${wide}px`)).join(' ');
}

/** The tracks at each breakpoint, for the style sheet. */
export const trackStyle = (kind: ListKind, severalAccounts: boolean): CSSProperties =>
  Object.fromEntries(breakpoints.map((width) => [`--columns-${width}`, tracksAt(kind, severalAccounts, width)]));

const hiddenBelow: Readonly<Record<Breakpoint, string | undefined>> = { 0: undefined, 400: styles.from400, 500: styles.from500, 640: styles.from640, 920: styles.from920, 1240: styles.from1240 };

/** The classes of the cells of a column and of its header. */
export const classOf = ({ name, widths, aloneFrom, isNumber }: Column, kind: ListKind): string => classes(styles[name], isNumber && styles.number, aloneFrom && styles.ofAccounts, hiddenBelow[widths[kind]?.[0][0] ?? 0]);

interface CellsProps {
  readonly kind: ListKind;
  readonly renderCell: (column: Column) => ReactNode;
  readonly urgencyOf: (column: Column) => string | undefined;
  /** What follows the columns: buttons and progress. */
  readonly children?: ReactNode;
}

/** The cells of a row. In the history, each is a grid cell. A row with buttons is one grid cell, as in any tree. */
export function Cells({ kind, renderCell, urgencyOf, children }: CellsProps) {
  const [whole, part] = kind === 'history' ? ['presentation', 'gridcell'] : ['gridcell', 'presentation'];
  const all = columnsIn(kind);
  const cellOf = (column: Column): ReactNode => (
    <div key={column.name} role={part} className={classes(column.className, classOf(column, kind))} dir={column.isWritten && 'auto'} data-urgency={urgencyOf(column)}>
      {renderCell(column)}
    </div>
  );
  return (
    <div role={whole} className={styles.cells}>
      {all.map((column) => {
        const below = all.filter((other) => other.below === column.name);
        if (column.below !== undefined) return null;
        if (below.length === 0) return cellOf(column);
        return (
          <div key={column.name} role="presentation" className={styles.text}>
            {[column, ...below].map(cellOf)}
          </div>
        );
      })}
      {children}
    </div>
  );
}

function State({ entry }: CellProps) {
  const say = useWords();
  const report = reportTask(entry);
  const title = say(report.title);
  return (
    <>
      <TaskIcon of={report} size={15} />
      <span className={styles.cut} title={title}>
        {title}
      </span>
    </>
  );
}

function Prompt({ entry: { task }, kind }: CellProps) {
  const say = useWords();
  const { prompt } = task.request;
  if (prompt.trim() === '') return <span className={styles.faint}>{say('history.no-prompt')}</span>;
  return (
    <span title={kind === 'history' ? undefined : prompt}>
      <Highlighted text={prompt} excerpt />
    </span>
  );
}

function Note({ entry, kind }: CellProps) {
  return kind === 'history' ? <HistoryNote entry={entry} /> : <LiveNote entry={entry} />;
}

function HistoryNote({ entry }: Pick<CellProps, 'entry'>) {
  const say = useWords();
  const note = noteOf(entry);
  if (!note) return null;
  return note.kind === 'said' ? <Highlighted text={note.text} excerpt /> : say(note.key, note.values);
}

/** Whether it was sent, and goes on by itself. */
const goesOn = (entry: TaskWithImages): boolean => !isUnsent(entry) && reportTask(entry).urgency === 'working';

/** How it goes on, and what the service said of it. */
function LiveNote({ entry }: Pick<CellProps, 'entry'>) {
  const say = useWords();
  const next = useNextTry(entry.task);
  if (goesOn(entry)) return <TaskMessage entry={entry} />;
  // What an unsent task waits for is its title.
  const note = isUnsent(entry) && !reportTask(entry).said ? '' : problemWords(say, entry);
  return (
    <span title={note}>
      {next}
      {next !== null && note !== '' && ' · '}
      {note}
    </span>
  );
}

/** The service's own words, or ours if it gave no reason. */
export function problemWords(say: Words, entry: TaskWithImages): string {
  const { said, brief } = reportTask(entry);
  return said?.message ? say('tasks.said', { message: said.message }) : say(brief.key, brief.values);
}

function AccountName({ entry: { task } }: CellProps) {
  const say = useWords();
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === task.accountId) ?? null);
  return account ? say('tasks.fact.account-value', { account: account.name, removed: account.removed ? 'yes' : 'no' }) : say('history.account-gone');
}

function Model({ entry: { task }, kind }: CellProps) {
  const say = useWords();
  const { model } = task.request;
  if (kind === 'history') return <Highlighted text={model || (task.facts.model ?? '')} kind="model" />;
  const others = choiceTexts(say, { ...task.request, model: '' }, ', ').join(' · ');
  return [model, others].filter(Boolean).map((text) => (
    <div key={text} className={styles.cut} title={text}>
      {text}
    </div>
  ));
}

function Created({ entry: { task }, kind }: CellProps) {
  return <Age at={task.createdAt} inWords={kind === 'history'} />;
}

function Took({ entry }: CellProps) {
  const { duration } = useFormats();
  return useTextOverTime((now) => {
    const took = durationOf(entry, now);
    return took === null ? null : duration(took);
  });
}

function Cost({ entry, kind }: CellProps) {
  const cost = useTaskCost(entry.task);
  if (kind !== 'history' && !isUnsent(entry) && !goesOn(entry)) return <MoneyMark entries={[entry]} />;
  return cost && <span title={cost.long}>{cost.short}</span>;
}

function RemoteId({ entry: { task } }: CellProps) {
  const remoteId = remoteIdOf(task);
  return (
    remoteId !== null && (
      <span title={remoteId}>
        <Highlighted text={shortId(remoteId)} kind="id" />
      </span>
    )
  );
}
