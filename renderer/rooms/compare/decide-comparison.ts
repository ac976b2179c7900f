import type { Flag, MarkStep } from '../../../shared/library/marks.ts';
import type { Result } from '../../../shared/result.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { closeCompare, left, useCompare } from '../../stores/compare-store.ts';
import { landOn } from '../../stores/selection/land-on.ts';
import { acting, didAct, type Outcome } from '../../stores/undo.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
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
  const steps = first + (second ?? 0);
  if (steps > 0) remember(steps, picked.length, second === null ? 0 : rejected.length);
  if (second === null) return;
  closeCompare();
  const { focused } = state;
  await landOn(focused !== null && picked.includes(focused) ? [focused, ...picked.filter((id) => id !== focused)] : picked);
}

/** Sets a flag. Resolves to the number of steps that main can undo: 0 if all pictures had the flag. Null: it failed. */
async function flagged(imageIds: readonly ImageId[], flag: Flag): Promise<0 | 1 | null> {
  const answer = await notifyIfFailed(bridge.marksSet({ target: { token: null, revision: 0, ranges: [], imageIds: [...imageIds] }, mark: { kind: 'flag', flag } }));
  if (!answer.ok) return null;
  return answer.value.pictures > 0 ? 1 : 0;
}

function remember(steps: number, picked: number, rejected: number): void {
  const say = currentWords();
  /** The undo steps of main that are done. If one fails, the next attempt continues there. */
  let done = steps;
  const until = async (end: number, call: () => Promise<Result<MarkStep | null>>): Promise<Outcome> => {
    while (done !== end) {
      const answer = await call();
      if (!answer.ok) return answer.error;
      if (answer.value === null) return 'nothing';
      done += Math.sign(end - done);
    }
    return 'done';
  };
  didAct({
    words: say('compare.decided', { picked, rejected }),
    name: say('compare.act.decide', { picked, rejected }),
    undo: () => until(0, () => bridge.marksUndo()),
    redo: () => until(steps, () => bridge.marksRedo()),
  });
}
