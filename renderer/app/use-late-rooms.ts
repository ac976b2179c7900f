import { useEffect } from 'react';
import { create } from 'zustand';
import type * as LateRooms from './late-rooms.ts';

const useLoaded = create<{ readonly rooms: typeof LateRooms | null }>(() => ({ rooms: null }));

/** Milliseconds after the first screen, so that its pictures are loaded and decoded first. */
const firstScreen = 300;
/** Milliseconds after which rooms and dialogs are loaded even if the window is never idle. A question about money may be among them. */
const idleAtLatest = 1_000;

let loading: Promise<void> | null = null;

function load(): void {
  // If it fails, the next room that opens tries again.
  loading ??= import('./late-rooms.ts').then((rooms) => useLoaded.setState({ rooms }), () => void (loading = null));
}

/**
 * Rooms and dialogs that the first screen does not show. Null until they are loaded: when the window is idle, or at once if one `isWanted`. Then they
 * render at once, where `React.lazy` would show its fallback first.
 */
export function useLateRooms(isWanted: boolean): typeof LateRooms | null {
  useEffect(() => {
    if (isWanted) return load();
    const timer = setTimeout(() => requestIdleCallback(load, { timeout: idleAtLatest }), firstScreen);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return useLoaded(({ rooms }) => rooms);
}
