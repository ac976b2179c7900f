import type { Input } from '../../../shared/ipc/schemas.ts';
import type { SelectionTarget } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { countOf, nothing, rangesInput } from './position-ranges.ts';
import { selectionTarget, useSelection } from './selection-store.ts';

/** What a key, a menu or a button marks: one picture, or all that are selected together. */
export interface MarkTarget {
  /** How many are selected together. 0: it is one picture alone. Infinity: main still counts. */
  readonly together: number;
  /** Read when the mark is set. */
  readonly target: () => SelectionTarget;
}

export function onePicture(imageId: ImageId): MarkTarget {
  return { together: 0, target: () => ({ token: null, revision: 0, ranges: [], imageIds: [imageId] }) };
}

/** For a call to main. Before the first view, there are no positions. */
export function targetInput({ token, revision, ranges, imageIds }: SelectionTarget): Input<'marks:set'>['target'] {
  return { token: token === 0 ? null : token, revision, ranges: rangesInput(ranges), imageIds: [...imageIds] };
}

/** What is selected on the sheet. A picture that is selected alone is named by its id, so that it survives a new view. */
export function useSheetTarget(): MarkTarget {
  const together = useSelection(({ marked }) => countOf(marked));
  return { together, target: sheetTarget };
}

/** The same, for event handlers. */
export const sheetTargetNow = (): MarkTarget => ({ together: countOf(useSelection.getState().marked), target: sheetTarget });

/** What acting on a picture of the sheet means: all that are selected together if it is one of them, or else it alone. */
export function targetOf(imageId: ImageId, selected: boolean): MarkTarget {
  const { marked } = useSelection.getState();
  if (!selected || marked === nothing) return onePicture(imageId);
  return { together: countOf(marked), target: sheetTarget };
}

export function sheetTarget(): SelectionTarget {
  const { selection, marked } = useSelection.getState();
  if (marked === nothing && selection?.kind === 'image') return onePicture(selection.imageId).target();
  return selectionTarget();
}
