import type { Press } from '../../../commands/command.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { groupAt, groupBeside, groupsOf, rangeOfGroup } from '../../../stores/gallery/groups.ts';
import { useGallery } from '../../../stores/gallery/gallery-store.ts';
import { includes, nothing } from '../../../stores/selection/position-ranges.ts';
import { focusSelection, selectedIndices, selectIndex, selectTogether, useSelection } from '../../../stores/selection/selection-store.ts';
import { together, type SelectionMode } from './rubber-band.ts';

/** Selects all pictures of a group. Keys then act on the first one. */
export function selectGroup(number: number, way: SelectionMode): void {
  const { view } = useGallery.getState();
  const groups = groupsOf(view);
  if (!groups) return;
  const range = rangeOfGroup(view, groups, number);
  const all = together(way === 'replace' ? nothing : selectedIndices(), [range], way);
  selectTogether(all, includes(all, range[0]) ? range[0] + 1 : null);
  focusSelection();
}

/**
 * Goes from group to group, and selects a group.
 * @param lead shows a cell at the upper edge
 */
export function useGroupCommands(lead: (index: number) => void): void {
  const grouped = useGallery(({ view }) => view.arrangement.group !== null);
  const move = ({ key }: Press): void => {
    const groups = groupsOf(useGallery.getState().view);
    const { selection, index } = useSelection.getState();
    const target = groups && (selection && index >= 0 ? groupBeside(groups, index, key === 'ArrowDown' ? 1 : -1) : 0);
    if (target === null) return;
    selectIndex(target);
    lead(target);
    focusSelection();
  };
  const select = (): void => {
    const groups = groupsOf(useGallery.getState().view);
    const { selection, index } = useSelection.getState();
    if (groups && selection && index >= 0) selectGroup(groupAt(groups, index), 'replace');
  };
  useCommands('gallery', { 'move-group': grouped && move, 'select-group': grouped && select });
}
