import { bridge } from '../../bridge.ts';
import { notifyError, notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { sheetTarget, targetInput } from '../selection/mark-target.ts';
import { countOf } from '../selection/position-ranges.ts';
import { focusSelection, selectedIndices, selectTogether, useSelection } from '../selection/selection-store.ts';
import { followedBy, rememberAct } from '../undo.ts';
import { useGallery } from './gallery-store.ts';
import { followNow } from './library-view.ts';

/** Whether a move is under way. A held key repeats only after it. */
let moving = false;

/**
 * Moves pictures of the shown album before the picture at a position. The length of the view means the end.
 * @param target the pictures; by default what is selected
 */
export async function moveInAlbum(to: number, target = sheetTarget()): Promise<void> {
  const { token, revision, byHand, length } = useGallery.getState().view;
  const ranges = selectedIndices();
  const [first] = ranges;
  if (byHand === null || moving || !first) return;
  const position = Math.min(Math.max(to, 0), length);
  const inOneRange = ranges.length === 1 && position >= first[0] && position <= first[1];
  // The pictures are already there.
  if (inOneRange) return;
  moving = true;
  try {
    const answer = await notifyIfFailed(bridge.albumsMove({ albumId: byHand, token, revision, target: targetInput(target), to: position }));
    if (!answer.ok || answer.value.token === null) return;
    const { pictures, token: moved, failure } = answer.value;
    rememberAct({ name: currentWords()('albums.order', { count: pictures }), token: moved, around: (run) => followedBy(run(), followNow) });
    if (failure !== null) return notifyError(failure);
    const lead = useSelection.getState().index;
    await followNow();
    if (useGallery.getState().view.token !== token) return;
    const before = (at: number): number => countOf(ranges.flatMap(([from, end]) => (from < at ? [[from, Math.min(end, at)] as const] : [])));
    const start = position - before(position);
    selectTogether([[start, start + pictures]], start + before(lead) + 1);
    focusSelection();
  } finally {
    moving = false;
  }
}
