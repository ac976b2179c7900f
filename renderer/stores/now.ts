import { useSyncExternalStore } from 'react';
import { dayKey } from '../../shared/library/view.ts';
import type { CivilDate } from '../../shared/search/query.ts';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function current(): number {
  // Without a running timer, the stored time is not updated. Within a render, all readers must see the same time.
  if (timer === undefined && Date.now() - now > 1000) now = Date.now();
  return now;
}

/** The current time, updated once a second by one timer for all components. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current);
}

/** A text that depends on the clock. Its component renders only when the text changes, not every second. */
export function useTextOverTime(text: (now: number) => string | null): string | null {
  return useSyncExternalStore(subscribe, () => text(current()));
}

/** The key of today. If it is watched, its component renders at midnight. */
export function useDay(watched: boolean): number {
  return useSyncExternalStore(watched ? subscribe : unwatched, () => {
    const date = new Date(current());
    return dayKey(date.getFullYear(), date.getMonth(), date.getDate());
  });
}

const unwatched = (): (() => void) => () => undefined;

/** The date in local time. */
export function today(): CivilDate {
  const date = new Date();
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}
