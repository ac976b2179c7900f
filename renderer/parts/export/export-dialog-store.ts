import { create } from 'zustand';
import type { SelectionTarget } from '../../../shared/library/marks.ts';
import { bridge } from '../../bridge.ts';
import { targetInput } from '../../stores/selection/mark-target.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

interface ExportDialogState {
  /** The number of pictures to copy. Main knows which. Null: the dialog is closed. */
  readonly pictures: number | null;
}

export const useExportDialog = create<ExportDialogState>(() => ({ pictures: null }));

/** Asks how and where to save copies of these pictures, and starts it. Main reports the progress. */
export async function exportSelected(target: SelectionTarget): Promise<void> {
  const answer = await notifyIfFailed(bridge.exportChoose({ target: targetInput(target) }));
  if (answer.ok && answer.value.pictures > 0) useExportDialog.setState({ pictures: answer.value.pictures });
}

export const closeExport = (): void => useExportDialog.setState({ pictures: null });
