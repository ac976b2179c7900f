import type { TaskWithImages } from '../../../shared/task.ts';
import type { Line } from '../../stores/selection/strip-selection.ts';
import type { Tasks } from '../../stores/tasks-store.ts';
import { isOutcomeUnknown } from '../../parts/tasks/money-at-stake.ts';
import { needsPerson, reportTask } from '../../parts/tasks/task-report.ts';

/** First what needs the person, then what has not been sent, then what is in progress. */
export const sectionNames = ['problems', 'waiting', 'progress'] as const;

export type SectionName = (typeof sectionNames)[number];

/** Tasks that were sent together, or that have the same problem. */
export interface Group {
  readonly key: string;
  readonly entries: readonly [TaskWithImages, ...TaskWithImages[]];
}

export interface Section {
  readonly name: SectionName;
  readonly entries: readonly TaskWithImages[];
  readonly groups: readonly Group[];
}

/** The tasks of each section. */
export type BySection = Readonly<Record<SectionName, readonly TaskWithImages[]>>;

/** The most lines of an open group, and the most groups of a section. The history has the rest. */
export const mostLines = 100;

/** Null if the task is done, and its pictures are in the sheet. */
function sectionOf(entry: TaskWithImages): SectionName | null {
  const { state } = entry.task;
  // Before the report, because ten thousand may wait, and every change sorts all of them again.
  if (state.status === 'queued') return 'waiting';
  const { tone } = reportTask(entry);
  if (tone === 'done') return null;
  // The service may still work on a task that is no longer checked. History says so too.
  if (state.status === 'paused') return 'progress';
  return tone === 'working' ? 'progress' : 'problems';
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

/** The sections that have anything in them. */
export function sectionsOf(found: BySection): readonly Section[] {
  return sectionNames.filter((name) => found[name].length > 0).map((name) => sectionFrom(name, found[name]));
}

/** Later tasks come later, so that nothing moves. Problems come newest first, after the groups with an unknown outcome. */
function sectionFrom(name: SectionName, unordered: readonly TaskWithImages[]): Section {
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
  const isAlarming = (group: Group): boolean => group.entries.some(({ task }) => isOutcomeUnknown(task));
  return { name, entries, groups: name === 'problems' ? [...all.filter(isAlarming), ...all.filter((group) => !isAlarming(group))] : all };
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
export const isStopped = ({ task: { state } }: TaskWithImages): boolean => state.status === 'paused' && state.by === 'user';

/** Small groups are open at first, and large ones closed. */
export function isOpen(group: Group, opened: ReadonlyMap<string, boolean>): boolean {
  return opened.get(group.key) ?? group.entries.length <= 4;
}

export const isSingle = ({ entries }: Group): boolean => entries.length === 1;

/** A group's key begins with its section; a task's is its ID. */
export const isGroupKey = (key: string): boolean => sectionNames.some((name) => key.startsWith(`${name} `));

/** All lines in their order on screen. A group of one is its task. */
export function linesOf(sections: readonly Section[], opened: ReadonlyMap<string, boolean>): readonly Line[] {
  return sections.flatMap(({ groups }) => groups.slice(0, mostLines).flatMap((group) => groupLines(group, opened)));
}

function groupLines(group: Group, opened: ReadonlyMap<string, boolean>): readonly Line[] {
  const tasks = group.entries.slice(0, mostLines).map(({ task: { id } }) => ({ key: id, taskIds: [id] }));
  if (isSingle(group)) return tasks;
  const head = { key: group.key, taskIds: group.entries.map(({ task }) => task.id) };
  return isOpen(group, opened) ? [head, ...tasks] : [head];
}
