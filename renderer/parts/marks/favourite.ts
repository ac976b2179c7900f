import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notifyError } from '../../ui/toast.tsx';
import { mark } from './mark-actions.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';

/** Favourites, or no longer. `lead`: the picture that decides for all of them; without one they become favourites. */
export async function toggleFavourite(lead: ImageId | null, { target }: MarkTarget): Promise<void> {
  // Taken now: while main is asked another picture may be selected.
  const meant = target();
  const marks = lead === null ? null : await bridge.marksOf({ imageId: lead });
  if (marks !== null && !marks.ok) return notifyError(marks.error);
  await mark(meant, { kind: 'favourite', favourite: !(marks?.value?.favourite ?? false) });
}
