import { ImageOff } from 'lucide-react';
import { memo, useState } from 'react';
import { remoteIdOf, type Task, type TaskId, type TaskWithImages } from '../../../../shared/task.ts';
import { thumbnailAddress } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useTextOverTime } from '../../../stores/now.ts';
import { openViewer } from '../../../stores/windows/view-store.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { classes } from '../../../ui/classes.ts';
import { useTaskCost } from '../../../parts/costs/cost-words.ts';
import { Highlighted } from '../../../parts/search/highlighted.tsx';
import { TaskIcon } from '../../../parts/tasks/task-marks.tsx';
import { reportTask } from '../../../parts/tasks/task-report.ts';
import { firstPicture } from '../history-actions.ts';
import { isUndecided } from '../../../stores/history/history-view.ts';
import styles from './history-row.module.css';
import columns from './history-table.module.css';
import { shortId } from '../../../words/format.ts';
import { durationOf } from '../panel/task-life.ts';
import { noteOf } from './task-note.ts';

interface HistoryRowProps {
  readonly entry: TaskWithImages;
  readonly index: number;
  readonly top: number;
  readonly selected: boolean;
  /** Whether keys act on it. */
  readonly current: boolean;
}

export const rowId = (id: TaskId): string => `history-${id}`;

/** One task in one line. */
export const HistoryRow = memo(function HistoryRow({ entry, index, top, selected, current }: HistoryRowProps) {
  const say = useWords();
  const { task } = entry;
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === task.accountId) ?? null);
  const report = reportTask(entry);
  const remoteId = remoteIdOf(task);
  const { prompt } = task.request;
  return (
    <div
      id={rowId(task.id)}
      className={classes(styles.row, columns.columns, isUndecided(entry) && styles.undecided)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-cursor={current || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className={classes(styles.state, columns.state)} data-tone={report.tone}>
        <TaskIcon of={report} size={15} />
        <span className={styles.cut} title={say(report.title)}>
          {say(report.title)}
        </span>
      </div>
      <div role="gridcell" className={columns.picture}>
        <Thumbnail entry={entry} />
      </div>
      <div role="presentation" className={styles.line}>
        <div role="gridcell" className={classes(styles.prompt, styles.cut)} dir="auto">
          {prompt.trim() === '' ? <span className={styles.faint}>{say('history.no-prompt')}</span> : <Highlighted text={prompt} excerpt />}
        </div>
        <div role="gridcell" className={classes(styles.note, styles.cut)} data-tone={report.tone}>
          <Note entry={entry} />
        </div>
      </div>
      <div role="gridcell" className={classes(styles.soft, styles.cut, columns.account)}>
        {account ? say('tasks.fact.account-value', { account: account.name, removed: account.removed ? 'yes' : 'no' }) : say('history.account-gone')}
      </div>
      <div role="gridcell" className={classes(styles.soft, styles.cut, columns.model)}>
        <Highlighted text={task.request.model || (task.facts.model ?? '')} kind="model" />
      </div>
      <div role="gridcell" className={classes(styles.soft, columns.created)}>
        <Age at={task.createdAt} />
      </div>
      <div role="gridcell" className={classes(styles.soft, columns.took)}>
        <Took entry={entry} />
      </div>
      <div role="gridcell" className={classes(styles.soft, styles.cost, columns.cost)}>
        <Cost task={task} />
      </div>
      <div role="gridcell" className={classes(styles.id, styles.cut, columns.id)} title={remoteId ?? undefined}>
        {remoteId !== null && <Highlighted text={shortId(remoteId)} kind="id" />}
      </div>
    </div>
  );
});

interface PendingRowProps {
  readonly index: number;
  readonly top: number;
  readonly selected: boolean;
}

/** A row whose task is not loaded yet. */
export function PendingRow({ index, top, selected }: PendingRowProps) {
  const say = useWords();
  return (
    <div className={classes(styles.row, columns.columns)} role="row" aria-rowindex={index + 2} aria-selected={selected} aria-busy style={{ transform: `translateY(${top}px)` }}>
      <div role="gridcell" className={columns.state} aria-label={say('history.row-pending')}>
        <span className={styles.pending} />
      </div>
      <span className={styles.pendingPicture} />
      <span className={styles.pending} style={{ width: `${38 + ((index * 37) % 50)}%` }} />
    </div>
  );
}

function Thumbnail({ entry }: { readonly entry: TaskWithImages }) {
  const say = useWords();
  const id = firstPicture(entry);
  const [broken, setBroken] = useState(false);
  const kept = entry.images.filter((image) => image.state.status === 'kept').length;
  if (id === null) return <div className={styles.noPicture} />;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.thumbnail}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={() => openViewer(id)}
    >
      <span className="visually-hidden">{say('history.open-picture')}</span>
      {broken ? <ImageOff size={14} /> : <img className={styles.image} src={thumbnailAddress(id)} alt="" loading="lazy" onError={() => setBroken(true)} />}
      {kept > 1 && <span className={styles.count}>{kept}</span>}
    </button>
  );
}

function Note({ entry }: { readonly entry: TaskWithImages }) {
  const say = useWords();
  const note = noteOf(entry);
  if (!note) return null;
  return note.kind === 'said' ? <Highlighted text={note.text} excerpt /> : say(note.key, note.values);
}

function Cost({ task }: { readonly task: Task }) {
  const cost = useTaskCost(task);
  return cost && <span title={cost.long}>{cost.short}</span>;
}

function Age({ at }: { readonly at: number }) {
  const { age, exactTime } = useFormats();
  const words = useTextOverTime((now) => age(at, now));
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {words}
    </time>
  );
}

function Took({ entry }: { readonly entry: TaskWithImages }) {
  const { duration } = useFormats();
  return useTextOverTime((now) => {
    const took = durationOf(entry, now);
    return took === null ? null : duration(took);
  });
}
