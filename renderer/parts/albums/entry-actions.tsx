import { ArrowDown, ArrowUp, Check, Ellipsis, ImageDown, Pencil, Pin, PinOff, X } from 'lucide-react';
import type { ListedEntry } from '../../../shared/library/albums.ts';
import { removeAlbum, stepListed, togglePinned, toggleTakesNew } from '../../stores/library/albums-store.ts';
import { removeSavedSearch } from '../../stores/library/saved-searches.ts';
import { nameAlbum } from '../marks/album-actions.ts';
import { nameSearch } from '../search/name-search.tsx';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import type { Chord } from '../../ui/shortcuts/chords.ts';

/** Asks for a new name. */
export function renameEntry(entry: ListedEntry): void {
  if (entry.kind === 'album') void nameAlbum(entry.album);
  else nameSearch({ query: entry.search.query, proposed: entry.name, saved: entry.search });
}

/** Removes the entry. This can be undone. */
export function removeEntry(entry: ListedEntry): Promise<void> {
  return entry.kind === 'album' ? removeAlbum(entry.album) : removeSavedSearch(entry.search);
}

/** The menu of an album or a saved search. */
export function EntryMenu({ entry, className, renameKeys }: { readonly entry: ListedEntry; readonly className?: string | undefined; readonly renameKeys: readonly Chord[] | undefined }) {
  const say = useWords();
  const { name } = entry;
  return (
    <Menu
      trigger={
        <IconButton label={entry.kind === 'album' ? say('albums.menu', { name }) : say('gallery.saved-search-menu', { name })} className={className}>
          <Ellipsis size={15} />
        </IconButton>
      }
    >
      <EntryItems entry={entry} keys={renameKeys} />
    </Menu>
  );
}

function EntryItems({ entry, keys }: { readonly entry: ListedEntry; readonly keys: readonly Chord[] | undefined }) {
  const say = useWords();
  return (
    <>
      {entry.kind === 'album' && (
        <>
          <MenuItem icon={entry.album.takesNew ? <Check size={14} /> : <ImageDown size={14} />} onSelect={() => void toggleTakesNew(entry.album)}>
            {say(entry.album.takesNew ? 'albums.takes-not' : 'albums.takes')}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<Pencil size={14} />} keys={keys} onSelect={() => renameEntry(entry)}>
        {say('albums.rename')}
      </MenuItem>
      <MenuItem icon={entry.pinned ? <PinOff size={14} /> : <Pin size={14} />} onSelect={() => void togglePinned(entry)}>
        {say(entry.pinned ? 'albums.unpin' : 'albums.pin')}
      </MenuItem>
      <MenuItem icon={<ArrowUp size={14} />} onSelect={() => void stepListed(entry, -1)}>
        {say('albums.up')}
      </MenuItem>
      <MenuItem icon={<ArrowDown size={14} />} onSelect={() => void stepListed(entry, 1)}>
        {say('albums.down')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<X size={14} />} onSelect={() => void removeEntry(entry)}>
        {say(entry.kind === 'album' ? 'albums.delete' : 'gallery.delete-search')}
      </MenuItem>
    </>
  );
}
