import type { RevertedStep, UndoToken } from '../../shared/library/marks.ts';
import type { Result } from '../../shared/result.ts';
import { bridge } from '../bridge.ts';
import type { Outcome, PartlyDone } from './undo.ts';

/** Undoes steps of main, the last one first. A step of which nothing is left does nothing, so an undo that was stopped or failed continues with the next call. */
export const undoMarks = (tokens: readonly UndoToken[]): Promise<Outcome | PartlyDone> => revert(tokens.toReversed(), (token) => bridge.marksUndo({ token }));

/** Does undone steps again, the first one first. */
export const redoMarks = (tokens: readonly UndoToken[]): Promise<Outcome | PartlyDone> => revert(tokens, (token) => bridge.marksRedo({ token }));

async function revert(tokens: readonly UndoToken[], call: (token: UndoToken) => Promise<Result<RevertedStep | null>>): Promise<Outcome | PartlyDone> {
  let [pictures, left, kept, steps] = [0, 0, 0, 0];
  for (const token of tokens) {
    const answer = await call(token);
    if (!answer.ok) return answer.error;
    if (answer.value === null) continue;
    steps += 1;
    pictures += answer.value.pictures;
    kept += answer.value.kept;
    left = answer.value.left;
    // The person stopped it.
    if (left > 0) break;
  }
  if (steps === 0) return 'nothing';
  if (left > 0 || (kept > 0 && pictures > 0)) return { left, kept };
  if (pictures > 0) return 'done';
  return kept > 0 ? 'changed' : 'nothing';
}
