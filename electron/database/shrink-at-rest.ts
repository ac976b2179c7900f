import type { DatabaseSync } from 'node:sqlite';

/** Milliseconds without a use after which a connection rests. */
export const rest = 4_000;

/**
 * Gives back what SQLite holds of the file's pages when a connection was not used for a while: some megabytes of a large
 * library, which the system has in its own cache as well. Call what it returns at each use.
 */
export function shrinkAtRest(db: Pick<DatabaseSync, 'exec' | 'isOpen'>): () => void {
  const shrink = (): void => {
    if (db.isOpen) db.exec('PRAGMA shrink_memory');
  };
  const timer = setTimeout(shrink, rest).unref();
  return () => void timer.refresh();
}
