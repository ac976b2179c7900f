import type { Subject } from '../../commands/command.ts';
import { nothingIn } from '../../commands/command.ts';
import { offersFor } from '../../parts/tasks/task-offers.tsx';
import { descriptionOf } from '../../stores/pictures/descriptions.ts';
import { sheetTargetNow } from '../../stores/selection/mark-target.ts';
import { selectedTasks } from '../../stores/selection/strip-selection.ts';
import { selected } from './selected-pictures.ts';

/** What the commands of the gallery act on: the selected pictures, or the tasks that are selected in the strip. */
export function sheetSubject(): Subject {
  const what = selected();
  const target = sheetTargetNow();
  const subject: Subject = { ...nothingIn('gallery'), of: what.kind === 'image' || target.together > 0 ? target : null };
  if (what.kind === 'image') return { ...subject, imageId: what.imageId, task: descriptionOf(what.imageId)?.task ?? null };
  if (what.kind === 'none') return subject;
  const together = selectedTasks();
  const entries = together.length > 0 ? together : [what.entry];
  return { ...subject, task: what.entry.task, entries, offers: offersFor(entries) };
}
