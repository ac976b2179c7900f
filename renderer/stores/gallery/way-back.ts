import { remember } from '../view-memory.ts';

const listeners = new Set<() => void>();

/** Shows the next view from its beginning, and not where the last one was left. */
export function forgetPlace(): void {
  remember({ anchor: null });
  for (const listener of listeners) listener();
}

/** Calls the listener when the place is to be forgotten. Returns a function that removes the listener. */
export function onForgetPlace(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
