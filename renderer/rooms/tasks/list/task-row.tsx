import { Pencil } from 'lucide-react';
import { memo } from 'react';
import type { TaskWithImages } from '../../../../shared/task.ts';
import { reportTask } from '../../../parts/tasks/task-report.ts';
import { isUndecided } from '../../../stores/tasks/history-view.ts';
import { isUnsent } from '../../../../shared/money/waiting-money.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { ask } from '../../../ui/dialogs/ask.ts';
import { useWords } from '../../../words/words.ts';
import { Cells, type ListKind } from './columns.tsx';
import type { RowGrip, RowPlace } from './listed-tasks.ts';
import { OfferButtons } from './offer-buttons.tsx';
import { Progress } from './row-picture.tsx';
import { Grip, Row } from './row.tsx';
import styles from './task-list.module.css';

interface TaskRowProps extends RowPlace, RowGrip {
  readonly entry: TaskWithImages;
  readonly level: 1 | 2;
  readonly kind: ListKind;
}

/** Screen readers get the beginning of a prompt. */
const mostOfPrompt = 200;

/** One task, wherever it is listed. */
export const TaskRow = memo(function TaskRow({ entry, level, kind, onGrip, ...place }: TaskRowProps) {
  const say = useWords();
  const { task } = entry;
  const report = reportTask(entry);
  const title = say(report.title);
  const isHistory = kind === 'history';
  return (
    <Row
      of={task.id}
      {...place}
      aria-level={level}
      aria-label={isHistory ? undefined : say('strip.tile-label', { title, prompt: (task.request.prompt || say('gallery.adopted')).slice(0, mostOfPrompt) })}
      data-task-status={isHistory ? undefined : task.state.status}
      className={classes(styles.row, level === 2 && styles.inner, isHistory && isUndecided(entry) && styles.undecided)}
    >
      {onGrip && isUnsent(entry) && <Grip of={task.id} onGrip={onGrip} />}
      <Cells kind={kind} renderCell={(column) => <column.Cell entry={entry} kind={kind} />} urgencyOf={({ showsUrgency }) => (showsUrgency ? report.urgency : undefined)}>
        {!isHistory && <Buttons entry={entry} current={place.current} />}
        {!isHistory && <Progress task={task} title={title} />}
      </Cells>
    </Row>
  );
});

function Buttons({ entry, current }: Pick<TaskRowProps, 'entry' | 'current'>) {
  const say = useWords();
  const { task } = entry;
  return (
    <OfferButtons entries={[entry]} tabbable={current}>
      {isUnsent(entry) && (
        <IconButton label={say('queue.do.edit')} tabIndex={current ? 0 : -1} onClick={() => void ask('edit-task', { task })}>
          <Pencil size={14} />
        </IconButton>
      )}
    </OfferButtons>
  );
}
