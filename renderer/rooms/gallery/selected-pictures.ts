import type { ImageId, TaskWithImages } from '../../../shared/task.ts';
import { lead, useLead, type Selection } from '../../stores/selection/selection-store.ts';
import { leadTask, useLeadTask } from '../../stores/selection/strip-selection.ts';

/** What the inspector, the menu and the keys are about. */
export type Selected = { readonly kind: 'none' } | { readonly kind: 'image'; readonly imageId: ImageId } | { readonly kind: 'task'; readonly entry: TaskWithImages };

export const useSelected = (): Selected => selectedOf(useLead(), useLeadTask());

/** The same, for event handlers. */
export const selected = (): Selected => selectedOf(lead(), leadTask());

function selectedOf(selection: Selection, entry: TaskWithImages | null): Selected {
  if (selection?.kind === 'image') return { kind: 'image', imageId: selection.imageId };
  return entry ? { kind: 'task', entry } : { kind: 'none' };
}
