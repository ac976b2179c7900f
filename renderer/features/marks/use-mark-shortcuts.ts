import type { SelectionTarget } from '../../../shared/library/marks.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notifyError } from '../../ui/toast.tsx';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { mark, redo, undo } from './mark-actions.ts';
import { tagFieldSelector } from './marks-panel.tsx';

/** Keys that mark what is selected on the sheet, unless no picture is. `lead`: the picture that decides for all of them. */
export function useMarkShortcuts(lead: ImageId | null, target: () => SelectionTarget): void {
  const some = lead !== null;
  useShortcut('favourite', () => lead !== null && void toggleFavourite(lead, target()), some);
  useShortcut('rate', ({ key }) => void mark(target(), { kind: 'rating', rating: Number(key) }), some);
  useShortcut('dismiss', () => void mark(target(), { kind: 'trash' }), some);
  useShortcut('tag', () => document.querySelector<HTMLInputElement>(tagFieldSelector)?.focus(), some);
  useShortcut('undo', () => void undo());
  useShortcut('redo', () => void redo());
}

async function toggleFavourite(imageId: ImageId, target: SelectionTarget): Promise<void> {
  const marks = await bridge.marksOf({ imageId });
  if (!marks.ok) return notifyError(marks.error);
  await mark(target, { kind: 'favourite', favourite: !(marks.value?.favourite ?? false) });
}
