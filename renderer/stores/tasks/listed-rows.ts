import type { BatchWithProgress } from '../../../shared/batch.ts';
import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import type { QueuedBatch } from './queue-units.ts';

/** The parts of what runs, waits or is wrong: first what needs the person, then what has not been sent, then what is in progress. */
export const sectionNames = ['problems', 'waiting', 'progress'] as const;

export type SectionName = (typeof sectionNames)[number];

/** Tasks that were sent together, or that have the same problem. */
export interface TaskGroup {
  readonly key: string;
  readonly entries: readonly [TaskWithImages, ...TaskWithImages[]];
}

/** One row of a list of tasks. `key`: the id of the task or batch, or the key of the group. */
export type TaskRow =
  /** `level` 2: below the row of its batch or group. `batch`: the batch whose open row is above it. */
  | { readonly kind: 'task'; readonly key: string; readonly entry: TaskWithImages; readonly level: 1 | 2; readonly batch: BatchWithProgress | null }
  | { readonly kind: 'batch'; readonly key: string; readonly of: QueuedBatch; readonly open: boolean }
  | { readonly kind: 'group'; readonly key: string; readonly section: SectionName; readonly entries: TaskGroup['entries']; readonly open: boolean }
  /** Cannot be selected. `entries`: the tasks below it. `offers`: whether they are in several groups, so that nothing else offers what can be done to all. */
  | { readonly kind: 'heading'; readonly key: string; readonly of: SectionName | 'ended'; readonly entries: readonly TaskWithImages[]; readonly offers: boolean };

/** The tasks that an action on the row applies to. A batch has actions of its own. */
export function tasksOfRow(row: TaskRow): readonly TaskWithImages[] {
  if (row.kind === 'task') return [row.entry];
  return row.kind === 'group' ? row.entries : [];
}

/** The selectable row nearest to `to`, first in the direction from `at`. Null: there is none. */
export function selectableFrom(rowAt: (index: number) => TaskRow | null, count: number, to: number, at: number): number | null {
  const index = Math.min(Math.max(to, 0), count - 1);
  const onward = index < at ? -1 : 1;
  for (const step of [onward, -onward]) {
    for (let near = index; near >= 0 && near < count; near += step) if (rowAt(near)?.kind !== 'heading') return near;
  }
  return null;
}

export const idsOf = (entries: readonly TaskWithImages[]): ReadonlySet<TaskId> => new Set(entries.map(({ task }) => task.id));
