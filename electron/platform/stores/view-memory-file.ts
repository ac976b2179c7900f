import { readFileSync } from 'node:fs';
import path from 'node:path';
import { firstView, type ViewMemory } from '../../../shared/windows/view-memory.ts';
import { viewMemorySchema } from '../../../shared/windows/view-memory-schema.ts';
import { writeWholeFile } from '../../core/util/whole-file.ts';

/** The state of the window, for the next start. */
export interface ViewMemoryFile {
  get(): ViewMemory;
  /** Takes effect at once. It is written to the file a moment later. */
  set(view: ViewMemory): void;
  /** Resolves when all changes are in the file, or lost. Never rejects. */
  flush(): Promise<void>;
}

/** Milliseconds for which changes are gathered, because every scroll changes the state. */
const gathered = 1_000;

/**
 * `view.json`. Main keeps it, because Chromium writes a page's own storage up to a minute later, or never if the app exits. It is written
 * asynchronously, so that a busy disk does not block main. If the file is lost or damaged, only the window's state is lost.
 */
export function openViewMemoryFile(folder: string): ViewMemoryFile {
  const file = path.join(folder, 'view.json');
  let current = read(file);
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing = Promise.resolve();
  const write = (): void => {
    timer = null;
    // The disk may be full or not connected.
    writing = writeWholeFile(file, [JSON.stringify(current)]).catch(() => undefined);
  };
  return {
    get: () => current,
    set(view) {
      current = view;
      timer ??= setTimeout(write, gathered);
    },
    flush() {
      if (timer !== null) {
        clearTimeout(timer);
        write();
      }
      return writing;
    },
  };
}

function read(file: string): ViewMemory {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // An older version wrote fewer fields.
    if (found === null || typeof found !== 'object') return firstView;
    // Earlier versions kept prices here.
    const known = Object.fromEntries(Object.entries(found).filter(([name]) => Object.hasOwn(firstView, name)));
    const whole = viewMemorySchema.safeParse({ ...firstView, ...known });
    // If an order of the history no longer exists, the other fields are still used.
    return whole.success ? whole.data : viewMemorySchema.parse({ ...firstView, ...known, history: firstView.history });
  } catch {
    return firstView;
  }
}
