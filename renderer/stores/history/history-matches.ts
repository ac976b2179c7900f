import type { SearchFlag, SearchPart, SearchQuery } from '../../../shared/search/query.ts';
import { isOfStatus, isStatusWord, type StatusWord } from '../../../shared/search/statuses.ts';
import type { TaskWithImages } from '../../../shared/task.ts';

/** Tasks whose outcome is unknown and undecided, which may have cost money. They come first. */
export function isUndecided({ task }: TaskWithImages): boolean {
  return task.state.status === 'unknown' && task.dismissedAt === null;
}

/** Whether a change of its state may make a task match, or match no longer. */
export function looksAtState({ clauses }: SearchQuery): boolean {
  return clauses.some(({ anyOf }) => anyOf.some((part) => part.kind === 'filter' && (part.key === 'status' || part.key === 'is')));
}

/**
 * False only where the state of a task rules it out: main alone knows what matches, and is asked again only for what may.
 */
export function mayMatch({ clauses }: SearchQuery, entry: TaskWithImages): boolean {
  return clauses.every(({ anyOf }) => anyOf.some((part) => holds(part, entry) !== false));
}

/** Null: the window cannot tell. */
function holds(part: SearchPart, entry: TaskWithImages): boolean | null {
  if (part.kind !== 'filter') return null;
  if (part.key === 'status') return part.values.some((word) => isOfStatus(entry, word)) !== part.negated;
  if (part.key !== 'is') return null;
  const held = part.values.map((word) => holdsWord(word, entry));
  return held.includes(null) ? null : held.includes(true) !== part.negated;
}

/** Null: a word about pictures. */
function holdsWord(word: SearchFlag | StatusWord, entry: TaskWithImages): boolean | null {
  switch (word) {
    case 'kept':
      return entry.images.some((image) => image.state.status === 'kept');
    case 'running':
      return ['queued', 'submitting', 'processing', 'paused'].includes(entry.task.state.status);
    case 'failed':
      return ['failed', 'rejected'].includes(entry.task.state.status);
    default:
      return isStatusWord(word) ? isOfStatus(entry, word) : null;
  }
}
