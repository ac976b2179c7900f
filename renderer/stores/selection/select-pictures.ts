import type { ImageId } from '../../../shared/task.ts';
import { locate } from '../gallery/gallery-store.ts';
import { nothing, withRange } from './position-ranges.ts';
import { focusSelection, selectImage, selectTogether } from './selection-store.ts';

/**
 * Selects pictures on the sheet, the first of them as the one that keys act on, and brings that into sight. Those that the view does not have are left out.
 * If it has none of them, the selection stays as it is.
 */
export async function selectPictures(imageIds: readonly ImageId[]): Promise<void> {
  const found = await Promise.all(imageIds.map(async (imageId) => ({ imageId, at: (await locate(imageId)) ?? -1 })));
  const here = found.filter(({ at }) => at >= 0);
  const [first] = here;
  if (here.length === 1 && first) selectImage(first.imageId, first.at);
  else if (first) selectTogether(here.reduce((ranges, { at }) => withRange(ranges, [at, at + 1]), nothing), first.at + 1);
  focusSelection();
}
