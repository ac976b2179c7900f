import type { Clock } from './clock.ts';

/**
 * Returns a function that tells how many milliseconds have passed since this call, and rather too many than too few: it never goes back, counts the sleep of
 * the computer, which the monotonic clock leaves out, and ignores a wall clock that is set back. A wall clock that is set ahead counts as time that has
 * passed. Only a clock that is set back during a sleep goes unnoticed.
 */
export function createElapsedTime(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  let [wall, monotonic, elapsed] = [clock.now(), clock.monotonic(), 0];
  return () => {
    const [nextWall, nextMonotonic] = [clock.now(), clock.monotonic()];
    elapsed += Math.max(nextWall - wall, nextMonotonic - monotonic, 0);
    [wall, monotonic] = [nextWall, nextMonotonic];
    return elapsed;
  };
}
