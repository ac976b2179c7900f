import type { BatchWithProgress } from '../../../../shared/batch.ts';
import { queueOf, type QueuedBatch } from '../../../stores/tasks/queue-units.ts';
import type { SectionName, TaskRow } from '../../../stores/tasks/listed-rows.ts';
import type { Tasks } from '../../../stores/tasks-store.ts';
import { sectionNames } from '../../../stores/tasks/listed-rows.ts';
import { isOpen, isSingle, taskGroupsOf, type BySection } from './sections.ts';

type Opened = ReadonlyMap<string, boolean>;

/** What waits or is being sent, in the order in which it is sent, with the tasks of open batches, and then the finished batches. */
export function queueRows(tasks: Tasks, batches: readonly BatchWithProgress[], opened: Opened): readonly TaskRow[] {
  const { units, ended } = queueOf(tasks.values(), batches);
  const rows: TaskRow[] = [];
  const add = (of: QueuedBatch): void => {
    const open = opened.get(of.batch.id) === true && of.tasks.length > 0;
    rows.push({ kind: 'batch', key: of.batch.id, of, open });
    if (open) for (const entry of of.tasks) rows.push({ kind: 'task', key: entry.task.id, entry, level: 2, batch: of.batch });
  };
  for (const unit of units) {
    if (unit.kind === 'batch') add(unit.of);
    else rows.push({ kind: 'task', key: unit.entry.task.id, entry: unit.entry, level: 1, batch: null });
  }
  if (ended.length > 0) rows.push({ kind: 'heading', key: 'ended', of: 'ended', entries: [], offers: false });
  for (const batch of ended) add(batch);
  return rows;
}

/** The groups of a section, with the tasks of those that are open. A group of one is its task. */
export function sectionRows(name: SectionName, found: BySection, opened: Opened): readonly TaskRow[] {
  return taskGroupsOf(name, found[name]).flatMap((group): readonly TaskRow[] => {
    const tasks = group.entries.map((entry): TaskRow => ({ kind: 'task', key: entry.task.id, entry, level: isSingle(group) ? 1 : 2, batch: null }));
    if (isSingle(group)) return tasks;
    const open = isOpen(group, opened);
    const head: TaskRow = { kind: 'group', key: group.key, section: name, entries: group.entries, open };
    return open ? [head, ...tasks] : [head];
  });
}

/** All sections that have anything in them, each below its heading. */
export function stripRows(found: BySection, opened: Opened): readonly TaskRow[] {
  return sectionNames.flatMap((name): readonly TaskRow[] => {
    if (found[name].length === 0) return [];
    const rows = sectionRows(name, found, opened);
    const groups = rows.filter((row) => row.kind === 'group' || (row.kind === 'task' && row.level === 1));
    return [{ kind: 'heading', key: name, of: name, entries: found[name], offers: groups.length > 1 }, ...rows];
  });
}
