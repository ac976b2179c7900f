import { bridge } from '../../bridge.ts';
import type { ImageId } from '../../../shared/task.ts';
import { closeCompare, left, setCompareMode, useCompare } from '../../stores/compare-store.ts';
import { acting, didAct } from '../../stores/undo.ts';
import { notifyError, notifyIfFailed } from '../../ui/toast.tsx';
import { goToPicture } from '../../stores/matrix/matrix-store.ts';
import { selectPictures } from '../../stores/selection/select-pictures.ts';
import { useView } from '../../stores/windows/view-store.ts';
import { currentWords } from '../../words/words.ts';

/** Picks the pictures that are left and rejects those that were knocked out, as one step that can be undone. Closes the comparison, and selects the pictures that are left. */
export const decideComparison = (): Promise<void> => acting(decideNow());

async function decideNow(): Promise<void> {
  const state = useCompare.getState();
  const picked = left(state);
  const rejected = state.out;
  if (rejected.length === 0) return;
  const answer = await notifyIfFailed(bridge.marksDecide({ picked: [...picked], rejected: [...rejected] }));
  if (!answer.ok) return;
  const { token, failure } = answer.value;
  const say = currentWords();
  const values = { picked: picked.length, rejected: failure === null ? rejected.length : 0 };
  didAct({ words: say('compare.decided', values), name: say('compare.act.decide', values), token });
  // The comparison stays open, so that the person can try again.
  if (failure !== null) return notifyError(failure);
  closeCompare();
  await landOn(state, picked);
}

/** Returns to the pictures side by side. If they are shown already, closes the comparison. If some were knocked out, what is left is selected: it is what the person wants to see next. */
export function leaveComparison(): void {
  const state = useCompare.getState();
  if (state.mode !== 'side') return setCompareMode('side');
  closeCompare();
  if (state.out.length > 0) void landOn(state, left(state));
}

/** Selects pictures where the comparison was opened, and brings the focused one of them into sight. */
async function landOn({ focused }: Pick<ReturnType<typeof useCompare.getState>, 'focused'>, kept: readonly ImageId[]): Promise<void> {
  const [first, ...others] = focused !== null && kept.includes(focused) ? [focused, ...kept.filter((id) => id !== focused)] : kept;
  if (first === undefined) return;
  const { matrixOpen, route } = useView.getState();
  if (matrixOpen) goToPicture(first);
  else if (route === 'gallery') await selectPictures([first, ...others]);
}
