import type { ListedEntry } from '../../../shared/library/albums.ts';
import { removeAlbum } from '../../stores/library/albums-store.ts';
import { removeSavedSearch } from '../../stores/library/saved-searches.ts';
import { nameAlbum } from '../marks/album-actions.ts';
import { nameSearch } from '../search/name-search.tsx';

/** Asks for a new name. */
export function renameEntry(entry: ListedEntry): void {
  if (entry.kind === 'album') void nameAlbum(entry.album);
  else nameSearch({ query: entry.search.query, proposed: entry.name, saved: entry.search });
}

/** Removes the entry. This can be undone. */
export function removeEntry(entry: ListedEntry): Promise<void> {
  return entry.kind === 'album' ? removeAlbum(entry.album) : removeSavedSearch(entry.search);
}
