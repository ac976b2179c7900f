import { useMarksStore } from '../../stores/pictures/marks-store.ts';
import { useSelection } from '../../stores/selection/selection-store.ts';
import { showInspector, useView } from '../../stores/view-store.ts';
import { toggleFacts, useViewerStore } from '../../stores/viewer-store.ts';

/** What the tag was requested for. Null once a field has taken the request. */
let asked: ReturnType<typeof inFront> | null = null;

/** Opens the panel beside the picture, and asks its tag field to take the focus. */
export function askForTag(): void {
  if (useView.getState().viewer === null) showInspector();
  else if (!useViewerStore.getState().factsOpen) toggleFacts();
  asked = inFront();
  useMarksStore.setState(({ tagRequests }) => ({ tagRequests: tagRequests + 1 }));
}

/** Whether a field that can be typed in takes the focus. The request lapses if the selection or the viewer has changed since. */
export function takeTagRequest(): boolean {
  const before = asked;
  asked = null;
  if (before === null) return false;
  const now = inFront();
  return before.viewer === now.viewer && before.choices === now.choices;
}

function inFront() {
  return { viewer: useView.getState().viewer, choices: useSelection.getState().choices };
}
