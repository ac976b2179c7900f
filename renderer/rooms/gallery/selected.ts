import type { ImageId, Task, TaskWithImages } from '../../../shared/task.ts';
import { descriptionOf, useDescription } from '../../stores/pictures/descriptions.ts';
import type { ImageInfo } from '../../../shared/ipc/api.ts';
import { lead, useLead } from '../../stores/selection/selection-store.ts';
import { leadTask, useLeadTask } from '../../stores/selection/strip-selection.ts';

/** What the inspector, the menu and the keys are about. */
export type Selected =
  | { readonly kind: 'none' }
  /** `info` is null until main has described it. */
  | { readonly kind: 'image'; readonly imageId: ImageId; readonly info: ImageInfo | null }
  | { readonly kind: 'task'; readonly entry: TaskWithImages };

export function useSelected(): Selected {
  const selection = useLead();
  const entry = useLeadTask();
  const info = useDescription(selection?.kind === 'image' ? selection.imageId : null);
  if (selection?.kind === 'image') return { kind: 'image', imageId: selection.imageId, info };
  return entry ? { kind: 'task', entry } : { kind: 'none' };
}

/** The same, for event handlers. */
export function selected(): Selected {
  const selection = lead();
  if (selection?.kind === 'image') return { kind: 'image', imageId: selection.imageId, info: descriptionOf(selection.imageId) };
  const entry = leadTask();
  return entry ? { kind: 'task', entry } : { kind: 'none' };
}

export function taskOf(what: Selected): Task | null {
  if (what.kind === 'image') return what.info?.task ?? null;
  return what.kind === 'task' ? what.entry.task : null;
}
