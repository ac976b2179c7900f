import { marksOf, packedMarks, type Mark } from '../../../../shared/library/marks.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { mark } from '../../../parts/marks/mark-actions.ts';
import { comparable, openCompare } from '../../../stores/compare-store.ts';
import { changeCulling, refreshCulled, showCulled, useCull } from '../../../stores/cull/cull-store.ts';
import { flagged, nextToDecide, withMarks, type Culling } from '../../../stores/cull/culling.ts';
import { setLibrarySearch, useLibrarySearch } from '../../../stores/gallery/library-view.ts';
import { enterResults } from '../../../stores/selection/enter-results.ts';
import { onePicture } from '../../../stores/selection/mark-target.ts';
import { closeViewer } from '../../../stores/windows/view-store.ts';
import { ask, dismiss } from '../../../ui/dialogs/ask.ts';

type Decision = Extract<Mark, { readonly kind: 'flag' | 'label' | 'rating' }>;

/**
 * Marks a picture and shows the next one at once, so that the next key applies to that. An undo or an error leads back to the picture. After the last
 * picture, shows the summary.
 */
export async function decide(id: ImageId, what: Decision): Promise<void> {
  changeCulling((culling) => ({ ...withMarks(culling, id, marked(culling, id, what)), acted: true }));
  goOn(id);
  const back = (): void => {
    if (useCull.getState().culling?.ids.includes(id) !== true) return;
    dismiss('cull-summary');
    showCulled(id);
  };
  if (await mark(onePicture(id).target(), what, { undone: back })) return;
  await refreshCulled(id);
  back();
}

/** Shows the picture after this one without deciding about it. */
export function goOn(id: ImageId): void {
  const { culling, skipsDecided } = useCull.getState();
  if (culling === null) return;
  const next = nextToDecide(culling, culling.ids.indexOf(id), skipsDecided);
  if (next === null) void ask('cull-summary', { culling });
  else showCulled(next);
}

/** The marks that the picture will have. */
function marked({ ids, marks }: Culling, id: ImageId, what: Decision): number {
  const { kind: _, ...value } = what;
  return packedMarks({ ...marksOf(marks[ids.indexOf(id)] ?? 0), ...value });
}

/** Ends culling, with the summary if anything was decided. */
export function endCull(): void {
  const { culling } = useCull.getState();
  if (culling?.acted === true) void ask('cull-summary', { culling });
  else closeViewer();
}

/** Shows the picked pictures of the search on the sheet. */
export function showPicked(): void {
  const { search } = useLibrarySearch.getState();
  closeViewer();
  if (/(^|\s)flag:picked\b/.test(search)) return;
  setLibrarySearch(`${search} flag:picked`.trim());
  enterResults();
}

/** Moves the rejected pictures to the trash. This is one step of undo. */
export async function trashRejected(): Promise<void> {
  const { culling } = useCull.getState();
  if (culling === null) return;
  const rejected = flagged(culling, 'reject');
  closeViewer();
  await mark({ token: null, revision: 0, ranges: [], imageIds: rejected }, { kind: 'trash' });
}

/** Compares the picked pictures, at most as many as can be compared. */
export function comparePicked(culling: Culling): void {
  openCompare(flagged(culling, 'pick').slice(0, comparable.most));
}
