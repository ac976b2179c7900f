import type { ViewQuery } from '../../../shared/library/view.ts';
import type { TaskId } from '../../../shared/task.ts';
import type { HistoryAnchor } from '../../../shared/windows/view-memory.ts';
import { bridge } from '../../bridge.ts';
import { evenRows } from '../../ui/scrolling/even-rows.ts';
import type { ScrolledList } from '../../ui/scrolling/scroll-anchor.ts';
import { remember, viewMemory } from '../windows/remember-view.ts';
import { findRow, rowAt } from '../windowed/blocks.ts';
import { keepPlace } from '../windowed/place-keeper.ts';
import { useHistory, type ShownView } from './history-store.ts';

const rowHeight = 40;
/** Space below the last row. */
const spaceBelow = 16;

export const rowList = (count: number): ScrolledList => evenRows(count, rowHeight, spaceBelow);

/** The place of the table. In another order, only the selected row stays in sight, because the row at the upper edge has other neighbours there. */
export const historyPlace = keepPlace<ShownView, HistoryAnchor>({
  anchorAt: ({ blocks, query }, position, offset) => {
    const entry = rowAt(blocks, position);
    return entry && { taskId: entry.task.id, query, position, offset };
  },
  find: async (view, { taskId }) => {
    const position = await locateTask(view, taskId);
    return position < 0 ? null : position;
  },
  isSame: (before, now) => sameQuery(before.query, now.query),
  isLikely: ({ query }, anchor) => sameQuery(anchor.query, query),
  leadsTo: ({ query }, anchor) => sameOrder(anchor.query, query),
  leadIn: () => {
    const { cursor, shown } = useHistory.getState();
    return cursor && rowAt(shown.blocks, cursor.index)?.task.id === cursor.id ? cursor.index : -1;
  },
  recalled: viewMemory().history.anchor,
  remember: ({ query }, anchor, earlier) => remember({ history: { query, anchor: anchor ?? earlier } }),
});

useHistory.subscribe(({ choices }, before) => {
  if (choices !== before.choices) historyPlace.stay();
});

export function sameQuery(a: ViewQuery, b: ViewQuery): boolean {
  return a.search === b.search && sameOrder(a, b);
}

function sameOrder({ sort: a }: ViewQuery, { sort: b }: ViewQuery): boolean {
  return a.by === b.by && a.descending === b.descending;
}

/** The position of a task in a view, or -1. */
export async function locateTask({ token, revision, blocks }: ShownView, taskId: TaskId): Promise<number> {
  const here = findRow(blocks, ({ task }) => task.id === taskId);
  if (here >= 0) return here;
  const answer = await bridge.libraryLocateTasks({ token, revision, taskIds: [taskId] });
  const { shown } = useHistory.getState();
  if (shown.token === token && shown.revision !== revision) return locateTask(shown, taskId);
  return answer.ok ? (answer.value?.[0] ?? -1) : -1;
}
