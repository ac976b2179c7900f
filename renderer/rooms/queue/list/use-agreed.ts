import { useEffect, useState } from 'react';
import { isUnsent } from '../../../stores/queue/unsent-price.ts';
import type { QueuedBatch } from './queue-rows.ts';

/** Milliseconds for which numbers of one moment stay, at most, while main's count and the tasks differ. */
const longest = 2_000;

/** Whether main's count of a batch is of the same moment as its tasks. */
export const agrees = ({ batch: { progress }, tasks }: QueuedBatch): boolean => progress.queued === tasks.filter(isUnsent).length;

/**
 * The progress and the tasks of a batch at one moment. Main counts a batch some time after its tasks have changed, and what was spent must not
 * contain a task whose price is still in the sum of the rest.
 */
export function useAgreed(of: QueuedBatch): QueuedBatch {
  const [state, setState] = useState({ latest: of, shown: of });
  if (state.latest !== of) setState({ latest: of, shown: agrees(of) ? of : state.shown });
  const isHeld = state.shown !== state.latest;
  useEffect(() => {
    if (!isHeld) return undefined;
    const timer = setTimeout(() => setState(({ latest }) => ({ latest, shown: latest })), longest);
    return () => clearTimeout(timer);
  }, [isHeld, state.shown]);
  return state.shown;
}
