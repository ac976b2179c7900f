import { useEffect } from 'react';
import { create } from 'zustand';
import { albumSearch, inTheirOrder, type Album, type ListedEntry, type ListedPlace } from '../../../shared/library/albums.ts';
import type { AlbumId } from '../../../shared/library/marks.ts';
import type { Result } from '../../../shared/result.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { mostRecentAlbums } from '../../../shared/windows/view-memory.ts';
import { bridge } from '../../bridge.ts';
import { notifyError } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { setLibrarySearch, useLibrarySearch } from '../gallery/library-view.ts';
import { renamingInSearches, type Rewriting } from './rename-in-searches.ts';
import { useSavedSearches } from './saved-searches.ts';
import { didAct, rememberAct, type Outcome } from '../undo.ts';
import { remember, viewMemory } from '../windows/remember-view.ts';

interface AlbumsStore {
  readonly albums: readonly Album[];
  /** The number of pictures in each album, if it is known. */
  readonly counts: ReadonlyMap<AlbumId, number>;
  /** The albums that pictures were added to, latest first. */
  readonly lately: readonly AlbumId[];
}

export const useAlbums = create<AlbumsStore>(() => ({ albums: [], counts: new Map(), lately: viewMemory().recentAlbums }));

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
  if (answer.ok) useAlbums.setState({ albums: answer.value });
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
export const takesNew = ({ albums }: Pick<AlbumsStore, 'albums'>): Album | null => albums.find((album) => album.takesNew) ?? null;

/** Creates an album at the end of the list. Resolves to null after an error, which a message reports. */
export async function createAlbum(name: string): Promise<Album | null> {
  const places = listed().map(({ place }) => place ?? 0);
  const album: Album = { id: crypto.randomUUID(), name, place: Math.max(0, ...places) + 1, pinned: false, takesNew: false, createdAt: Date.now() };
  const outcome = await put(album);
  if (typeof outcome === 'object') {
    notifyError(outcome);
    return null;
  }
  const say = currentWords();
  rememberAct({ name: say('albums.creating', { name }), undo: () => remove(album), redo: () => put(album) });
  return album;
}

/** Changes an album. `words` is the message, and `name` the name of the undo step. `searches`: what changes with it. */
async function change(before: Album, after: Album, words: { readonly words: string; readonly name: string }, searches?: Rewriting): Promise<Outcome> {
  const taking = after.takesNew ? takesNew(useAlbums.getState()) : null;
  const outcome = await put(after);
  if (outcome !== 'done') return outcome;
  await searches?.redo();
  const stored = albumOf(after.id) ?? after;
  didAct({
    ...words,
    undo: async () => {
      const undone = await revert(stored, before);
      if (undone === 'done') await searches?.undo();
      // Only one album takes new pictures, so another album may have changed too.
      const other = taking === null || taking.id === before.id ? null : albumOf(taking.id);
      return undone === 'done' && other !== null ? put({ ...other, takesNew: true }) : undone;
    },
    redo: async () => {
      const redone = await revert(before, stored);
      if (redone === 'done') await searches?.redo();
      return redone;
    },
  });
  return 'done';
}

/** Changes back what one change changed of an album, unless it was changed again since. */
async function revert({ name, takesNew: takes }: Album, to: Album): Promise<Outcome> {
  const now = albumOf(to.id);
  if (now === null) return 'nothing';
  const isAsLeft = (name === to.name || now.name === name) && (takes === to.takesNew || now.takesNew === takes);
  return isAsLeft ? put({ ...now, ...(name !== to.name && { name: to.name }), ...(takes !== to.takesNew && { takesNew: to.takesNew }) }) : 'changed';
}

