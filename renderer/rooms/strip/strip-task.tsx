import { memo } from 'react';
import type { Task, TaskWithImages } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useNow } from '../../stores/now.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import { LatentCanvas } from '../../parts/latent/latent-canvas.tsx';
import { TaskMessage, useNextTry } from '../../parts/tasks/task-message.tsx';
import { progressOf } from '../../parts/latent/latent-image.ts';
import { reportTask } from '../../parts/tasks/task-report.ts';
import { AccountMark, Age, MoneyMark, TaskIcon } from '../../parts/tasks/task-marks.tsx';
import { useLineProps } from './strip-lines.ts';
import { OfferButtons } from './offer-buttons.tsx';
import styles from './strip-section.module.css';

interface TaskProps {
  readonly entry: TaskWithImages;
  readonly level: number;
  readonly tabbable: boolean;
}

/** A task that waits or has a problem, in one line. */
export const TaskRow = memo(function TaskRow({ entry, level, tabbable }: TaskProps) {
  const say = useWords();
  const { task } = entry;
  const report = reportTask(entry);
  const prompt = task.request.prompt || say('gallery.adopted');
  const title = say(report.title);
  const note = noteOf(say, entry);
  return (
    <div
      {...useLineProps(task.id, [task.id], tabbable)}
      aria-level={level}
      aria-label={say('strip.tile-label', { title, prompt: prompt.slice(0, mostOfPrompt) })}
      data-task-status={task.state.status}
      className={classes(styles.row, level > 1 && styles.inner)}
    >
      <div role="gridcell" className={styles.cells}>
        <TaskIcon of={report} size={14} />
        <span className={styles.title}>{title}</span>
        <span className={styles.prompt} dir="auto" title={prompt}>
          {prompt}
        </span>
        <span className={styles.note} dir="auto" title={note}>
          <NextTry task={task} />
          {note}
        </span>
        <AccountMark accountId={task.accountId} />
        <MoneyMark entries={[entry]} />
        <Age at={task.createdAt} />
        <OfferButtons entries={[entry]} most={2} tabbable={tabbable} />
      </div>
    </div>
  );
});

/** The service's own words, or ours if it gave no reason. */
export function noteOf(say: Words, entry: TaskWithImages): string {
  const { said, brief } = reportTask(entry);
  return said?.message ? say('tasks.said', { message: said.message }) : say(brief.key, brief.values);
}

/** When Latent tries again, shown before the reason. */
export function NextTry({ task }: { readonly task: Task }) {
  const next = useNextTry(task);
  return next === null ? null : `${next} · `;
}

/** Screen readers get the beginning of a prompt. The inspector has the whole text. */
const mostOfPrompt = 200;

/** A task in progress: its latent image beside its state. */
export const TaskCard = memo(function TaskCard({ entry, level, tabbable }: TaskProps) {
  const say = useWords();
  const format = useFormats();
  const now = useNow();
  const { task } = entry;
  const report = reportTask(entry);
  const prompt = task.request.prompt || say('gallery.adopted');
  const title = say(report.title);
  const { status } = task.state;
  const { progress } = task.facts;
  return (
    <div
      {...useLineProps(task.id, [task.id], tabbable)}
      aria-level={level}
      aria-label={say('strip.tile-label', { title, prompt: prompt.slice(0, mostOfPrompt) })}
      data-task-status={status}
      className={styles.card}
    >
      <div role="gridcell" className={styles.cardCells}>
        <div className={styles.paper}>
          <LatentCanvas seed={task.id} developed={progressOf(task, now)} alive={status !== 'paused'} side={48} />
        </div>
        <div className={styles.caption}>
          <p className={styles.cut} dir="auto" title={prompt}>
            {prompt}
          </p>
          <p className={styles.line}>
            <TaskIcon of={report} size={12} />
            <span className={styles.cut}>{title}</span>
            <span className={styles.age}>{format.duration(now - task.createdAt)}</span>
          </p>
          <TaskMessage entry={entry} withCredits className={styles.says} />
        </div>
        {progress !== null && status === 'processing' && (
          <div className={styles.progress} role="progressbar" aria-label={title} aria-valuenow={progress} aria-valuemin={0} aria-valuemax={100}>
            <div style={{ width: `${progress}%` }} />
          </div>
        )}
      </div>
    </div>
  );
});
