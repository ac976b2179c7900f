import { useEffect } from 'react';
import { create } from 'zustand';
import { albumSearch, inTheirOrder, type Album, type ListedEntry, type ListedPlace } from '../../../shared/library/albums.ts';
import type { AlbumId } from '../../../shared/library/marks.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { mostRecentAlbums } from '../../../shared/windows/view-memory.ts';
import { bridge } from '../../bridge.ts';
import { notifyError, notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { setLibrarySearch, useLibrarySearch } from '../gallery/library-view.ts';
import { calmly } from './calmly.ts';
import { renamingInSearches, type Rewriting } from './rename-in-searches.ts';
import { readSavedSearches, useSavedSearches } from './saved-searches.ts';
import { acting, didAct, followedBy, rememberAct, type ActWords, type Outcome, type PartlyDone } from '../undo.ts';
import { remember, viewMemory } from '../windows/remember-view.ts';

interface AlbumsStore {
  readonly albums: readonly Album[];
  /** The name of the one that takes pictures of new tasks. Known before the albums are read. */
  readonly takesNew: string | null;
  /** The number of pictures in each album, if it is known. */
  readonly counts: ReadonlyMap<AlbumId, number>;
  /** The albums that pictures were added to, latest first. */
  readonly lately: readonly AlbumId[];
}

export const useAlbums = create<AlbumsStore>(() => ({ albums: [], takesNew: viewMemory().takesNew, counts: new Map(), lately: viewMemory().recentAlbums }));

/** Shows no error, because the person did not ask for this. The gallery reports an unreadable database. */
export async function readAlbums(): Promise<void> {
  await listAlbums();
  await countAlbums();
}

/** Also reads the albums again if there are others, which an import has created. */
async function countAlbums(): Promise<void> {
  const answer = await bridge.albumsCounts();
  if (!answer.ok) return;
  if (answer.value.some(({ id }) => albumOf(id) === null)) await listAlbums();
  useAlbums.setState({ counts: new Map(answer.value.map(({ id, pictures }) => [id, pictures])) });
}

async function listAlbums(): Promise<void> {
  const answer = await bridge.albumsList();
  if (answer.ok) setAlbums(answer.value);
}

function setAlbums(albums: readonly Album[]): void {
  const name = takesNew({ albums })?.name ?? null;
  useAlbums.setState({ albums, takesNew: name });
  remember({ takesNew: name });
}

export const albumOf = (id: AlbumId | null): Album | null => useAlbums.getState().albums.find((album) => album.id === id) ?? null;

/** Albums and saved searches in the order of the sidebar. */
export function useListed(): readonly ListedEntry[] {
  const albums = useAlbums((state) => state.albums);
  const saved = useSavedSearches((state) => state.saved);
  return inTheirOrder(albums, saved);
}

const listed = (): readonly ListedEntry[] => inTheirOrder(useAlbums.getState().albums, useSavedSearches.getState().saved);

/** The search that shows an album. */
export const searchOf = (album: Album): string => albumSearch(album, useAlbums.getState().albums);

/** The album that takes pictures of new tasks. */
const takesNew = ({ albums }: Pick<AlbumsStore, 'albums'>): Album | null => albums.find((album) => album.takesNew) ?? null;

/** The albums that main has not answered for. Each resolves to whether the album exists. */
const beingCreated = new Map<AlbumId, Promise<boolean>>();

/** Creates an album at the end of the list. It is listed at once, so that what is done next can mean it. */
export function createAlbum(name: string): Album {
  const places = listed().map(({ place }) => place ?? 0);
  const album: Album = { id: crypto.randomUUID(), name, place: Math.max(0, ...places) + 1, pinned: false, takesNew: false, createdAt: Date.now() };
  setAlbums([...useAlbums.getState().albums, album]);
  beingCreated.set(album.id, acting(put(album)).finally(() => beingCreated.delete(album.id)));
  return album;
}

/** Resolves to false after an error, which a message reports. */
async function put(album: Album): Promise<boolean> {
  const answer = await notifyIfFailed(bridge.albumsPut({ album }));
  if (!answer.ok) {
    setAlbums(useAlbums.getState().albums.filter(({ id }) => id !== album.id));
    return false;
  }
  take(answer.value.albums);
  rememberAct({ name: currentWords()('albums.creating', { name: album.name }), token: answer.value.token, around: showing(album.id) });
  return true;
}

/** Resolves once main has the album. Resolves to false if it could not be created. */
export const albumCreated = (id: AlbumId): Promise<boolean> => beingCreated.get(id) ?? Promise.resolve(true);

/** Changes an album. `searches`: what changes with it. */
async function change(album: Album, words: ActWords, searches?: Rewriting): Promise<Outcome> {
  const show = shownAlbum(album.id);
  const answer = await bridge.albumsPut({ album, ...(searches && { searches: [...searches.changes] }) });
  if (!answer.ok) return answer.error;
  const { albums, token, failure } = answer.value;
  take(albums);
  show();
  if (failure !== null) notifyError(failure);
  await searches?.redo();
  didAct({ ...words, token, around: (run, what) => followedBy(showing(album.id)(run), searches?.[what]) });
  return 'done';
}

/** Renames an album, also in saved searches. If another album has the former name, searches for that name stay. */
export function renameAlbum(album: Album, name: string): Promise<Outcome> {
  const say = currentWords();
  const isShared = useAlbums.getState().albums.some((other) => other.id !== album.id && fold(other.name) === fold(album.name));
  return change({ ...album, name }, { words: say('albums.renamed', { name }), name: say('albums.renaming', { name: album.name }) }, renamingInSearches('album', isShared ? [] : [album.name], name));
}

/** Makes the album take new pictures, or stop if it did. */
export async function toggleTakesNew(album: Album): Promise<void> {
  const say = currentWords();
  const { name } = album;
  const on = !album.takesNew;
  const outcome = await change({ ...album, takesNew: on }, { words: say(on ? 'albums.takes-new' : 'albums.takes-no-new', { name }), name: say('albums.changing-new', { name }) });
  if (typeof outcome === 'object') notifyError(outcome);
}

/** Nothing, until the albums are read. */
export function stopTakingNew(): void {
  const album = takesNew(useAlbums.getState());
  if (album) void toggleTakesNew(album);
}

export async function removeAlbum({ id, name }: Album): Promise<void> {
  const say = currentWords();
  const show = shownAlbum(id);
  const answer = await notifyIfFailed(bridge.albumsRemove({ albumId: id }));
  if (!answer.ok) return;
  const { albums, token } = answer.value;
  take(albums);
  show();
  didAct({ words: say('albums.deleted', { name }), name: say('albums.deleting', { name }), token, around: showing(id) });
}

/** Returns what lets the search that is shown follow the album, if it shows it: to its other name, or to the library if the album is gone. */
function shownAlbum(id: AlbumId): () => void {
  const before = albumOf(id);
  const isShown = before !== null && useLibrarySearch.getState().search.trim() === searchOf(before);
  return () => {
    const now = albumOf(id);
    if (isShown) setLibrarySearch(now === null ? '' : searchOf(now));
  };
}

/** Reads the albums again after an undo or redo. */
const showing =
  (id: AlbumId) =>
  (run: () => Promise<Outcome | PartlyDone>): Promise<Outcome | PartlyDone> => {
    const show = shownAlbum(id);
    return followedBy(run(), async () => {
      await readAlbums();
      show();
    });
  };

function take(albums: readonly Album[]): void {
  setAlbums(albums);
  void countAlbums();
}

/** Moves an entry before another one or to the end. Pinned and unpinned entries stay in separate groups. */
export function moveListed(entry: ListedEntry, before: ListedEntry | null): Promise<void> {
  const others = listed().filter((other) => other.key !== entry.key);
  const at = others.findIndex((other) => other.key === before?.key);
  const end = entry.pinned ? others.filter(({ pinned }) => pinned).length : others.length;
  return arrange(others.toSpliced(at < 0 ? end : at, 0, entry), currentWords()('albums.moving', { name: entry.name }));
}

/** Moves an entry one place up (-1) or down (1). */
export async function stepListed(entry: ListedEntry, by: 1 | -1): Promise<void> {
  const all = listed().filter(({ pinned }) => pinned === entry.pinned);
  const at = all.findIndex(({ key }) => key === entry.key);
  if (at + by < 0 || at + by >= all.length) return;
  await moveListed(entry, all[by === 1 ? at + 2 : at - 1] ?? firstUnpinned(entry));
}

/** The entry after the pinned ones. */
const firstUnpinned = ({ pinned }: ListedEntry): ListedEntry | null => (pinned ? (listed().find((other) => !other.pinned) ?? null) : null);

/** Pinned entries come first. */
export function togglePinned(entry: ListedEntry): Promise<void> {
  const say = currentWords();
  const changed = { ...entry, pinned: !entry.pinned };
  const all = listed().map((other) => (other.key === entry.key ? changed : other));
  return arrange(all, say(changed.pinned ? 'albums.pinning' : 'albums.unpinning', { name: entry.name }));
}

const placeOf = (entry: ListedEntry): ListedPlace =>
  entry.kind === 'album' ? { kind: 'album', id: entry.id, place: entry.place, pinned: entry.pinned } : { kind: 'search', id: entry.id, place: entry.place, pinned: entry.pinned };

async function arrange(entries: readonly ListedEntry[], name: string): Promise<void> {
  const answer = await notifyIfFailed(bridge.albumsArrange({ entries: entries.map((entry, at) => placeOf({ ...entry, place: at + 1 })) }));
  if (!answer.ok) return;
  const { albums, searches, token } = answer.value;
  setAlbums(albums);
  useSavedSearches.setState({ saved: searches });
  rememberAct({ name, token, around: (run) => followedBy(run(), async () => void (await Promise.all([listAlbums(), readSavedSearches()]))) });
}

/** Notes that pictures were added to this album, also for the next start. */
export function usedAlbum(id: AlbumId): void {
  const recentAlbums = [id, ...useAlbums.getState().lately.filter((other) => other !== id)].slice(0, mostRecentAlbums);
  useAlbums.setState({ lately: recentAlbums });
  remember({ recentAlbums });
}

/** The album used last, if it still exists. */
export const lastAlbum = (): Album | null => useAlbums.getState().lately.map(albumOf).find((album) => album !== null) ?? null;

/** Counts again after a change. */
export const countSoon = calmly(() => void countAlbums(), 300);

/** Counts again after changes. `round` has a new value after each change. */
export function useLiveCounts(round: unknown): void {
  useEffect(countSoon, [round]);
}
