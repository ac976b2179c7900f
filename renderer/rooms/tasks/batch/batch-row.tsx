import { ArrowDown, ArrowUp, Ellipsis, History, Images, Layers, List, Pause, Play, Braces, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import type { Recipe } from '../../../../shared/batch.ts';
import { CommandMenu } from '../../../commands/command-menu.tsx';
import { nothingIn } from '../../../commands/command.ts';
import { batchMenu } from '../../../commands/menus.ts';
import { useKeysOf } from '../../../commands/registry.ts';
import { holdBatch } from '../../../stores/tasks/hold.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useCostlyPress } from '../../../ui/costly-press.ts';
import { Menu } from '../../../ui/menu.tsx';
import { AccountMark } from '../../../parts/tasks/task-marks.tsx';
import { moveBy, showInHistory, showPictures } from '../../../parts/tasks/batch-actions.ts';
import { BatchPicture } from './batch-picture.tsx';
import { BatchStatus } from './batch-status.tsx';
import styles from './batch-row.module.css';
import { percentDone, recipeWords } from './batch-words.ts';
import type { TaskRow } from '../../../stores/tasks/listed-rows.ts';
import type { RowGrip, RowPlace } from '../list/listed-tasks.ts';
import { Chevron, Grip, Row } from '../list/row.tsx';

interface BatchRowProps extends RowPlace, RowGrip {
  readonly row: Extract<TaskRow, { readonly kind: 'batch' }>;
}

const icons: Readonly<Record<Recipe['from'], LucideIcon>> = { prompt: Layers, template: Braces, list: List };

const noTasks: ReadonlySet<string> = new Set();

/** A batch: what it was made from, its progress and cost, why it is waiting, and its actions. */
export const BatchRow = memo(function BatchRow({ row: { of, open }, onGrip, ...place }: BatchRowProps) {
  const say = useWords();
  const format = useFormats();
  const { batch, tasks } = of;
  const { id, name, progress, hold } = batch;
  const done = percentDone(batch);
  const Icon = icons[batch.recipe.from];
  const { current } = place;
  const tabIndex = current ? 0 : -1;
  const waits = progress.queued > 0;
  const toggle = (): void => void holdBatch(batch, hold === null);
  const resume = useCostlyPress(toggle, hold === null);
  return (
    <Row
      of={id}
      {...place}
      aria-level={1}
      aria-expanded={tasks.length > 0 ? open : undefined}
      aria-label={say('queue.batch-label', { name, done: progress.tasks - progress.queued - progress.running, count: progress.tasks })}
      className={styles.row}
    >
      <div role="gridcell" className={styles.cells}>
        {waits && <Grip of={id} onGrip={onGrip} />}
        <Chevron of={id} open={open} disabled={tasks.length === 0} />
        <BatchPicture latest={progress.latest} tabbable={current} />
        <div className={styles.matter}>
          <p className={styles.head}>
            <Icon size={14} className={styles.icon} aria-hidden />
            <span className={styles.name} dir="auto" title={name}>
              {name}
            </span>
            <span className={styles.recipe}>{recipeWords(say, batch.recipe, progress.tasks)}</span>
            <AccountMark accountId={batch.accountId} />
          </p>
          <Bar progress={progress} label={say('queue.progress', { percent: format.percent(done) })} value={done} />
          <BatchStatus of={of} current={current} />
        </div>
        <div className={styles.buttons}>
          {waits && (
            <>
              <Button size="small" tabIndex={tabIndex} className={styles.hold} icon={hold ? <Play size={13} /> : <Pause size={13} />} {...(hold ? resume : { onClick: toggle })}>
                {say(hold ? 'queue.do.resume' : 'queue.do.hold')}
              </Button>
              <span className={styles.moves}>
                <IconButton label={say('queue.do.up')} tabIndex={tabIndex} onClick={() => moveBy(id, noTasks, 'up')}>
                  <ArrowUp size={14} />
                </IconButton>
                <IconButton label={say('queue.do.down')} tabIndex={tabIndex} onClick={() => moveBy(id, noTasks, 'down')}>
                  <ArrowDown size={14} />
                </IconButton>
              </span>
            </>
          )}
          {!waits && <EndedButtons batch={batch} tabIndex={tabIndex} />}
          <Menu
            align="end"
            trigger={
              <IconButton label={say('queue.more', { name })} tabIndex={tabIndex}>
                <Ellipsis size={15} />
              </IconButton>
            }
          >
            <CommandMenu items={batchMenu} subject={{ ...nothingIn('tasks'), batch }} />
          </Menu>
        </div>
      </div>
    </Row>
  );
});

/** What a person wants to see of a batch with no waiting tasks. */
function EndedButtons({ batch, tabIndex }: { readonly batch: BatchRowProps['row']['of']['batch']; readonly tabIndex: number }) {
  const keysOf = useKeysOf();
  const say = useWords();
  return (
    <>
      {batch.progress.made > 0 && (
        <IconButton label={say('queue.do.pictures')} keys={keysOf('batch-pictures', 'tasks')} tabIndex={tabIndex} onClick={() => showPictures(batch)}>
          <Images size={14} />
        </IconButton>
      )}
      <IconButton label={say('queue.do.history')} keys={keysOf('batch-tasks', 'tasks')} tabIndex={tabIndex} onClick={() => showInHistory(batch)}>
        <History size={14} />
      </IconButton>
    </>
  );
}

/** Parts of the bar, in the order in which tasks go through them. */
const parts = ['made', 'empty', 'failed', 'unknown', 'lost', 'running'] as const;

function Bar({ progress, label, value }: { readonly progress: BatchRowProps['row']['of']['batch']['progress']; readonly label: string; readonly value: number }) {
  return (
    <div className={styles.bar} role="progressbar" aria-label={label} aria-valuenow={value} aria-valuemin={0} aria-valuemax={100}>
      {parts.map((part) => progress[part] > 0 && <div key={part} className={styles[part]} style={{ flexGrow: progress[part] }} />)}
      <div style={{ flexGrow: progress.queued + progress.withdrawn }} />
    </div>
  );
}
