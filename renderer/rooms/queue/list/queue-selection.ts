import { create } from 'zustand';
import type { BatchId } from '../../../../shared/task.ts';
import type { TaskId } from '../../../../shared/task.ts';
import type { QueueRow } from './queue-rows.ts';

interface QueueSelection {
  /** The key of the row that keys act on. */
  readonly cursor: string | null;
  /** The row from which Shift extends the selection. */
  readonly pivot: string | null;
  /** The selected tasks. A batch is never selected together with others. */
  readonly selected: ReadonlySet<TaskId>;
  /** The batches whose tasks are shown. */
  readonly opened: ReadonlySet<BatchId>;
}

const nothing: ReadonlySet<TaskId> = new Set();

/** Outlives the room, so that it is unchanged when the room opens again. */
export const useQueueSelection = create<QueueSelection>(() => ({ cursor: null, pivot: null, selected: nothing, opened: new Set() }));

/** As in file managers: select only this row, add or remove it (Control, Command), or select all tasks from the last row that was chosen (Shift). */
export type Choice = 'one' | 'toggle' | 'range';

export function chooseRow(rows: readonly QueueRow[], at: number, choice: Choice): void {
  const row = rows[at];
  if (!row || row.kind === 'ended') return;
  const { key } = row;
  const { selected, pivot } = useQueueSelection.getState();
  const from = rows.findIndex((other) => other.key === pivot);
  if (choice === 'range' && from >= 0) {
    return useQueueSelection.setState({ cursor: key, selected: tasksIn(rows.slice(Math.min(from, at), Math.max(from, at) + 1)) });
  }
  if (choice === 'toggle' && row.kind === 'task') {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    return useQueueSelection.setState({ cursor: key, pivot: key, selected: next });
  }
  useQueueSelection.setState({ cursor: key, pivot: key, selected: tasksIn([row]) });
}

/** Selects all tasks that are shown. */
export function chooseAll(rows: readonly QueueRow[]): void {
  useQueueSelection.setState(({ cursor }) => ({ cursor: cursor ?? rows[0]?.key ?? null, selected: tasksIn(rows) }));
}

export function chooseNone(): void {
  useQueueSelection.setState({ selected: nothing, pivot: null });
}

export function setOpen(id: BatchId, open: boolean): void {
  useQueueSelection.setState(({ opened }) => {
    const next = new Set(opened);
    if (open) next.add(id);
    else next.delete(id);
    return { opened: next };
  });
}

/** The row at the cursor was removed. The row that takes its place is not selected, because the next key press may be meant for the removed row. */
export function moveCursorTo(row: QueueRow | undefined): void {
  useQueueSelection.setState({ cursor: row?.key ?? null, pivot: row?.key ?? null });
}

const tasksIn = (rows: readonly QueueRow[]): ReadonlySet<TaskId> => new Set(rows.flatMap((row) => (row.kind === 'task' ? [row.key] : [])));
