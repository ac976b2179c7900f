import { useMarksStore } from '../../stores/pictures/marks-store.ts';
import { useSelection } from '../../stores/selection/selection-store.ts';
import { showInspector, useView } from '../../stores/windows/view-store.ts';
import { toggleFacts, useViewerStore } from '../../stores/windows/viewer-store.ts';

/** The fields beside the picture that a key can focus. */
export type MarkField = 'tag' | 'note';

/** The requested field. Null after the field has taken the focus. */
let asked: (ReturnType<typeof inFront> & { readonly field: MarkField }) | null = null;

export const askForTag = (): void => askForField('tag');

export const askForNote = (): void => askForField('note');

/** Opens the panel beside the picture, and asks its field to take the focus. */
function askForField(field: MarkField): void {
  if (useView.getState().viewer === null) showInspector();
  else if (!useViewerStore.getState().factsOpen) toggleFacts();
  asked = { ...inFront(), field };
  useMarksStore.setState(({ fieldRequests }) => ({ fieldRequests: fieldRequests + 1 }));
}

/** Whether a field that can be typed in takes the focus. The request lapses if the selection or the viewer has changed since. */
export function takeFieldRequest(field: MarkField): boolean {
  if (asked?.field !== field) return false;
  const before = asked;
  asked = null;
  const now = inFront();
  return before.viewer === now.viewer && before.choices === now.choices;
}

function inFront() {
  return { viewer: useView.getState().viewer, choices: useSelection.getState().choices };
}
