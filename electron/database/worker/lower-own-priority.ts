import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of this thread, because a backup, a copy of the marks or a check of a million pictures keeps a core busy for most of a
 * minute. Only Linux has a priority for each thread. Elsewhere the whole process would slow down, so nothing is changed.
 */
export function lowerOwnPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some containers do not allow it. A backup that slows others down is better than none.
  }
}
