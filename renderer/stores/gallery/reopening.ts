import type { ImageId } from '../../../shared/task.ts';
import { reopenView, useLibrarySearch } from './library-view.ts';
import { nothingMarked } from '../selection/marked.ts';
import { useSelection } from '../selection/selection-store.ts';
import { useView } from '../view-store.ts';
import { looksAtMarks, mayMatchNew } from './what-matches.ts';

/** Milliseconds between two reopenings because of changes in the library, so that many changes share one. */
const calm = 500;

/** The search to reopen as soon as that disturbs nobody. Null: none. */
let owed: string | null = null;
/** Pictures that were marked during a search, and may no longer match it. */
let justMarked: { readonly search: string; readonly ids: ReadonlySet<ImageId> } = { search: '', ids: new Set() };
/** The search to reopen when the timer ends. */
let due = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reopens the view, because the matches of the search have changed. While several pictures are selected, it waits, because their positions
 * mean other pictures in another view. It also waits while the picture that keys act on was just marked: the picture stays until the
 * person goes to another, so that no key acts on its neighbour. Afterwards, it catches up.
 */
export async function reopenAtRest(): Promise<void> {
  const { search } = useLibrarySearch.getState();
  if (!isAtRest()) {
    owed = search;
    return;
  }
  owed = null;
  justMarked = { search, ids: new Set() };
  await reopenLeaving(search);
}

/** Also waits if the picture was marked while main was asked. */
async function reopenLeaving(search: string): Promise<void> {
  if (await reopenView(() => !isJustMarkedInHand())) return;
  owed = search;
  catchUp();
}

/** New pictures were kept: shows those that match the search. Without a search, they are shown as fresh pictures instead. */
export function reopenForNew(): void {
  const { search } = useLibrarySearch.getState();
  if (search.trim() !== '' && mayMatchNew(search)) reopenSoon();
}

/** Pictures were marked. Null: too many to name. */
export function reopenForMarks(imageIds: readonly ImageId[] | null): void {
  const { search } = useLibrarySearch.getState();
  if (!looksAtMarks(search)) return;
  justMarked = { search, ids: new Set([...(justMarked.search === search ? justMarked.ids : []), ...(imageIds ?? inHand())]) };
  reopenSoon();
}

function reopenSoon(): void {
  due = useLibrarySearch.getState().search;
  timer ??= setTimeout(() => {
    timer = undefined;
    // A search that was opened since already has the changes.
    if (useLibrarySearch.getState().search === due) void reopenAtRest();
  }, calm);
}

function isAtRest(): boolean {
  return useSelection.getState().marked === nothingMarked && !isJustMarkedInHand();
}

function isJustMarkedInHand(): boolean {
  return justMarked.search === useLibrarySearch.getState().search && inHand().some((id) => justMarked.ids.has(id));
}

/** The pictures that keys act on. */
function inHand(): readonly ImageId[] {
  const { selection } = useSelection.getState();
  const { viewer } = useView.getState();
  return [...(selection?.kind === 'image' ? [selection.imageId] : []), ...(viewer === null ? [] : [viewer])];
}

function catchUp(): void {
  if (owed === null || !isAtRest()) return;
  const search = owed;
  owed = null;
  if (useLibrarySearch.getState().search === search) reopenSoon();
}

useSelection.subscribe(catchUp);
useView.subscribe(catchUp);
