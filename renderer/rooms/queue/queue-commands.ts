import type { RefObject } from 'react';
import type { BatchWithProgress } from '../../../shared/batch.ts';
import { nothingIn, type Subject } from '../../commands/command.ts';
import { useCommands, useSubject } from '../../commands/use-commands.ts';
import { isMatrix } from '../../../shared/library/batch-matrix.ts';
import { openMatrix } from '../../stores/matrix/open-matrix.ts';
import { holdBatch } from '../../stores/queue/hold.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { actOnTasks } from '../../parts/tasks/task-actions.ts';
import { tellNotRemoved } from '../../parts/tasks/tell-not-removed.ts';
import { isUnsent } from '../../stores/queue/unsent-price.ts';
import { rowFrom, type QueueRow } from './list/queue-rows.ts';
import { chooseAll, chooseNone, chooseRow, setOpen, useQueueSelection } from './list/queue-selection.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { askBatchName, moveBy, openRow, showInHistory, showPictures } from './queue-actions.ts';

/** What the room does for its commands. They act on the row at the cursor and on the tasks selected with it; those of a batch's menu on that batch. */
export function useQueueCommands(rows: readonly QueueRow[], list: RefObject<HTMLElement | null>): void {
  const current = (): QueueRow | undefined => rows.find(({ key }) => key === useQueueSelection.getState().cursor);
  const batch = () => {
    const row = current();
    return row?.kind === 'batch' ? row : null;
  };
  const step = (by: number): void => {
    const at = rows.findIndex(({ key }) => key === useQueueSelection.getState().cursor);
    const next = rowFrom(rows, at + by, at);
    if (next !== null) chooseRow(rows, next, 'one');
    list.current?.focus({ preventScroll: true });
  };
  const move = (to: 'first' | 'up' | 'down' | 'last', { batch: own, entries }: Subject): void => {
    const { cursor, selected } = useQueueSelection.getState();
    const meantTask = entries.find(isUnsent)?.task.id ?? cursor;
    if (own) moveBy(own.id, noTasks, to);
    else if (meantTask !== null) moveBy(meantTask, selected, to);
  };
  /** The batch that a menu was opened for, or that of the cursor. */
  const meant = ({ batch: own }: Subject): BatchWithProgress | null => own ?? batch()?.of.batch ?? null;
  useCommands('queue', {
    move: ({ key }) => step(key === 'ArrowDown' ? 1 : -1),
    'select-all': () => chooseAll(rows),
    'select-none': chooseNone,
    'open-group'() {
      const row = batch();
      if (row) setOpen(row.key, true);
    },
    'close-group'() {
      const row = current();
      const own = row?.kind === 'task' ? row.batch : row?.kind === 'batch' ? row.of.batch : null;
      if (!own) return;
      setOpen(own.id, false);
      chooseRow(rows, rows.findIndex(({ key }) => key === own.id), 'one');
    },
    edit(_press, { entries: [task] }) {
      const row = current();
      if (task && isUnsent(task)) void ask('edit-task', { task: task.task });
      else if (row) openRow(row);
    },
    hold: (_press, subject) => switchHold(meant(subject)),
    resume: (_press, subject) => switchHold(meant(subject)),
    rename(_press, subject) {
      const own = meant(subject);
      if (own) askBatchName(own);
    },
    'send-first': (_press, subject) => move('first', subject),
    'send-earlier': (_press, subject) => move('up', subject),
    'send-later': (_press, subject) => move('down', subject),
    'send-last': (_press, subject) => move('last', subject),
    withdraw(_press, subject) {
      const own = meant(subject);
      const { tasks } = useTasks.getState();
      const chosen = subject.batch ? [] : [...useQueueSelection.getState().selected].flatMap((id) => tasks.get(id) ?? []);
      const unsent = chosen.filter(isUnsent);
      if (unsent.length > 0) void actOnTasks('withdraw', unsent.map(({ task }) => task));
      else if (own && own.progress.queued > 0) void ask('cancel-rest', { batch: own });
      else if (own) notify(currentWords()('queue.cancel-too-late'));
      else if (chosen.length > 0) tellNotRemoved(chosen);
    },
    'batch-pictures'(_press, subject) {
      const own = meant(subject);
      if (own && own.progress.made > 0) showPictures(own);
    },
    'batch-tasks'(_press, subject) {
      const own = meant(subject);
      if (own) showInHistory(own);
    },
    matrix(_press, subject) {
      const row = current();
      const own = subject.batch ?? (row?.kind === 'batch' ? row.of.batch : row?.kind === 'task' ? row.batch : null);
      if (own && isMatrix(own.recipe)) openMatrix(own.id, subject.task ? { task: subject.task } : row?.kind === 'task' && !subject.batch ? { task: row.entry.task } : {});
      else if (row !== undefined) notify(currentWords()('matrix.none'));
    },
  });
  // Any command of the room acts on the row at the cursor.
  useSubject('queue', () => nothingIn('queue'));
}

const noTasks: ReadonlySet<string> = new Set();

function switchHold(batch: BatchWithProgress | null): void {
  if (batch && batch.progress.queued > 0) void holdBatch(batch, batch.hold === null);
}