/** Renames an album, also in saved searches. If another album has the former name, searches for that name stay. */
export function renameAlbum(album: Album, name: string): Promise<Outcome> {
  const say = currentWords();
  const isShared = useAlbums.getState().albums.some((other) => other.id !== album.id && fold(other.name) === fold(album.name));
  return change(album, { ...album, name }, { words: say('albums.renamed', { name }), name: say('albums.renaming', { name: album.name }) }, renamingInSearches('album', isShared ? [] : [album.name], name));
}

/** Makes the album take new pictures, or stop if it did. */
export async function toggleTakesNew(album: Album): Promise<void> {
  const say = currentWords();
  const { name } = album;
  const on = !album.takesNew;
  const outcome = await change(album, { ...album, takesNew: on }, { words: say(on ? 'albums.takes-new' : 'albums.takes-no-new', { name }), name: say('albums.changing-new', { name }) });
  if (typeof outcome === 'object') notifyError(outcome);
}

export async function removeAlbum(album: Album): Promise<void> {
  const say = currentWords();
  const outcome = await remove(album);
  if (typeof outcome === 'object') return notifyError(outcome);
  didAct({ words: say('albums.deleted', { name: album.name }), name: say('albums.deleting', { name: album.name }), undo: () => put({ ...album, takesNew: album.takesNew && takesNew(useAlbums.getState()) === null }), redo: () => remove(album) });
}

async function put(album: Album): Promise<Outcome> {
  const before = albumOf(album.id);
  const isShown = before !== null && isSearched(before);
  const outcome = take(await bridge.albumsPut({ album }));
  if (outcome === 'done' && isShown) setLibrarySearch(searchOf(album));
  void countAlbums();
  return outcome;
}

/** Removes an album. If it is shown, shows the library instead. */
async function remove(album: Album): Promise<Outcome> {
  const isShown = isSearched(albumOf(album.id) ?? album);
  const outcome = take(await bridge.albumsRemove({ albumId: album.id }));
  if (outcome === 'done' && isShown) setLibrarySearch('');
  return outcome;
}

const isSearched = (album: Album): boolean => useLibrarySearch.getState().search.trim() === searchOf(album);

function take(answer: Result<readonly Album[]>): Outcome {
  if (!answer.ok) return answer.error;
  useAlbums.setState({ albums: answer.value });
  return 'done';
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
  const before = listed();
  const set = async (places: readonly ListedEntry[]): Promise<Outcome> => {
    const answer = await bridge.albumsArrange({ entries: places.map(placeOf) });
    if (!answer.ok) return answer.error;
    useAlbums.setState({ albums: answer.value.albums });
    useSavedSearches.setState({ saved: answer.value.searches });
    return 'done';
  };
  const after = entries.map((entry, at) => ({ ...entry, place: at + 1 }));
  const outcome = await set(after);
  if (typeof outcome === 'object') return notifyError(outcome);
  rememberAct({ name, undo: () => set(before), redo: () => set(after) });
}

/** Notes that pictures were added to this album, also for the next start. */
export function usedAlbum(id: AlbumId): void {
  const recentAlbums = [id, ...useAlbums.getState().lately.filter((other) => other !== id)].slice(0, mostRecentAlbums);
  useAlbums.setState({ lately: recentAlbums });
  remember({ recentAlbums });
}

/** The album used last, if it still exists. */
export const lastAlbum = (): Album | null => useAlbums.getState().lately.map(albumOf).find((album) => album !== null) ?? null;

/** Milliseconds between two counts, so that many changes share one. */
const calm = 300;
let countedAt = performance.now();
let nextCount: ReturnType<typeof setTimeout> | undefined;

/** Counts again after a change: at once, or a little later if that was done just before. */
export function countSoon(): void {
  nextCount ??= setTimeout(() => {
    nextCount = undefined;
    countedAt = performance.now();
    void countAlbums();
  }, Math.max(0, countedAt + calm - performance.now()));
}

/** Counts again after changes. `round` has a new value after each change. */
export function useLiveCounts(round: unknown): void {
  useEffect(countSoon, [round]);
}
