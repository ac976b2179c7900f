import type { TaskSort } from '../../../../shared/library/view.ts';
import type { Sort } from '../../../stores/history/history-store.ts';

/** Most first where numbers and times are compared, else by the alphabet; a second click turns it round. */
export function sortedBy(by: TaskSort, before: Sort): Sort {
  if (before.by === by) return { by, descending: !before.descending };
  return { by, descending: by === 'created' || by === 'took' || by === 'credits' };
}
