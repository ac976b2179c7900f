import { longestAlbumName, type Album } from '../../../shared/library/albums.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { setLibrarySearch } from '../../stores/gallery/library-view.ts';
import { albumCreated, createAlbum, lastAlbum, renameAlbum, searchOf, useAlbums, usedAlbum } from '../../stores/library/albums-store.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { acting, refusalOf } from '../../stores/undo.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { ask, askText } from '../../ui/dialogs/ask.ts';
import { currentFormats, currentWords } from '../../words/words.ts';
import { mark } from './mark-actions.ts';
import { sentences } from '../../../shared/words/in-a-row.ts';

/** Adds pictures to the end of an album. Pictures that are already in it keep their place. A new album may still be on its way to main. */
export async function addToAlbum({ id }: Album, of: MarkTarget): Promise<void> {
  usedAlbum(id);
  const target = of.target();
  await acting(albumCreated(id).then((created) => created && mark(target, { kind: 'album', album: id })));
}

/** Adds pictures to the most recently used album. If there is none, asks for an album. */
export function addToLastAlbum(of: MarkTarget): void {
  const album = lastAlbum();
  if (album === null) chooseAlbum(of);
  else void addToAlbum(album, of);
}

/** Creates an album with these pictures. */
export function addToNewAlbum(name: string, of: MarkTarget | null): void {
  const album = createAlbum(name);
  if (of !== null) void addToAlbum(album, of);
}

/** Takes pictures out of an album. They stay in the library. */
export function takeOutOfAlbum(album: string, of: MarkTarget): Promise<unknown> {
  return mark(of.target(), { kind: 'unalbum', album });
}

/** Asks for an album to add these pictures to. */
export const chooseAlbum = (of: MarkTarget): void => void ask('add-to-album', { of });

/** How many pictures are added. 0: all that the search finds. */
export const countAdded = ({ together }: MarkTarget): number => (together === Infinity ? 0 : Math.max(together, 1));

/** Asks for another name of an album. */
function askToRename(album: Album): void {
  const say = currentWords();
  void askText({
    title: say('albums.rename-title'),
    label: say('albums.name'),
    value: album.name,
    longest: longestAlbumName,
    confirm: say('albums.rename-confirm'),
    check: (name) => ({ wrong: albumNamed(name, album) && say('albums.name-used') }),
    save: async (name) => refusalOf(await renameAlbum(album, name)),
  });
}

/** Asks for the name of a new album, which gets the pictures of `of`, or for another name of `album`. A known album is offered instead of a second one with its name. */
export async function nameAlbum(album: Album | null, of: MarkTarget | null = null): Promise<void> {
  if (album !== null) return askToRename(album);
  const say = currentWords();
  const count = of === null ? null : countAdded(of);
  const name = await askText({
    title: say('albums.name-title'),
    description: sentences(say, [say('albums.name-explained'), count !== null && say('albums.name-with', { count, shown: currentFormats().number(count) })]),
    label: say('albums.name'),
    longest: longestAlbumName,
    confirm: say('albums.name-confirm'),
    check: (typed) => {
      const known = albumNamed(typed);
      return known === null ? {} : { hint: say('albums.name-used'), confirm: say(of === null ? 'albums.open-known' : 'albums.add-to-known', { name: known.name }) };
    },
  });
  if (name === null) return;
  const known = albumNamed(name);
  if (known === null) return addToNewAlbum(name, of);
  if (of !== null) return void addToAlbum(known, of);
  setLibrarySearch(searchOf(known));
  goTo('gallery');
}

/** The album with this name, apart from `album` itself. */
function albumNamed(name: string, album: Album | null = null): Album | null {
  return useAlbums.getState().albums.find((other) => other.id !== album?.id && fold(other.name) === fold(name)) ?? null;
}
