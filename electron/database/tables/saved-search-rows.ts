import type { SavedSearchStore } from '../../core/marks/mark-store.ts';
import type { Synchronous } from '../client/database-contract.ts';
import type { Connection } from '../sqlite/statements.ts';

/** Searches that a person has named. A search has one name, so saving it again renames it. */
export function createSavedSearches({ sql, transaction }: Connection): Synchronous<SavedSearchStore> {
  return {
    savedSearches: () =>
      sql('SELECT id, name, query, created_at FROM saved_searches ORDER BY created_at, id')
        .all()
        .map(({ id, name, query, created_at }) => ({ id: Number(id), name: String(name), query: String(query), savedAt: Number(created_at) })),
    saveSearch: (name, query, at) =>
      transaction(() => {
        sql('INSERT INTO saved_searches (name, query, created_at) VALUES (?, ?, ?) ON CONFLICT (query) DO UPDATE SET name = excluded.name').run(name, query, Math.round(at));
      }),
    renameSearch: (id, name) =>
      transaction(() => {
        sql('UPDATE saved_searches SET name = ? WHERE id = ?').run(name, id);
      }),
    removeSearch: (id) =>
      transaction(() => {
        sql('DELETE FROM saved_searches WHERE id = ?').run(id);
      }),
  };
}
