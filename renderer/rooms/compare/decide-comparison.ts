import { bridge } from '../../bridge.ts';
import { closeCompare, left, useCompare } from '../../stores/compare-store.ts';
import { acting, didAct } from '../../stores/undo.ts';
import { notifyError, notifyIfFailed } from '../../ui/toast.tsx';
import { selectPictures } from '../../stores/selection/select-pictures.ts';
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
  const { focused } = state;
  await selectPictures(focused !== null && picked.includes(focused) ? [focused, ...picked.filter((id) => id !== focused)] : picked);
}
