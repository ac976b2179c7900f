import type { ImageId } from '../../../shared/task.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { exportSelected, revealSelected } from '../export/export-actions.ts';
import { mark, toggleFavourite } from './mark-actions.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { askForTag } from './tag-request.ts';

/** Keys that mark, export or reveal the selected pictures, if there are any. `lead`: the picture whose marks decide for all. */
export function useMarkShortcuts(lead: ImageId | null, selected: MarkTarget): void {
  const some = lead !== null || selected.together > 0;
  useShortcut('favourite', () => void toggleFavourite(lead, selected), some);
  useShortcut('rate', ({ key }) => void mark(selected.target(), { kind: 'rating', rating: Number(key) }), some);
  // A held key trashes only what was selected when it was pressed.
  useShortcut('dismiss', ({ repeat }) => void (repeat || mark(selected.target(), { kind: 'trash' })), some);
  useShortcut('tag', askForTag, some);
  useShortcut('export', () => void exportSelected(selected.target()), selected.together > 0);
  useShortcut('reveal', () => void revealSelected(selected.target()), selected.together > 0);
}
