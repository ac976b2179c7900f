import type { SearchFlag, SearchPart, SearchQuery } from '../../../shared/search/query.ts';
import { isOfStatus } from '../../../shared/search/statuses.ts';
import type { TaskStatus, TaskWithImages } from '../../../shared/task.ts';

/** Money may hang on it, and nobody has said what became of it: such tasks stand first. */
export function isUndecided({ task }: TaskWithImages): boolean {
  return task.state.status === 'unknown' && task.dismissedAt === null;
}

/** Whether a task may come to match, or match no longer, by changing its state. */
export function looksAtState({ clauses }: SearchQuery): boolean {
  return clauses.some(({ anyOf }) => anyOf.some((part) => part.kind === 'filter' && (part.key === 'status' || part.key === 'is')));
}

/**
 * False only where the state of a task rules it out: main alone knows what matches, and is asked again only for what may.
 */
export function mayMatch({ clauses }: SearchQuery, entry: TaskWithImages): boolean {
  return clauses.every(({ anyOf }) => anyOf.some((part) => holds(part, entry) !== false));
}

/** Null: not for the window to tell. */
function holds(part: SearchPart, entry: TaskWithImages): boolean | null {
  const { task, images } = entry;
  if (part.kind !== 'filter') return null;
  const { status } = task.state;
  if (part.key === 'status') return part.values.some((word) => isOfStatus(entry, word)) !== part.negated;
  if (part.key !== 'is' || !part.values.every(ofTasks)) return null;
  const kept = images.some((image) => image.state.status === 'kept');
  return part.values.some((flag) => (flag === 'kept' ? kept : statusesOf[flag].includes(status))) !== part.negated;
}

const statusesOf: Readonly<Record<'running' | 'failed' | 'unknown', readonly TaskStatus[]>> = {
  running: ['queued', 'submitting', 'processing', 'paused'],
  failed: ['failed', 'rejected'],
  unknown: ['unknown'],
};

function ofTasks(flag: SearchFlag): flag is 'kept' | 'running' | 'failed' | 'unknown' {
  return flag === 'kept' || flag === 'running' || flag === 'failed' || flag === 'unknown';
}
