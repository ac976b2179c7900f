import type { SelectionTarget } from '../../../shared/library/marks.ts';
import { bridge } from '../../bridge.ts';
import { currentWords } from '../../words/words.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { targetInput } from '../../stores/selection/mark-target.ts';

/** Asks for a folder and starts the export. Main's facts report its progress. */
export async function exportSelected(target: SelectionTarget): Promise<void> {
  await notifyIfFailed(bridge.exportBegin({ target: targetInput(target) }));
}

export const stopExport = (): Promise<unknown> => notifyIfFailed(bridge.exportStop());
export const resumeExport = (): Promise<unknown> => notifyIfFailed(bridge.exportResume());
export const dismissExport = (): Promise<unknown> => notifyIfFailed(bridge.exportDismiss());
export const openExportFolder = (): Promise<unknown> => notifyIfFailed(bridge.exportOpenFolder());

/** Shows the first picture of each folder in the system's file manager, and says how many folders those are. */
export async function revealSelected(target: SelectionTarget): Promise<void> {
  const answer = await notifyIfFailed(bridge.exportReveal({ target: targetInput(target) }));
  if (!answer.ok) return;
  const { folders, more } = answer.value;
  if (more) notify(currentWords()('export.revealed-some', { folders }));
  else if (folders > 1) notify(currentWords()('export.revealed', { folders }));
}

/** The pictures that were not copied, with the reason in words. */
export async function leftOutPictures(): Promise<readonly { readonly path: string; readonly reason: string }[]> {
  const answer = await bridge.exportLeftOut();
  return answer.ok ? answer.value.map(({ path, reason }) => ({ path, reason: currentWords()(`export.reason.${reason}`) })) : [];
}
