import type { Press, Subject } from '../../commands/command.ts';
import { nothingIn } from '../../commands/command.ts';
import { useCommands, useSubject } from '../../commands/use-commands.ts';
import { actedCells, nextPictureOfCell, selectAllCells, selectNoCells, stepCell, swapAxes, topPictures, useMatrix } from '../../stores/matrix/matrix-store.ts';
import { closeMatrix, stepPrompt } from '../../stores/matrix/open-matrix.ts';
import { actedTarget, cellAtCursor, compareActed, compareLine, openCell, showInHistory } from './matrix-actions.ts';

const step = ({ key }: Press): void => stepCell(key, false);

/** What the grid of a batch does for its commands. */
export function useMatrixCommands(): void {
  useSubject('matrix', matrixSubject);
  useCommands('matrix', {
    move: step,
    'move-far': step,
    extend: ({ key }) => stepCell(key, true),
    'select-all': selectAllCells,
    open: () => openCell(cellAtCursor()),
    stack: nextPictureOfCell,
    'step-prompt': ({ key }) => stepPrompt(key === 'PageUp' ? -1 : 1),
    'show-task': (_press, { entries: [entry] }) => entry && showInHistory(entry),
    compare: compareActed,
    'compare-column': () => compareLine('column'),
    'swap-axes': swapAxes,
    close: () => selectNoCells() || closeMatrix(),
  });
}

/** Marks apply to the pictures on top of the selected cells. */
export function matrixSubject(): Subject {
  const some = topPictures(actedCells(useMatrix.getState())).length > 0;
  return some ? { ...nothingIn('matrix'), imageId: cellAtCursor()?.top?.id ?? null, of: actedTarget() } : nothingIn('matrix');
}
