import { constants, setPriority } from 'node:os';

/**
 * Lets everything else on the machine go before this thread: copying and checking a million pictures' history takes a core for half a
 * minute. Only Linux has a priority for each thread; elsewhere it would be the whole process's, and nothing is changed.
 */
export function goLast(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}
