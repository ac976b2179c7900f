import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, History, Images, Pause, Pencil, Play, Table2, TextCursorInput, X } from 'lucide-react';
import type { BatchWithProgress } from '../../../shared/batch.ts';
import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { isMatrix } from '../../../shared/library/batch-matrix.ts';
import { useApp } from '../../stores/app-store.ts';
import { openMatrix } from '../../stores/matrix/open-matrix.ts';
import { holdBatch } from '../../stores/queue/hold.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { MenuItem, MenuSeparator, MenuTitle } from '../../ui/menu.tsx';
import { PromptItems } from '../../parts/pictures/prompt-items.tsx';
import { OfferItems, offersFor } from '../../parts/tasks/task-offers.tsx';
import { useWords } from '../../words/words.ts';
import { isUnsent } from '../../stores/queue/unsent-price.ts';
import { useQueueSelection } from './list/queue-selection.ts';
import { moveBy, askBatchName, showInHistory, showPictures } from './queue-actions.ts';
import { ask } from '../../ui/dialogs/ask.ts';

/** The context menu of the rows: what can be done to the batch, or to the selected tasks. */
export function QueueMenu() {
  const say = useWords();
  const { cursor, selected } = useQueueSelection();
  const batch = useApp(({ batches }) => batches.find(({ id }) => id === cursor));
  const tasks = useTasks((state) => state.tasks);
  const entries = [...selected].flatMap((id) => tasks.get(id) ?? []);
  const [first] = entries;
  if (first && selected.size > 0) return <TaskItems entries={entries} first={first} selected={selected} />;
  return batch ? <BatchItems batch={batch} /> : <MenuTitle>{say('queue.title')}</MenuTitle>;
}

const steps = [
  { step: 'first', Icon: ArrowUpToLine },
  { step: 'up', Icon: ArrowUp },
  { step: 'down', Icon: ArrowDown },
  { step: 'last', Icon: ArrowDownToLine },
] as const;

function MoveItems({ of, selected }: { readonly of: string; readonly selected: ReadonlySet<TaskId> }) {
  const say = useWords();
  return steps.map(({ step, Icon }) => (
    <MenuItem key={step} icon={<Icon size={14} />} onSelect={() => moveBy(of, selected, step)}>
      {say(`queue.do.${step}`)}
    </MenuItem>
  ));
}

const none: ReadonlySet<TaskId> = new Set();

export function BatchItems({ batch }: { readonly batch: BatchWithProgress }) {
  const say = useWords();
  const { id, progress, hold } = batch;
  const waits = progress.queued > 0;
  return (
    <>
      {waits && (
        <>
          <MenuItem icon={hold ? <Play size={14} /> : <Pause size={14} />} shortcut="queue-hold" costs={hold !== null} onSelect={() => void holdBatch(batch, hold === null)}>
            {say(hold ? 'queue.do.resume' : 'queue.do.hold')}
          </MenuItem>
          <MenuSeparator />
          <MoveItems of={id} selected={none} />
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<TextCursorInput size={14} />} shortcut="queue-rename" onSelect={() => askBatchName(batch)}>
        {say('queue.do.rename')}
      </MenuItem>
      {progress.made > 0 && (
        <MenuItem icon={<Images size={14} />} shortcut="queue-pictures" onSelect={() => showPictures(batch)}>
          {say('queue.do.pictures')}
        </MenuItem>
      )}
      {isMatrix(batch.recipe) && (
        <MenuItem icon={<Table2 size={14} />} shortcut="queue-matrix" onSelect={() => openMatrix(id)}>
          {say('matrix.do')}
        </MenuItem>
      )}
      <MenuItem icon={<History size={14} />} shortcut="queue-history" onSelect={() => showInHistory(batch)}>
        {say('queue.do.history')}
      </MenuItem>
      {waits && (
        <>
          <MenuSeparator />
          <MenuItem icon={<X size={14} />} shortcut="queue-withdraw" danger onSelect={() => void ask('cancel-rest', { batch })}>
            {say('queue.do.cancel-rest')}
          </MenuItem>
        </>
      )}
    </>
  );
}

interface TaskItemsProps {
  readonly entries: readonly TaskWithImages[];
  readonly first: TaskWithImages;
  readonly selected: ReadonlySet<TaskId>;
}

function TaskItems({ entries, first, selected }: TaskItemsProps) {
  const say = useWords();
  const unsent = entries.find(isUnsent);
  return (
    <>
      {entries.length > 1 && <MenuTitle>{say('strip.selected', { count: entries.length })}</MenuTitle>}
      {entries.length === 1 && unsent && (
        <MenuItem icon={<Pencil size={14} />} shortcut="queue-edit" onSelect={() => void ask('edit-task', { task: unsent.task })}>
          {say('queue.do.edit')}
        </MenuItem>
      )}
      {unsent && (
        <>
          <MoveItems of={unsent.task.id} selected={selected} />
          <MenuSeparator />
        </>
      )}
      <OfferItems offers={offersFor(entries)} prefix={null} />
      {entries.length === 1 && (
        <>
          <MenuSeparator />
          <PromptItems task={first.task} prefix={null} />
        </>
      )}
    </>
  );
}
