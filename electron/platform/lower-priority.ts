import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Lets everything else on the machine go before this process. What cannot be lowered stays as it is. */
export function lowerPriority(pid: number): void {
  // Of one that has ended; to the system it would mean this one.
  if (pid === 0) return;
  for (const id of threadsOf(pid)) {
    try {
      setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended meanwhile, or the system does not allow it.
    }
  }
}

/** On Linux each thread has a priority of its own, which those that it starts take over. */
function threadsOf(pid: number): readonly number[] {
  if (process.platform !== 'linux') return [pid];
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
