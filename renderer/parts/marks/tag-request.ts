import { useMarksStore } from '../../stores/pictures/marks-store.ts';
import { useSelection } from '../../stores/selection/selection-store.ts';
import { showInspector, useView } from '../../stores/view-store.ts';
import { toggleFacts, useViewerStore } from '../../stores/viewer-store.ts';

/** What a tag was asked for; null once a field took the request. */
let asked: ReturnType<typeof inFront> | null = null;

/** Leads to the field where a tag is written, in the panel beside the pictures, which opens for it. */
export function askForTag(): void {
  if (useView.getState().viewer === null) showInspector();
  else if (!useViewerStore.getState().factsOpen) toggleFacts();
  asked = inFront();
  useMarksStore.setState(({ tagRequests }) => ({ tagRequests: tagRequests + 1 }));
}

/** Whether a field that can be written in now is to have the keyboard. The request lapses with what it was made for: whoever went on has other keys in mind. */
export function takeTagRequest(): boolean {
  const before = asked;
  asked = null;
  if (before === null) return false;
  const now = inFront();
  return before.viewer === now.viewer && before.selection === now.selection && before.marked === now.marked;
}

function inFront() {
  const { selection, marked } = useSelection.getState();
  return { viewer: useView.getState().viewer, selection, marked };
}
