import type { ViewToken } from '../../shared/library/view.ts';
import { useGallery } from './gallery-store.ts';
import { reopenView } from './library-view.ts';
import { nothingMarked } from './marked.ts';
import { useSelection } from './selection-store.ts';

/** The view that is to be opened anew as soon as nothing is selected together; null: none is. */
let owed: ViewToken | null = null;

/**
 * What matches the search has changed without the person's doing: the view is opened anew. Not while pictures are selected together,
 * for in another view their positions mean others; that is made up for when they are selected no more.
 */
export function reopenAtRest(): void {
  if (useSelection.getState().marked === nothingMarked) void reopenView();
  else owed = useGallery.getState().view.token;
}

useSelection.subscribe(({ marked }) => {
  if (owed === null || marked !== nothingMarked) return;
  const token = owed;
  owed = null;
  // Whatever was opened since has it.
  if (useGallery.getState().view.token === token) void reopenView();
});
