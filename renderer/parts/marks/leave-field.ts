import { focusSelection } from '../../stores/selection/selection-store.ts';

/** Gives the focus back to the picture: in the viewer to the viewer, otherwise to the sheet. */
export function leaveField(field: HTMLElement | null): void {
  const viewer = field?.closest<HTMLElement>('[role="dialog"]');
  if (viewer) viewer.focus();
  else focusSelection();
}
