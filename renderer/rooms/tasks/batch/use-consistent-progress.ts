import { useEffect, useState } from 'react';
import { isUnsent } from '../../../../shared/money/waiting-money.ts';
import type { QueuedBatch } from '../../../stores/tasks/queue-units.ts';

/** The longest time, in milliseconds, to show older numbers while main's count and the tasks differ. */
const longest = 2_000;

/** Whether main's count of a batch matches its tasks. */
export const isConsistent = ({ batch: { progress }, tasks }: QueuedBatch): boolean => progress.queued === tasks.filter(isUnsent).length;

/**
 * The progress and the tasks of a batch at the same moment. Main counts a batch some time after its tasks change. Without this, a task could count both
 * as spent and as still to be paid.
 */
export function useConsistentProgress(of: QueuedBatch): QueuedBatch {
  const [state, setState] = useState({ latest: of, shown: of });
  if (state.latest !== of) setState({ latest: of, shown: isConsistent(of) ? of : state.shown });
  const isBehind = state.shown !== state.latest;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(() => setState(({ latest }) => ({ latest, shown: latest })), longest);
    return () => clearTimeout(timer);
  }, [isBehind, state.shown]);
  return state.shown;
}
