import { readFileSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { firstView, type ViewMemory } from '../../shared/view-memory.ts';
import { viewMemorySchema } from '../../shared/view-memory-schema.ts';

/** The state of the window, for the next start. */
export interface ViewMemoryFile {
  get(): ViewMemory;
  /** Takes effect at once. It is written to the file a moment later. */
  set(view: ViewMemory): void;
  /** Writes pending changes before it returns. Called when the app ends. */
  flush(): void;
}

/** Milliseconds for which changes are gathered, because every scroll changes the state. */
const gathered = 1_000;

/** A search may be private. */
const ownerOnly = { mode: 0o600 } as const;

/**
 * `view.json`. Main keeps it, because Chromium writes a page's own storage up to a minute later, or never if the app exits. It is written
 * asynchronously and not synced, so that a busy disk does not block main. If the file is lost or damaged, only the window's state is lost.
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
        // The disk is full or not connected.
      }
    },
  };
}

function read(file: string): ViewMemory {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // An older version wrote fewer fields.
    if (found === null || typeof found !== 'object') return firstView;
    const whole = viewMemorySchema.safeParse({ ...firstView, ...found });
    // If an order of the history no longer exists, the other fields are still used.
    return whole.success ? whole.data : viewMemorySchema.parse({ ...firstView, ...found, history: firstView.history });
  } catch {
    return firstView;
  }
}
