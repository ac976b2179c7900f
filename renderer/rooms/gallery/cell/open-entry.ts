import type { Entry } from '../../../stores/gallery/gallery-store.ts';
import { openViewer } from '../../../stores/view-store.ts';

/** Shows a picture in the viewer. */
export function openEntry(entry: Entry): void {
  if (entry.kind === 'image') openViewer(entry.imageId);
}
