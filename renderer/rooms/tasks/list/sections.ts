import type { TaskWithImages } from '../../../../shared/task.ts';
import type { SectionName, TaskGroup } from '../../../stores/tasks/listed-rows.ts';
import type { Tasks } from '../../../stores/tasks-store.ts';
import { isOutcomeUnknown } from '../../../parts/tasks/task-money.ts';
import { needsPerson, reportTask } from '../../../parts/tasks/task-report.ts';

/** The tasks of each section. */
export type BySection = Readonly<Record<SectionName, readonly TaskWithImages[]>>;

/** Null if the task is done, and its pictures are in the sheet. */
function sectionOf(entry: TaskWithImages): SectionName | null {
  const { state } = entry.task;
  // Before the report, because ten thousand may wait, and every change sorts all of them again.
  if (state.status === 'queued') return 'waiting';
  const { urgency } = reportTask(entry);
  if (urgency === 'done') return null;
  // The service may still work on a task that is no longer checked. History says so too.
  if (state.status === 'paused') return 'progress';
  return urgency === 'working' ? 'progress' : 'problems';
}

export function bySection(tasks: Tasks): BySection {
  const found: Record<SectionName, TaskWithImages[]> = { problems: [], waiting: [], progress: [] };
  for (const entry of tasks.values()) {
    const name = sectionOf(entry);
    if (name !== null) found[name].push(entry);
  }
  return found;
}

/** `bad`: the outcome of a task is unknown. `caution`: a task needs the person. */
export function urgencyOf(name: SectionName, entries: readonly TaskWithImages[]): 'bad' | 'caution' | null {
  if (name === 'problems') return entries.some(({ task }) => isOutcomeUnknown(task)) ? 'bad' : 'caution';
  return name === 'waiting' && entries.some(({ task: { state } }) => state.status === 'queued' && needsPerson(state.waitingFor)) ? 'caution' : null;
}

/** Later tasks come later, so that nothing moves. Problems come newest first, after the groups with an unknown outcome. */
export function taskGroupsOf(name: SectionName, unordered: readonly TaskWithImages[]): readonly TaskGroup[] {
  const direction = name === 'problems' ? -1 : 1;
  const entries = unordered.toSorted((a, b) => direction * (a.task.createdAt - b.task.createdAt));
  const groups = new Map<string, [TaskWithImages, ...TaskWithImages[]]>();
  for (const entry of entries) {
    const key = `${name} ${name === 'problems' ? problemKey(entry) : sentTogetherKey(entry)}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  const all = [...groups].map(([key, members]) => ({ key, entries: members }));
  const isAlarming = (group: TaskGroup): boolean => group.entries.some(({ task }) => isOutcomeUnknown(task));
  return name === 'problems' ? [...all.filter(isAlarming), ...all.filter((group) => !isAlarming(group))] : all;
}

function problemKey(entry: TaskWithImages): string {
  const { title, said, brief } = reportTask(entry);
  return JSON.stringify([title, said?.message ?? brief.key, said?.code ?? null, entry.task.accountId]);
}

/** A batch is one group, with the tasks that the person no longer checks in another. */
function sentTogetherKey(entry: TaskWithImages): string {
  const { accountId, batchId, createdAt, request } = entry.task;
  if (batchId !== null) return `${batchId} ${isStopped(entry)}`;
  return JSON.stringify([isStopped(entry), accountId, createdAt, request.model, request.prompt, request.size, request.quality]);
}

/** Whether the person has stopped checking it, so that its progress is unknown. */
const isStopped = ({ task: { state } }: TaskWithImages): boolean => state.status === 'paused' && state.by === 'user';

/** Small groups are open at first, and large ones closed. */
export function isOpen(group: TaskGroup, opened: ReadonlyMap<string, boolean>): boolean {
  return opened.get(group.key) ?? group.entries.length <= 4;
}

export const isSingle = ({ entries }: TaskGroup): boolean => entries.length === 1;
