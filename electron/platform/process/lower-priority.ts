import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Lowers the priority of a process, if the system allows it. */
export function lowerPriority(pid: number): void {
  // The process has ended. For the system, 0 would be this process.
  if (pid === 0) return;
  for (const id of threadsOf(pid)) {
    try {
      setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The thread has ended, or the system does not allow it.
    }
  }
}

/** On Linux each thread has its own priority, which the threads that it starts inherit. */
function threadsOf(pid: number): readonly number[] {
  if (process.platform !== 'linux') return [pid];
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
