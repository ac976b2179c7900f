import { GripVertical, Pencil, X, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { isFree } from '../../../../shared/account.ts';
import type { Task, TaskWithImages } from '../../../../shared/task.ts';
import { useWords } from '../../../words/words.ts';
import { classes } from '../../../ui/classes.ts';
import { useTaskCost } from '../../../parts/costs/cost-words.ts';
import { actOnTasks } from '../../../parts/tasks/task-actions.ts';
import { AccountMark, TaskIcon } from '../../../parts/tasks/task-marks.tsx';
import { reportTask } from '../../../parts/tasks/task-report.ts';
import type { RowPlace } from './batch-row.tsx';
import shared from './row.module.css';
import { isUnsent } from '../../../stores/queue/unsent-price.ts';
import { rowId } from './queue-rows.ts';
import styles from './task-row.module.css';
import { ask } from '../../../ui/dialogs/ask.ts';

interface TaskRowProps extends RowPlace {
  readonly entry: TaskWithImages;
  /** 2: below its batch. */
  readonly level: 1 | 2;
  readonly selected: boolean;
}

/** A task that is not done, in one line. */
export const TaskRow = memo(function TaskRow({ entry, level, selected, index, top, current, dragged, onGrip }: TaskRowProps) {
  const say = useWords();
  const { task } = entry;
  const { model, prompt, size, quality } = task.request;
  const report = reportTask(entry);
  const title = say(report.title);
  const unsent = isUnsent(entry);
  // The batch says why it is waiting. This row says it only if the reason applies to this task alone.
  const isToldAbove = level === 2 && task.state.status === 'queued' && task.state.waitingFor !== 'price' && task.state.waitingFor !== 'references';
  const name = prompt.slice(0, mostOfPrompt);
  return (
    <div
      id={rowId(task.id)}
      role="row"
      aria-rowindex={index + 1}
      aria-level={level}
      aria-selected={selected}
      aria-label={say('strip.tile-label', { title, prompt: name })}
      data-cursor={current || undefined}
      data-task-status={task.state.status}
      className={classes(shared.row, styles.row, level === 2 && styles.inner, dragged && shared.dragged)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className={styles.cells}>
        <span className={shared.grip} data-grip aria-hidden onPointerDown={unsent ? (event) => onGrip(task.id, event) : undefined}>
          {unsent && <GripVertical size={14} />}
        </span>
        <TaskIcon of={report} size={14} />
        <span className={styles.prompt} dir="auto" title={prompt}>
          {prompt}
        </span>
        <span className={styles.choices}>{[model, size, quality].filter(Boolean).join(' · ')}</span>
        <Cost task={task} />
        <span className={styles.state} data-tone={report.tone}>
          {!isToldAbove && title}
        </span>
        {level === 1 && <AccountMark accountId={task.accountId} />}
        <span className={styles.buttons}>
          {unsent && (
            <>
              <RowButton label={say('queue.do.edit')} Icon={Pencil} tabbable={current} onClick={() => void ask('edit-task', { task })} />
              <RowButton label={say('tasks.do.withdraw')} Icon={X} tabbable={current} onClick={() => void actOnTasks('withdraw', [task])} />
            </>
          )}
        </span>
      </div>
    </div>
  );
});

/** What it is expected to cost or, once it is sent, what it costs. */
function Cost({ task }: { readonly task: Task }) {
  const cost = useTaskCost(task);
  return (
    // A batch says once that it is free.
    cost && !isFree(task.accountId) && (
      <span className={styles.cost} title={cost.long}>
        {cost.short}
      </span>
    )
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Whether Tab leads to it. */
  readonly tabbable: boolean;
  readonly onClick: () => void;
}

/** Without the tooltip of other buttons, because scrolling renders dozens of rows. */
function RowButton({ label, Icon, tabbable, onClick }: RowButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} tabIndex={tabbable ? 0 : -1} onClick={onClick}>
      <Icon size={14} />
    </button>
  );
}

/** Screen readers get the beginning of a prompt. */
const mostOfPrompt = 200;
