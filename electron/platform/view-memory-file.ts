import { readFileSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { firstView, type ViewMemory } from '../../shared/view-memory.ts';
import { viewMemorySchema } from '../../shared/view-memory-schema.ts';

/** How the window was left. */
export interface ViewMemoryFile {
  get(): ViewMemory;
  /** Holds at once, and is in its file a moment later. */
  set(view: ViewMemory): void;
  /** Writes what is not in the file yet before it returns: for the end of the app. */
  flush(): void;
}

/** Milliseconds for which changes are gathered: the page tells of every rest of a scroll. */
const gathered = 1_000;

/** A search may name what is nobody else's business. */
const ownerOnly = { mode: 0o600 } as const;

/**
 * `view.json`. Kept by main and not by the page's own storage, which Chromium may bring onto the disk a minute later, or after an exit
 * never. Written beside main's work and not synced: a disk that is busy with pictures must not keep main waiting for a place in the
 * gallery. One that is lost or damaged costs that place, nothing else.
 */
export function openViewMemoryFile(folder: string): ViewMemoryFile {
  const file = path.join(folder, 'view.json');
  const part = `${file}.part`;
  let current = read(file);
  let written = current;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const write = async (): Promise<void> => {
    timer = null;
    const writing = current;
    await writeFile(part, JSON.stringify(writing), ownerOnly);
    await rename(part, file);
    written = writing;
  };
  return {
    get: () => current,
    set(view) {
      current = view;
      timer ??= setTimeout(() => void write().catch(() => undefined), gathered);
    },
    flush() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (written === current) return;
      try {
        writeFileSync(file, JSON.stringify(current), ownerOnly);
        written = current;
      } catch {
        // The disk is full, or gone.
      }
    },
  };
}

function read(file: string): ViewMemory {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // An older version wrote fewer of them; what it wrote is kept.
    if (found === null || typeof found !== 'object') return firstView;
    const whole = viewMemorySchema.safeParse({ ...firstView, ...found });
    // Nor does an order of the history that is no more cost the draft.
    return whole.success ? whole.data : viewMemorySchema.parse({ ...firstView, ...found, history: firstView.history });
  } catch {
    return firstView;
  }
}
