import { create } from 'zustand';
import { sheetLimits } from '../../../shared/export/contact-sheet-choices.ts';
import type { ExportProgress } from '../../../shared/export/export.ts';
import type { SelectionTarget } from '../../../shared/library/view.ts';
import { bridge } from '../../bridge.ts';
import { targetInput } from '../../stores/selection/mark-target.ts';
import { withKeysHeld } from '../../ui/shortcuts/use-shortcut.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';

interface ExportDialogState {
  /** The number of chosen pictures. Main knows which. Null: the dialog is closed. */
  readonly pictures: number | null;
  readonly making: ExportProgress['making'];
}

export const useExportDialog = create<ExportDialogState>(() => ({ pictures: null, making: 'copies' }));

/** Asks how and where to save copies of these pictures, and starts it. Main reports the progress. */
export function exportSelected(target: SelectionTarget): Promise<void> {
  return withKeysHeld(async () => {
    const pictures = await chosen(target);
    if (pictures > 0) useExportDialog.setState({ pictures, making: 'copies' });
  });
}

/** Asks how and where to save a contact sheet. */
export function makeContactSheet(target: SelectionTarget): Promise<void> {
  return withKeysHeld(async () => {
    const pictures = await chosen(target);
    if (pictures > sheetLimits.pictures) notify(currentWords()('sheet.too-many', { most: sheetLimits.pictures }));
    else if (pictures > 0) useExportDialog.setState({ pictures, making: 'contact-sheet' });
  });
}

async function chosen(target: SelectionTarget): Promise<number> {
  const answer = await notifyIfFailed(bridge.exportChoose({ target: targetInput(target) }));
  return answer.ok ? answer.value.pictures : 0;
}

export const closeExport = (): void => useExportDialog.setState({ pictures: null });
