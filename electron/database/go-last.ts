import { constants, setPriority } from 'node:os';

/**
 * Lets everything else on the machine go before this thread, which makes a backup or copies the marks: a million pictures' history takes a
 * core for most of a minute. Only Linux has a priority for each thread; elsewhere it would be the whole process's, and nothing is changed.
 */
export function goLast(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // The system does not allow it, as in some containers: a backup that is in somebody's way is better than none.
  }
}
