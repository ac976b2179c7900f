import { focusSelection } from '../../stores/selection/selection-store.ts';

/** Moves the focus from a field back to the viewer, or to the sheet if the viewer is closed. */
export function returnFocus(field: HTMLElement | null): void {
  const viewer = field?.closest<HTMLElement>('[role="dialog"]');
  if (viewer) viewer.focus();
  else focusSelection();
}
