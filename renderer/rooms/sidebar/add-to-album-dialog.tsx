import { FolderHeart, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { longestAlbumName, type Album } from '../../../shared/library/albums.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { addToAlbum, addToNewAlbum, countAdded } from '../../parts/marks/album-actions.ts';
import { useAlbums } from '../../stores/library/albums-store.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { useFormats, useWords } from '../../words/words.ts';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { classes } from '../../ui/classes.ts';
import popup from '../../ui/popup.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import styles from './sidebar.module.css';

interface AddToAlbumDialogProps extends Asked {
  readonly of: MarkTarget;
}

/** Asks for an album to add pictures to. Typing filters the list; Enter takes the chosen album, or creates the one that was typed. */
export function AddToAlbumDialog({ of, close }: AddToAlbumDialogProps) {
  const say = useWords();
  const { number } = useFormats();
  const count = countAdded(of);
  return (
    <Dialog title={say('albums.add-title')} description={say('albums.add-explained', { count, shown: number(count) })}>
      <Chooser of={of} close={close} />
    </Dialog>
  );
}

function Chooser({ of, close }: Omit<AddToAlbumDialogProps, 'answer'>) {
  const say = useWords();
  const { number } = useFormats();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const albums = useAlbums((state) => state.albums);
  const lately = useAlbums((state) => state.lately);
  const counts = useAlbums((state) => state.counts);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const written = text.trim();
  const offered = albumsFor(albums, lately, written);
  const isNew = written !== '' && !albums.some(({ name }) => fold(name) === fold(written));
  const length = offered.length + (isNew ? 1 : 0);
  const chosen = Math.min(at, length - 1);
  useEffect(() => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }), [chosen]);
  const take = (index: number): void => {
    const album = offered[index];
    if (!album && !isNew) return;
    close();
    if (album) void addToAlbum(album, of);
    else addToNewAlbum(written, of);
  };
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || length === 0) return;
    event.preventDefault();
    setAt((chosen + by + length) % length);
  };
  const option = (index: number) => ({ id: `${id}-${index}`, role: 'option', tabIndex: -1, 'aria-selected': index === chosen, 'data-highlighted': index === chosen || undefined, className: popup.item, onClick: () => take(index) }) as const;
  return (
    <form
      style={{ display: 'contents' }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        take(chosen);
      }}
    >
      <TextField
        label={say('albums.add-field')}
        value={text}
        onValueChange={(value) => {
          setText(value);
          setAt(0);
        }}
        maxLength={longestAlbumName}
        placeholder={say('albums.add-hint')}
        role="combobox"
        aria-expanded={length > 0}
        aria-controls={id}
        aria-activedescendant={length > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        onKeyDown={step}
      />
      {length === 0 && <p className={textStyles.hint}>{say('albums.no-match')}</p>}
      <div ref={list} id={id} role="listbox" aria-label={say('albums.title')} className={styles.choices} hidden={length === 0}>
        {offered.map((album, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
          <div key={album.id} {...option(index)}>
            <FolderHeart size={15} aria-hidden />
            <span className={classes(popup.itemText, textStyles.cut)} dir="auto">
              {album.name}
            </span>
            <span className={popup.itemHint}>{number(counts.get(album.id) ?? 0)}</span>
          </div>
        ))}
        {isNew && (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
          <div {...option(offered.length)}>
            <Plus size={15} aria-hidden />
            <span className={classes(popup.itemText, textStyles.cut)} dir="auto">
              {say('albums.add-new', { name: written })}
            </span>
          </div>
        )}
      </div>
    </form>
  );
}

/** The albums whose name contains the text. Recently used albums come first. If there is a text, albums that begin with it come before them. */
function albumsFor(albums: readonly Album[], lately: readonly string[], text: string): readonly Album[] {
  const wanted = fold(text);
  const rank = ({ id, name }: Album): number => {
    const used = lately.indexOf(id);
    return (wanted !== '' && !fold(name).startsWith(wanted) ? 1e6 : 0) + (used < 0 ? 1e5 : used);
  };
  return albums.filter(({ name }) => fold(name).includes(wanted)).toSorted((a, b) => rank(a) - rank(b));
}
