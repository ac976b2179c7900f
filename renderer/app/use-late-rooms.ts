import { useEffect } from 'react';
import type * as LateRooms from './late-rooms.ts';
import { loadLateRooms, useLateCode } from './load-late-rooms.ts';

/** Milliseconds after the first screen, so that its pictures are loaded and decoded first. */
const firstScreen = 300;
/** Milliseconds after which rooms are loaded even if the window is never idle. */
const idleAtLatest = 1_000;

/**
 * Rooms that the first screen does not show. Null until they are loaded: when the window is idle, or at once if one `isWanted`. Then they render at once,
 * where `React.lazy` would show its fallback first.
 */
export function useLateRooms(isWanted: boolean): typeof LateRooms | null {
  useEffect(() => {
    if (isWanted) return void loadLateRooms();
    const timer = setTimeout(() => requestIdleCallback(() => void loadLateRooms(), { timeout: idleAtLatest }), firstScreen);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return useLateCode((late) => late.rooms);
}
