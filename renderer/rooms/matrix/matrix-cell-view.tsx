import { memo } from 'react';
import type { TaskWithImages } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { thumbnailAddress } from '../../../shared/windows/picture-addresses.ts';
import { LatentCanvas } from '../../parts/latent/latent-canvas.tsx';
import { progressOf } from '../../parts/latent/latent-image.ts';
import { MarkSigns, saySigns } from '../../parts/marks/mark-signs.tsx';
import { MoneyMark, TaskIcon } from '../../parts/tasks/task-marks.tsx';
import { reportTask } from '../../parts/tasks/task-report.ts';
import { TaskMessage } from '../../parts/tasks/task-message.tsx';
import type { MatrixCell, MatrixPicture } from '../../stores/matrix/matrix-cells.ts';
import { useNow } from '../../stores/now.ts';
import { classes } from '../../ui/classes.ts';
import { useWords } from '../../words/words.ts';
import type { MatrixLayout } from './matrix-layout.ts';
import styles from './matrix-cell.module.css';

interface MatrixCellViewProps {
  readonly cell: MatrixCell;
  readonly layout: MatrixLayout;
  /** Its values in words. */
  readonly values: string;
  /** Whether the line for other pictures is shown. */
  readonly several: boolean;
  readonly selected: boolean;
  readonly current: boolean;
  readonly loaded: boolean;
}

export const matrixCellId = (row: number, column: number): string => `matrix-${row}-${column}`;

/** A combination of values: its picture, or what its task is doing. */
export const MatrixCellView = memo(function MatrixCellView({ cell, layout, values, several, selected, current, loaded }: MatrixCellViewProps) {
  const say = useWords();
  const { row, column, top, entry } = cell;
  return (
    <div
      id={matrixCellId(row, column)}
      role="gridcell"
      aria-colindex={column + 1 + (layout.side > 0 ? 1 : 0)}
      aria-label={say('matrix.cell', { values, content: whatIs(say, cell, loaded) })}
      aria-selected={selected}
      data-place={`${row} ${column}`}
      data-current={current || undefined}
      draggable={top !== null}
      className={styles.cell}
      style={{ insetInlineStart: layout.side + column * layout.cell.width, width: layout.cell.width, height: layout.cell.height }}
    >
      <div className={styles.area} style={{ height: layout.picture.height }}>
        {top ? <Picture picture={top} layout={layout} /> : entry ? <TaskState entry={entry} words={stateWords(say, cell)} /> : loaded && <span className={styles.hole} aria-hidden />}
      </div>
      {several && (
        <div className={styles.footer}>
          {cell.pictures.length > 1 && cell.pictures.map((picture) => <Small key={picture.id} picture={picture} isTop={picture === top} />)}
          <span className={styles.rest}>{restWords(say, cell)}</span>
        </div>
      )}
    </div>
  );
});

function Picture({ picture: { id, file, marks }, layout }: { readonly picture: MatrixPicture; readonly layout: MatrixLayout }) {
  const scale = Math.min(layout.picture.width / file.width, layout.picture.height / file.height);
  return (
    <div className={classes(styles.picture, marks.flag === 'reject' && styles.rejected)} data-matrix-image={id} style={{ width: file.width * scale, height: file.height * scale }}>
      <img key={id} src={thumbnailAddress(id)} alt="" draggable={false} decoding="async" onError={(event) => (event.currentTarget.hidden = true)} />
      <MarkSigns {...marks} onPicture />
    </div>
  );
}

/** One of several pictures of a cell. A click brings it to the top. */
function Small({ picture: { id }, isTop }: { readonly picture: MatrixPicture; readonly isTop: boolean }) {
  return <img className={classes(styles.small, isTop && styles.isTop)} data-small={id} src={thumbnailAddress(id)} alt="" draggable={false} decoding="async" />;
}

/** A task without a picture: its state, why, and what it may have cost. */
function TaskState({ entry, words }: { readonly entry: TaskWithImages; readonly words: string }) {
  const say = useWords();
  const report = reportTask(entry);
  const { status } = entry.task.state;
  const ended = report.urgency === 'bad' || (report.urgency === 'attention' && status !== 'queued');
  return (
    <div className={styles.state} data-cell-status={status}>
      {(status === 'processing' || status === 'submitting') && <Latent entry={entry} />}
      <p className={styles.title}>
        <TaskIcon of={report} size={13} />
        <span>{words}</span>
      </p>
      {status === 'processing' && <TaskMessage entry={entry} className={styles.says} />}
      {(report.urgency === 'bad' || report.urgency === 'attention') && (
        <p className={styles.why} dir="auto">
          {report.said?.message ? say('tasks.said', { message: report.said.message }) : say(report.brief.key, report.brief.values)}
        </p>
      )}
      {ended && <MoneyMark entries={[entry]} />}
    </div>
  );
}

function Latent({ entry: { task } }: { readonly entry: TaskWithImages }) {
  const now = useNow();
  return (
    <div className={styles.latent}>
      <LatentCanvas seed={task.id} developed={progressOf(task, now)} alive side={48} />
    </div>
  );
}

/** The state of a cell without a picture. */
function stateWords(say: Words, { entry }: MatrixCell): string {
  if (!entry) return say('matrix.no-task');
  // A task whose pictures are saved but not shown has them in the trash.
  return entry.task.state.status === 'completed' && entry.images.some(({ state }) => state.status === 'kept') ? say('matrix.trashed') : say(reportTask(entry).title);
}

/** What else there is in a cell besides the picture on top. */
function restWords(say: Words, { inFlight, failed, entries, pictures }: MatrixCell): string {
  if (entries.length < 2) return '';
  const parts = [...(inFlight > 0 ? [say('matrix.in-progress', { count: inFlight })] : []), ...(failed > 0 ? [say('matrix.problems', { count: failed })] : [])];
  return pictures.length === 0 && parts.length < 2 && inFlight + failed < 2 ? '' : parts.join(' · ');
}

/** The content of a cell, for screen readers. */
function whatIs(say: Words, cell: MatrixCell, loaded: boolean): string {
  const { top, pictures, entries } = cell;
  if (!top) return entries.length === 0 && !loaded ? say('matrix.loading') : stateWords(say, cell);
  const parts = [
    pictures.length > 1 ? say('matrix.picture-of', { at: pictures.indexOf(top) + 1, count: pictures.length }) : say('matrix.picture'),
    saySigns(say, top.marks),
    restWords(say, cell),
  ];
  return parts.filter((part) => part !== '').reduce((before, next) => say('matrix.values', { before, next }));
}
