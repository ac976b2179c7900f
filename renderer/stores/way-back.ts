import { remember } from './view-memory.ts';

const forgetting = new Set<() => void>();

/** The next view is shown from its beginning, and not from where the last one was left. */
export function forgetPlace(): void {
  remember({ anchor: null });
  for (const forget of forgetting) forget();
}

/** Calls back when the place is to be forgotten; returns what ends that. */
export function onForgetPlace(forget: () => void): () => void {
  forgetting.add(forget);
  return () => forgetting.delete(forget);
}
