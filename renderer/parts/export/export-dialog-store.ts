import { sheetLimits } from '../../../shared/export/contact-sheet-choices.ts';
import type { ExportProgress } from '../../../shared/export/export.ts';
import type { SelectionTarget } from '../../../shared/library/view.ts';
import { bridge } from '../../bridge.ts';
import { targetInput } from '../../stores/selection/mark-target.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';

/** Asks how and where to save copies of these pictures, and starts it. Main reports the progress. */
export async function exportSelected(target: SelectionTarget): Promise<void> {
  await ask('export', chosen(target, 'copies'));
}

/** Asks how and where to save a contact sheet. */
export async function makeContactSheet(target: SelectionTarget): Promise<void> {
  await ask('export', chosen(target, 'contact-sheet'));
}

/** Tells main the pictures, and returns how many they are. Null: there is nothing to ask. */
async function chosen(target: SelectionTarget, making: ExportProgress['making']): Promise<{ readonly pictures: number; readonly making: ExportProgress['making'] } | null> {
  const answer = await notifyIfFailed(bridge.exportChoose({ target: targetInput(target) }));
  const pictures = answer.ok ? answer.value.pictures : 0;
  const isTooLarge = making === 'contact-sheet' && pictures > sheetLimits.pictures;
  if (isTooLarge) notify(currentWords()('sheet.too-many', { most: sheetLimits.pictures }));
  return pictures === 0 || isTooLarge ? null : { pictures, making };
}
