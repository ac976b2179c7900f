import type { DatabaseSync } from 'node:sqlite';

/** Milliseconds after the last use. */
export const rest = 4_000;

/**
 * Frees SQLite's page cache when a connection has not been used for a while: several megabytes for a large
 * library, which the system caches as well. Call the returned function at each use.
 */
export function shrinkAtRest(db: Pick<DatabaseSync, 'exec' | 'isOpen'>): () => void {
  const shrink = (): void => {
    if (db.isOpen) db.exec('PRAGMA shrink_memory');
  };
  const timer = setTimeout(shrink, rest).unref();
  return () => void timer.refresh();
}
