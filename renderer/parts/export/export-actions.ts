import type { SelectionTarget } from '../../../shared/library/marks.ts';
import { bridge } from '../../bridge.ts';
import { currentWords } from '../../words/words.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { targetInput } from '../../stores/selection/mark-target.ts';

/** Asks for a folder and starts the export. Main's facts report its progress. */
export async function exportSelected(target: SelectionTarget): Promise<void> {
  await notifyIfFailed(bridge.exportBegin({ target: targetInput(target) }));
}

/** Shows the first picture of each folder in the system's file manager, and says how many folders those are. */
export async function revealSelected(target: SelectionTarget): Promise<void> {
  const answer = await notifyIfFailed(bridge.exportReveal({ target: targetInput(target) }));
  if (!answer.ok) return;
  const { folders, more } = answer.value;
  if (more) notify(currentWords()('export.revealed-some', { folders }));
  else if (folders > 1) notify(currentWords()('export.revealed', { folders }));
}
