import type { ImageId, Task, TaskWithImages } from '../../../shared/task.ts';
import { comparable, focusCompared, openCompare } from '../../stores/compare-store.ts';
import { setPanelOpen, useHistory } from '../../stores/tasks/history-store.ts';
import { openHistory, setSearch } from '../../stores/tasks/history-view.ts';
import { cellsAt, type MatrixCell } from '../../stores/matrix/matrix-cells.ts';
import { actedCells, shownMatrix, topPictures, useMatrix } from '../../stores/matrix/matrix-store.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { goToTasks, openViewer } from '../../stores/windows/view-store.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';

/** The cell at the cursor. Null on a header. */
export function cellAtCursor(): MatrixCell | null {
  const state = useMatrix.getState();
  const { row, column } = state.cursor;
  return row < 0 || column < 0 ? null : (cellsAt(shownMatrix(state)?.cells ?? [], state.cursor)[0] ?? null);
}

/** What marks and other actions apply to: the pictures on top of the selected cells. */
export const actedTarget = (): MarkTarget => targetOfPictures(topPictures(actedCells(useMatrix.getState())));

function targetOfPictures(imageIds: readonly ImageId[]): MarkTarget {
  return { together: imageIds.length > 1 ? imageIds.length : 0, target: () => ({ token: null, revision: 0, ranges: [], imageIds }) };
}

/** Opens the picture of a cell. Without a picture, shows its task in the history. */
export function openCell(cell: MatrixCell | null): void {
  if (cell?.top) openViewer(cell.top.id);
  else if (cell?.entry) showInHistory(cell.entry);
}

/** Shows a task in the history, with its details. */
export function showInHistory(entry: TaskWithImages): void {
  // The history looks for the row of its cursor when it opens a view.
  useHistory.setState(({ choices }) => ({ cursor: { index: -1, id: entry.task.id, entry }, marked: [], choices: choices + 1 }));
  setSearch('');
  setPanelOpen(true);
  goToTasks('history');
  void openHistory();
}

/** Compares the selected cells. A single cell is compared with the others of its row, or its pictures with each other. */
export function compareActed(): void {
  const state = useMatrix.getState();
  const [cell, ...others] = actedCells(state);
  if (!cell) return;
  if (others.length > 0) return compare(topPictures([cell, ...others]));
  const row = topPictures(cellsAt(shownMatrix(state)?.cells ?? [], { row: cell.row, column: -1 }));
  compare(row.length < comparable.least ? cell.pictures.map(({ id }) => id) : row);
}

/** Compares the pictures of the row or column of the cursor. */
export function compareLine(line: 'row' | 'column'): void {
  const state = useMatrix.getState();
  const { row, column } = state.cursor;
  compare(topPictures(cellsAt(shownMatrix(state)?.cells ?? [], line === 'row' ? { row, column: -1 } : { row: -1, column })));
}

function compare(ids: readonly ImageId[]): void {
  const say = currentWords();
  if (ids.length > comparable.most) return notify(say('compare.too-many', { most: comparable.most }));
  if (ids.length < comparable.least) return notify(say('compare.too-few'));
  const at = cellAtCursor()?.top?.id;
  openCompare(ids);
  if (at !== undefined && ids.includes(at)) focusCompared(at);
}

/** The task that the menu acts on. */
export const taskOf = (cell: MatrixCell): Task | null => (cell.top?.entry ?? cell.entry)?.task ?? null;
