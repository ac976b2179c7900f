import { labelOfKey, mark, toggleFavourite, toggleFlag, toggleLabel } from '../../parts/marks/mark-actions.ts';
import { addToLastAlbum, chooseAlbum } from '../../parts/marks/album-actions.ts';
import { exportSelected } from '../../parts/export/export-dialog-store.ts';
import { actedCells, nextPictureOfCell, selectAllCells, selectNoCells, stepCell, swapAxes, topPictures, useMatrix } from '../../stores/matrix/matrix-store.ts';
import { closeMatrix, stepPrompt } from '../../stores/matrix/open-matrix.ts';
import { stepCellSize } from '../../stores/windows/view-store.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { actedTarget, cellAtCursor, compareActed, compareLine, openCell } from './matrix-actions.ts';

/** The keys of the room. Marks apply to the pictures on top of the selected cells. */
export function useMatrixKeys(): void {
  useShortcut('matrix-move', ({ key }) => stepCell(key, false));
  useShortcut('matrix-ends', ({ key }) => stepCell(key, false));
  useShortcut('matrix-extend', ({ key }) => stepCell(key, true));
  useShortcut('matrix-select-all', selectAllCells);
  useShortcut('matrix-open', ({ repeat }) => repeat || openCell(cellAtCursor()));
  useShortcut('matrix-next-picture', nextPictureOfCell);
  useShortcut('matrix-prompt', ({ key }) => stepPrompt(key === 'PageUp' ? -1 : 1));
  useShortcut('matrix-compare', ({ repeat }) => repeat || compareActed());
  useShortcut('matrix-compare-column', ({ repeat }) => repeat || compareLine('column'));
  useShortcut('matrix-swap', ({ repeat }) => repeat || swapAxes());
  useShortcut('matrix-larger', () => stepCellSize(1));
  useShortcut('matrix-smaller', () => stepCellSize(-1));
  useShortcut('matrix-close', () => {
    if (!selectNoCells()) closeMatrix();
  });
  const some = useMatrix((state) => topPictures(actedCells(state)).length > 0);
  const leading = (): number | null => cellAtCursor()?.top?.id ?? null;
  useShortcut('matrix-favourite', () => void toggleFavourite(leading(), actedTarget()), some);
  useShortcut('matrix-rate', ({ key }) => void mark(actedTarget().target(), { kind: 'rating', rating: Number(key) }), some);
  useShortcut('matrix-pick', ({ repeat }) => void (repeat || toggleFlag('pick', leading(), actedTarget())), some);
  useShortcut('matrix-reject', ({ repeat }) => void (repeat || toggleFlag('reject', leading(), actedTarget())), some);
  useShortcut('matrix-unflag', () => void mark(actedTarget().target(), { kind: 'flag', flag: null }), some);
  useShortcut('matrix-label', ({ key, repeat }) => void (repeat || toggleLabel(labelOfKey(key), leading(), actedTarget())), some);
  useShortcut('matrix-add-to-album', () => chooseAlbum(actedTarget()), some);
  useShortcut('matrix-add-to-last-album', ({ repeat }) => repeat || addToLastAlbum(actedTarget()), some);
  useShortcut('matrix-trash', ({ repeat }) => void (repeat || mark(actedTarget().target(), { kind: 'trash' })), some);
  useShortcut('matrix-export', () => void exportSelected(actedTarget().target()), some);
}
