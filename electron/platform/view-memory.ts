import type { ViewMemory } from '../../shared/view-memory.ts';
import type { JsonStore } from './json-store.ts';
import type { ViewState } from './settings-store.ts';

/** How the window was left. */
export interface ViewMemoryKeeper {
  get(): ViewMemory;
  /** Holds at once, and is on the disk a moment later. */
  set(view: ViewMemory): void;
  /** Brings onto the disk what is not there yet. A disk that refuses it costs a place, nothing else. */
  flush(): void;
}

/** Milliseconds for which changes are gathered: the page tells of every rest of a scroll. */
const gathered = 1_000;

/** Kept by main and not by the page's own storage, which Chromium may bring onto the disk a minute later, or after an exit never. */
export function createViewMemory(store: JsonStore<ViewState>): ViewMemoryKeeper {
  let current = store.get().view;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = (): void => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    try {
      store.set({ ...store.get(), view: current });
    } catch {
      // The next change tries again.
    }
  };
  return {
    get: () => current,
    set(view) {
      current = view;
      timer ??= setTimeout(flush, gathered);
    },
    flush,
  };
}
