import { FolderHeart, Pin, Plus, Search } from 'lucide-react';
import type { DragEvent, KeyboardEvent } from 'react';
import type { ListedEntry } from '../../../shared/library/albums.ts';
import { renameEntry } from '../../parts/albums/entry-actions.ts';
import { addToAlbum, nameAlbum } from '../../parts/marks/album-actions.ts';
import { moveListed, stepListed, useAlbums, useListed } from '../../stores/library/albums-store.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { ListedMenu } from '../../commands/listed-menu.tsx';
import { isKeyOf } from '../../commands/registry.ts';
import { PlaceButton } from './place-button.tsx';
import { isPlaceOf, showEntry, type Place } from '../../parts/albums/places.ts';
import styles from './sidebar.module.css';
import { draggedEntry, useDrop } from './use-drop.ts';
import { series } from '../../../shared/words/in-a-row.ts';

interface AlbumListProps {
  readonly place: Place;
}

/** The sidebar's list of albums and saved searches. Dropping pictures on an album adds them. */
export function AlbumList({ place }: AlbumListProps) {
  const say = useWords();
  const entries = useListed();
  const drop = useDrop({ pictures: (of) => void nameAlbum(null, of) });
  return (
    <section className={styles.saved} aria-labelledby="albums">
      <div className={styles.headingLine}>
        <h2 id="albums" className={styles.heading}>
          {say('albums.title')}
        </h2>
        <div className={styles.newAlbum} {...drop}>
          <IconButton label={say('albums.new')} className={styles.more} onClick={() => void nameAlbum(null)}>
            <Plus size={15} />
          </IconButton>
        </div>
      </div>
      {entries.length === 0 && (
        <p className={styles.none} {...drop}>
          {say('albums.none')}
        </p>
      )}
      <ul>
        {entries.map((entry) => (
          <Row key={entry.key} entry={entry} entries={entries} current={isPlaceOf(place, entry)} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly entry: ListedEntry;
  readonly entries: readonly ListedEntry[];
  readonly current: boolean;
}

function Row({ entry, entries, current }: RowProps) {
  const say = useWords();
  const { number } = useFormats();
  const count = useAlbums(({ counts }) => (entry.kind === 'album' ? counts.get(entry.id) : undefined));
  const takesNew = entry.kind === 'album' && entry.album.takesNew;
  const drop = useDrop({
    pictures: entry.kind === 'album' ? (of: MarkTarget) => void addToAlbum(entry.album, of) : undefined,
    entry(key, after) {
      const moved = entries.find((other) => other.key === key);
      const next = entries[entries.indexOf(entry) + (after ? 1 : 0)] ?? null;
      // An entry that is dropped among pinned entries becomes pinned.
      if (moved && moved !== entry) void moveListed({ ...moved, pinned: entry.pinned }, next);
    },
  });
  const act = (event: KeyboardEvent): void => {
    if (isKeyOf('list-up', 'everywhere', event)) void stepListed(entry, -1);
    else if (isKeyOf('list-down', 'everywhere', event)) void stepListed(entry, 1);
    else if (isKeyOf('rename-listed', 'everywhere', event)) renameEntry(entry);
    else return;
    event.preventDefault();
  };
  const said = [say(entry.kind === 'album' ? 'albums.album' : 'albums.saved-search'), ...(entry.pinned ? [say('albums.pinned')] : []), ...(takesNew ? [say('albums.takes')] : [])];
  return (
    <li className={styles.savedRow} {...drop}>
      <PlaceButton
        wide
        icon={<EntryIcon entry={entry} />}
        name={entry.name}
        description={series(say, said)}
        count={count === undefined ? undefined : { shown: number(count), words: say('albums.count', { count }) }}
        current={current}
        onClick={() => showEntry(entry)}
        draggable
        onDragStart={({ dataTransfer }: DragEvent) => {
          dataTransfer.effectAllowed = 'move';
          dataTransfer.setData(draggedEntry, entry.key);
        }}
        onKeyDown={act}
      />
      <ListedMenu entry={entry} className={styles.more} />
    </li>
  );
}

/** The icon of an entry: a pin if it is pinned, a lens for a saved search. A dot marks the album that takes new pictures. */
export function EntryIcon({ entry }: { readonly entry: ListedEntry }) {
  const Icon = entry.pinned ? Pin : entry.kind === 'search' ? Search : FolderHeart;
  return (
    <span className={styles.entryIcon} data-takes-new={(entry.kind === 'album' && entry.album.takesNew) || undefined}>
      <Icon size={15} strokeWidth={1.75} />
    </span>
  );
}
