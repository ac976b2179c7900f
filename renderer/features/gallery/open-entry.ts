import type { Entry } from '../../stores/gallery-store.ts';
import { openViewer, toggleInspector, useView } from '../../stores/view-store.ts';

/** A picture opens in the viewer; a task, which has none yet, in the inspector. */
export function openEntry(entry: Entry): void {
  if (entry.kind === 'image') openViewer(entry.imageId);
  else if (entry.kind === 'task' && !useView.getState().inspectorOpen) toggleInspector();
}
