import { duplicatesSearch } from '../../../shared/search/place.ts';
import type { ImageId } from '../../../shared/task.ts';
import { setLibrarySearch } from '../../stores/gallery/library-view.ts';
import { goTo } from '../../stores/view-store.ts';

/** Shows the pictures that look most like one. Clearing the search leads back. */
export function showLike(imageId: ImageId): void {
  show(`like:${imageId}`);
}

/** Shows all near copies in sets. */
export function showNearCopies(): void {
  show(duplicatesSearch);
}

function show(search: string): void {
  setLibrarySearch(search);
  goTo('gallery');
}
