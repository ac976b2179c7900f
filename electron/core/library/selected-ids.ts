import { AppFailure } from '../../../shared/errors.ts';
import type { SelectionTarget } from '../../../shared/library/marks.ts';
import type { LibraryViews } from './library-views.ts';

/** All pictures of a selection. Rejects with `view-replaced` if its view is closed. */
export async function selectedIds(views: Pick<LibraryViews, 'pictureIds'>, { token, ranges, imageIds }: SelectionTarget): Promise<Int32Array> {
  const ofView = token === null || ranges.length === 0 ? new Int32Array() : await views.pictureIds(token, ranges);
  if (ofView === null) throw new AppFailure('view-replaced');
  return Int32Array.from([...imageIds, ...ofView]);
}
