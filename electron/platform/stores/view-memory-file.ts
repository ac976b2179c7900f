import path from 'node:path';
import { z } from 'zod';
import { firstView, type ViewMemory } from '../../../shared/windows/view-memory.ts';
import { viewMemoryFields, viewMemorySchema } from '../../../shared/windows/view-memory-schema.ts';
import { writeWholeFile } from '../../core/util/whole-file.ts';
import { findFields, keepAside, type Loss } from './json-store.ts';
import { readByField } from './read-by-field.ts';

/** The state of the window, for the next start. */
export interface ViewMemoryFile {
  get(): ViewMemory;
  /** Takes effect at once. It is written to the file a moment later. */
  set(view: ViewMemory): void;
  /**
   * What a page says before the services are there, which set it once they are. Until then it takes effect, but only `flush` writes it, because the files of
   * a newer version may still be refused. Not a state of the window: nothing happens.
   */
  hold(view: unknown): void;
  /** What could not be read. The file as it was is kept before it is written. See `OpenedStore`. */
  repair(): Loss | null;
  /** Resolves when all changes are in the file, or lost. Never rejects. */
  flush(): Promise<void>;
}

/** Milliseconds for which changes are gathered, because every scroll changes the state. */
const gathered = 1_000;

/**
 * `view.json`. Main keeps it, because Chromium writes a page's own storage up to a minute later, or never if the app exits. It is written
 * asynchronously, so that a busy disk does not block main. If the file is lost or damaged, only the window's state is lost.
 *
 * @param isNew whether nobody has used the profile before. Its window begins with the first steps
 */
export function openViewMemoryFile(folder: string, isNew = false): ViewMemoryFile {
  const file = path.join(folder, 'view.json');
  const found = findFields(file);
  const read = readByField<ViewMemory>(z.object(viewMemoryFields), found.content, { usual: firstView });
  let current: ViewMemory = isNew ? { ...read.value, firstStep: 'try' } : read.value;
  let timer: ReturnType<typeof setTimeout> | null = null;
  // Without the file, the next start would not know that the first steps are open.
  let isHeld = isNew;
  let writing = Promise.resolve();
  let loss: Loss | null = null;
  const repair = (): Loss | null => (loss ??= found.isThere && (read.lost.length > 0 || !found.content.isWhole) ? { fields: read.lost, kept: keepAside(file) } : null);
  const write = (): void => {
    timer = null;
    isHeld = false;
    // The disk may be full or not connected.
    writing = writeSettled().catch(() => undefined);
  };
  const writeSettled = async (): Promise<void> => {
    repair();
    await writeWholeFile(file, [JSON.stringify(read.written(current))]);
  };
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    if (timer !== null || isHeld) write();
    return writing;
  };
  return {
    get: () => current,
    set(view) {
      const wasSent = current.draft !== '' && view.draft === '';
      current = view;
      timer ??= setTimeout(write, gathered);
      // A prompt that was sent must not stand in the field again after a crash, as if it had not been.
      if (wasSent) void flush();
    },
    hold(view) {
      const parsed = viewMemorySchema.safeParse(view);
      if (!parsed.success) return;
      current = parsed.data;
      isHeld = true;
    },
    repair,
    flush,
  };
}
