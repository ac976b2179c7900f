import type { RefObject } from 'react';
import { isMatrix } from '../../../shared/library/batch-matrix.ts';
import { appFacts } from '../../stores/app-store.ts';
import { openMatrix } from '../../stores/matrix/open-matrix.ts';
import { holdAll, holdBatch } from '../../stores/queue/hold.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { actOnTasks } from '../../parts/tasks/task-actions.ts';
import { tellNotRemoved } from '../../parts/tasks/tell-not-removed.ts';
import { isUnsent } from '../../stores/queue/unsent-price.ts';
import { rowFrom, type QueueRow } from './list/queue-rows.ts';
import { chooseAll, chooseNone, chooseRow, setOpen, useQueueSelection } from './list/queue-selection.ts';
import { moveBy, askBatchName, openRow, showInHistory, showPictures } from './queue-actions.ts';
import { ask } from '../../ui/dialogs/ask.ts';

/** The keys of the room. They act on the row at the cursor and on the tasks selected with it. */
export function useQueueShortcuts(rows: readonly QueueRow[], list: RefObject<HTMLElement | null>): void {
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
  const move = (to: 'first' | 'up' | 'down' | 'last'): void => {
    const { cursor, selected } = useQueueSelection.getState();
    if (cursor !== null) moveBy(cursor, selected, to);
  };
  useShortcut('queue-move', ({ key }) => step(key === 'ArrowDown' ? 1 : -1));
  useShortcut('queue-select-all', () => chooseAll(rows));
  useShortcut('queue-select-none', chooseNone);
  useShortcut('queue-open', () => {
    const row = batch();
    if (row) setOpen(row.key, true);
  });
  useShortcut('queue-close', () => {
    const row = current();
    const own = row?.kind === 'task' ? row.batch : row?.kind === 'batch' ? row.of.batch : null;
    if (!own) return;
    setOpen(own.id, false);
    chooseRow(rows, rows.findIndex(({ key }) => key === own.id), 'one');
  });
  useShortcut('queue-edit', (event) => {
    const row = current();
    if (row && !event.repeat) openRow(row);
  });
  useShortcut('queue-hold', (event) => {
    const row = batch();
    if (row && !event.repeat && row.of.batch.progress.queued > 0) void holdBatch(row.of.batch, row.of.batch.hold === null);
  });
  useShortcut('queue-hold-all', (event) => !event.repeat && void holdAll(!appFacts().settings.queueStopped));
  useShortcut('queue-rename', () => {
    const row = batch();
    if (row) askBatchName(row.of.batch);
  });
  useShortcut('queue-step', ({ key }) => move(key === 'ArrowUp' ? 'up' : 'down'));
  useShortcut('queue-ends', ({ key }) => move(key === 'Home' ? 'first' : 'last'));
  useShortcut('queue-withdraw', (event) => {
    if (event.repeat) return;
    const row = batch();
    const { tasks } = useTasks.getState();
    const chosen = [...useQueueSelection.getState().selected].flatMap((id) => tasks.get(id) ?? []);
    const unsent = chosen.filter(isUnsent);
    if (unsent.length > 0) void actOnTasks('withdraw', unsent.map(({ task }) => task));
    else if (row && row.of.batch.progress.queued > 0) void ask('cancel-rest', { batch: row.of.batch });
    else if (row) notify(currentWords()('queue.cancel-too-late'));
    else if (chosen.length > 0) tellNotRemoved(chosen);
  });
  useShortcut('queue-pictures', () => {
    const row = batch();
    if (row && row.of.batch.progress.made > 0) showPictures(row.of.batch);
  });
  useShortcut('queue-history', () => {
    const row = batch();
    if (row) showInHistory(row.of.batch);
  });
  useShortcut('queue-matrix', ({ repeat }) => {
    const row = current();
    const own = row?.kind === 'batch' ? row.of.batch : row?.kind === 'task' ? row.batch : null;
    if (row === undefined || repeat) return;
    if (own && isMatrix(own.recipe)) openMatrix(own.id, row.kind === 'task' ? { task: row.entry.task } : {});
    else notify(currentWords()('matrix.none'));
  });
}
