import { X } from 'lucide-react';
import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { useGallery } from '../../stores/gallery-store.ts';
import { useNow } from '../../stores/now.ts';
import { useFormats, useWords } from '../../stores/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { actOnTask } from '../tasks/task-actions.ts';
import { TaskIcon } from '../tasks/task-icon.tsx';
import type { TaskReport } from '../tasks/task-report.ts';
import { reportTask } from '../tasks/task-report.ts';
import type { Size } from './grid-geometry.ts';
import { fit, rim } from './grid-geometry.ts';
import { LatentCanvas } from './latent-canvas.tsx';
import { aspectOf, developed } from './latent-image.ts';
import { TaskSays } from './task-says.tsx';
import styles from './task-tile.module.css';

interface TaskTileProps {
  readonly taskId: TaskId;
  /** Of its cell. */
  readonly box: Size;
  /** Whether Tab goes into its buttons. */
  readonly active: boolean;
}

/** A task at the head of the sheet: what is going on, or what the person can do about it. */
export function TaskTile({ taskId, box, active }: TaskTileProps) {
  const entry = useGallery(({ tasks }) => tasks.get(taskId));
  if (!entry) return null;
  const report = reportTask(entry);
  return report.tone === 'working' ? <WorkingTile entry={entry} report={report} box={box} /> : <WaitingTile entry={entry} report={report} active={active} />;
}

function WorkingTile({ entry, report, box }: { readonly entry: TaskWithImages; readonly report: TaskReport; readonly box: Size }) {
  const say = useWords();
  const format = useFormats();
  const now = useNow();
  const { task } = entry;
  const age = now - (task.acceptedAt ?? task.createdAt);
  const aspect = aspectOf(task.request.size);
  const status = task.state.status;
  const accepted = task.acceptedAt !== null;
  const done =
    status === 'completed' ? 1 : accepted ? developed({ told: task.facts.progress, age, estimatedSeconds: task.facts.estimatedSeconds }) : 0;
  return (
    <div className={styles.tile} data-task-status={status}>
      <div className={styles.paper} style={fit(aspect, 1, { width: box.width - 2 * rim, height: box.height - 2 * rim })}>
        <LatentCanvas seed={task.id} developed={done} alive={status !== 'paused' && status !== 'queued'} />
      </div>
      <div className={styles.caption}>
        <p className={styles.prompt} dir="auto">{task.request.prompt || say('gallery.adopted')}</p>
        <p className={styles.line}>
          <TaskIcon name={report.icon} tone={report.tone} size={13} />
          <span className={styles.title}>{say(report.title)}</span>
          <span className={styles.age}>{format.duration(now - task.createdAt)}</span>
        </p>
        <TaskSays task={task} now={now} className={styles.says} />
      </div>
      {task.facts.progress !== null && status === 'processing' && (
        <div className={styles.progress} role="progressbar" aria-label={say(report.title)} aria-valuenow={task.facts.progress} aria-valuemin={0} aria-valuemax={100}>
          <div style={{ width: `${task.facts.progress}%` }} />
        </div>
      )}
    </div>
  );
}

function WaitingTile({ entry, report, active }: { readonly entry: TaskWithImages; readonly report: TaskReport; readonly active: boolean }) {
  const say = useWords();
  const { task } = entry;
  const buttons = report.actions.filter((action) => action !== 'dismiss' && action !== 'copy-id').slice(0, 2);
  return (
    <div className={classes(styles.tile, styles.waiting)} data-task-status={task.state.status}>
      <p className={styles.line}>
        <TaskIcon name={report.icon} tone={report.tone} size={15} />
        <span className={styles.title}>{say(report.title)}</span>
      </p>
      <p className={styles.prompt} dir="auto">{task.request.prompt || say('gallery.adopted')}</p>
      {report.said?.message && <p className={styles.said} dir="auto">{say('tasks.said', { message: report.said.message })}</p>}
      <p className={styles.sentence}>{say(report.brief.key, report.brief.values)}</p>
      <div className={styles.buttons}>
        {buttons.map((action, at) => (
          <Button
            key={action}
            size="small"
            variant={at === 0 ? 'plain' : 'quiet'}
            tabIndex={active ? 0 : -1}
            title={say(`tasks.hint.${action}`)}
            onClick={() => void actOnTask(action, task)}
            onDoubleClick={(event) => event.stopPropagation()}
          >
            {say(`tasks.do.${action}`)}
          </Button>
        ))}
      </div>
      {report.actions.includes('dismiss') && (
        <IconButton label={say('tasks.do.dismiss')} className={styles.dismiss} tabIndex={active ? 0 : -1} onClick={() => void actOnTask('dismiss', task)}>
          <X size={14} />
        </IconButton>
      )}
    </div>
  );
}
