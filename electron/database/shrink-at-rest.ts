import type { DatabaseSync } from 'node:sqlite';

/**
 * Milliseconds without a use after which a connection rests. What a commit needs is read again within it; a search that begins after a
 * moment's thought would wait twice as long for its first answers without its pages.
 */
export const rests = { writer: 4_000, reader: 60_000 } as const;

/**
 * Gives back what SQLite holds of the file's pages when a connection was not used for so many milliseconds: some 25 MB of a
 * large library, which the system has in its own cache as well. Call what it returns at each use.
 */
export function shrinkAtRest(db: Pick<DatabaseSync, 'exec' | 'isOpen'>, rest: number): () => void {
  const shrink = (): void => {
    if (db.isOpen) db.exec('PRAGMA shrink_memory');
  };
  const timer = setTimeout(shrink, rest).unref();
  return () => void timer.refresh();
}
