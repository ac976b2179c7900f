import { useState, type FormEvent } from 'react';
import { longestAlbumName, type Album } from '../../../shared/library/albums.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { addToAlbum, addToNewAlbum } from '../../parts/marks/album-actions.ts';
import { renameAlbum, useAlbums } from '../../stores/library/albums-store.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { errorWords, useFormats, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useLast } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showAlbum } from './places.ts';

const close = (): void => useAlbums.setState({ naming: null });

/** Asks for the name of an album. */
export function NameAlbumDialog() {
  const say = useWords();
  const { number } = useFormats();
  const naming = useAlbums((state) => state.naming);
  const shown = useLast(naming);
  const count = shown?.of ? (shown.of.together === Infinity ? 0 : Math.max(shown.of.together, 1)) : null;
  return (
    <Dialog
      open={naming !== null}
      onClose={close}
      title={say(shown?.album ? 'albums.rename-title' : 'albums.name-title')}
      description={shown?.album ? undefined : [say('albums.name-explained'), ...(count === null ? [] : [say('albums.name-with', { count, shown: number(count) })])].join(' ')}
    >
      {shown && <NameForm album={shown.album} of={shown.of} />}
    </Dialog>
  );
}

interface NameFormProps {
  readonly album: Album | null;
  readonly of: MarkTarget | null;
}

/** A separate component, so that closing the dialog discards what was typed. */
function NameForm({ album, of }: NameFormProps) {
  const say = useWords();
  const albums = useAlbums((state) => state.albums);
  const [name, setName] = useState(album?.name ?? '');
  const [error, setError] = useState<string | null>(null);
  const written = name.trim();
  const same = albums.find((other) => other.id !== album?.id && fold(other.name) === fold(written)) ?? null;
  const isUsed = same !== null;
  /** The known album that is offered instead of a second one with its name. */
  const offered = album === null ? same : null;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (offered !== null) {
      close();
      return of === null ? showAlbum(offered) : void addToAlbum(offered, of);
    }
    if (isUsed || written === '') return;
    if (album === null) {
      close();
      return addToNewAlbum(written, of);
    }
    const outcome = await renameAlbum(album, written);
    if (typeof outcome === 'object') setError(errorWords(say, outcome));
    else close();
  };
  return (
    <form onSubmit={(event) => void save(event)} style={{ display: 'contents' }}>
      <TextField
        label={say('albums.name')}
        value={name}
        onValueChange={setName}
        error={isUsed ? say('albums.name-used') : error}
        maxLength={longestAlbumName}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button size="large" variant="solid" submits disabled={written === '' || (isUsed && offered === null)}>
        {offered === null ? say(album ? 'albums.rename-confirm' : 'albums.name-confirm') : say(of === null ? 'albums.open-known' : 'albums.add-to-known', { name: offered.name })}
      </Button>
    </form>
  );
}
