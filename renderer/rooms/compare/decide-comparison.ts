import type { Flag, UndoToken } from '../../../shared/library/marks.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { closeCompare, left, useCompare } from '../../stores/compare-store.ts';
import { redoMarks, undoMarks } from '../../stores/undo-marks.ts';
import { acting, didAct } from '../../stores/undo.ts';
import { notifyError, notifyIfFailed } from '../../ui/toast.tsx';
import { landOn } from '../../stores/selection/land-on.ts';
import { currentWords } from '../../words/words.ts';

/** Picks the pictures that are left and rejects those that were knocked out, as one step that can be undone. Closes the comparison, and selects the pictures that are left. */
export const decideComparison = (): Promise<void> => acting(decideNow());

async function decideNow(): Promise<void> {
  const state = useCompare.getState();
  const picked = left(state);
  const rejected = state.out;
  if (rejected.length === 0) return;
  // If the first call fails, nothing is marked, and the comparison stays open.
  const first = await flagged(picked, 'pick');
  if (first === null) return;
  const second = await flagged(rejected, 'reject');
  const steps = [...first, ...(second ?? [])];
  if (steps.length > 0) remember(steps, picked.length, second === null ? 0 : rejected.length);
  if (second === null) return;
  closeCompare();
  const { focused } = state;
  await landOn(focused !== null && picked.includes(focused) ? [focused, ...picked.filter((id) => id !== focused)] : picked);
}

/** Sets a flag. Resolves to what main can undo: nothing if all pictures had the flag. Null: it failed. */
async function flagged(imageIds: readonly ImageId[], flag: Flag): Promise<readonly UndoToken[] | null> {
  const answer = await notifyIfFailed(bridge.marksSet({ target: { token: null, revision: 0, ranges: [], imageIds: [...imageIds] }, mark: { kind: 'flag', flag } }));
  if (!answer.ok) return null;
  const { token, failure } = answer.value;
  if (failure !== null) notifyError(failure);
  return token === null ? [] : [token];
}

function remember(steps: readonly UndoToken[], picked: number, rejected: number): void {
  const say = currentWords();
  didAct({
    words: say('compare.decided', { picked, rejected }),
    name: say('compare.act.decide', { picked, rejected }),
    undo: () => undoMarks(steps),
    redo: () => redoMarks(steps),
  });
}
