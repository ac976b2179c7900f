import { LibraryBig, Pencil, Plus, X } from 'lucide-react';
import { removeEntry, renameEntry } from '../../parts/albums/entry-actions.ts';
import { nameAlbum } from '../../parts/marks/album-actions.ts';
import { useListed } from '../../stores/library/albums-store.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { EntryIcon } from './album-list.tsx';
import { isPlaceOf, showEntry, type Place } from '../../parts/albums/places.ts';
import styles from './sidebar.module.css';

/** The rail's menu of all albums and saved searches. */
export function AlbumRail({ place }: { readonly place: Place }) {
  const say = useWords();
  const entries = useListed();
  return (
    <Menu
      trigger={
        <IconButton
          label={say('albums.title-rail')}
          side="inline-end"
          className={classes(styles.place, styles.iconOnly)}
          aria-current={entries.some((entry) => isPlaceOf(place, entry)) ? 'page' : undefined}
        >
          <LibraryBig size={17} strokeWidth={1.75} />
        </IconButton>
      }
    >
      {entries.map((entry) => (
        <div key={entry.key} role="none" className={styles.menuRow}>
          <MenuItem icon={<EntryIcon entry={entry} />} onSelect={() => showEntry(entry)}>
            {entry.name}
          </MenuItem>
          <MenuItem label={say(entry.kind === 'album' ? 'albums.rename-named' : 'gallery.rename-saved-search', { name: entry.name })} onSelect={() => renameEntry(entry)}>
            <Pencil size={13} />
          </MenuItem>
          <MenuItem label={say(entry.kind === 'album' ? 'albums.delete-named' : 'gallery.delete-search-named', { name: entry.name })} stays onSelect={() => void removeEntry(entry)}>
            <X size={13} />
          </MenuItem>
        </div>
      ))}
      {entries.length > 0 && <MenuSeparator />}
      <MenuItem icon={<Plus size={14} />} onSelect={() => void nameAlbum(null)}>
        {say('albums.new')}
      </MenuItem>
    </Menu>
  );
}
