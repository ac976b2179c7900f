import type { ImageId } from '../../shared/task.ts';
import { reopenView, useLibrarySearch } from './library-view.ts';
import { nothingMarked } from './marked.ts';
import { useSelection } from './selection-store.ts';
import { useView } from './view-store.ts';
import { looksAtMarks, mayMatchNew } from './what-matches.ts';

/** Milliseconds between two openings because of what happens in the library: a flood of it is taken up by and by. */
const calm = 500;

/** The search that is to be opened anew as soon as that disturbs nobody; null: none is. */
let owed: string | null = null;
/** Pictures that may match a search no more since they were marked in it. */
let justMarked: { readonly search: string; readonly ids: ReadonlySet<ImageId> } = { search: '', ids: new Set() };
/** The search that is opened anew when the timer ends. */
let due = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * What matches the search has changed without the person's doing: the view is opened anew. Not while pictures are selected together,
 * for in another view their positions mean others, and not while the picture that keys are about was just marked: it stays until the
 * person goes on to another, so that no key hits its neighbour. That is made up for when it is so no more.
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

/** What was marked while main was asked stays as well. */
async function reopenLeaving(search: string): Promise<void> {
  if (await reopenView(() => !isJustMarkedInHand())) return;
  owed = search;
  makeUp();
}

/** Pictures were kept. Those that match what is searched for are to be seen; without a search they come in front of the view. */
export function reopenForNew(): void {
  const { search } = useLibrarySearch.getState();
  if (search.trim() !== '' && mayMatchNew(search)) reopenSoon();
}

/** Pictures were marked; null: too many to name. */
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
    // Another one that was opened since has it.
    if (useLibrarySearch.getState().search === due) void reopenAtRest();
  }, calm);
}

function isAtRest(): boolean {
  return useSelection.getState().marked === nothingMarked && !isJustMarkedInHand();
}

function isJustMarkedInHand(): boolean {
  return justMarked.search === useLibrarySearch.getState().search && inHand().some((id) => justMarked.ids.has(id));
}

/** The pictures that keys are about. */
function inHand(): readonly ImageId[] {
  const { selection } = useSelection.getState();
  const { viewer } = useView.getState();
  return [...(selection?.kind === 'image' ? [selection.imageId] : []), ...(viewer === null ? [] : [viewer])];
}

function makeUp(): void {
  if (owed === null || !isAtRest()) return;
  const search = owed;
  owed = null;
  if (useLibrarySearch.getState().search === search) reopenSoon();
}

useSelection.subscribe(makeUp);
useView.subscribe(makeUp);
