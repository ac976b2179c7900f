import { duplicatesSearch } from '../../../shared/search/search-scope.ts';
import { ok } from '../../../shared/result.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { setLibrarySearch } from '../../stores/gallery/library-view.ts';
import { stayInResults } from '../../stores/selection/enter-results.ts';
import { descriptionOf } from '../../stores/pictures/descriptions.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

/** Shows the pictures that look most like one. Clearing the search leads back. */
export async function showLike(imageId: ImageId): Promise<void> {
  const known = descriptionOf(imageId);
  const answer = known ? ok([known]) : await notifyIfFailed(bridge.imagesDescribe({ imageIds: [imageId] }));
  const image = answer.ok ? answer.value[0]?.image : undefined;
  // Its number would mean another picture after the history was rebuilt.
  if (image) show(`like:${image.taskId}/${image.index}`);
}

/** Shows all near copies in sets. */
export function showNearCopies(): void {
  show(duplicatesSearch);
  stayInResults();
}

function show(search: string): void {
  setLibrarySearch(search);
  goTo('gallery');
}
