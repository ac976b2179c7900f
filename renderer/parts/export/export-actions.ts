import type { SelectionTarget } from '../../../shared/library/marks.ts';
import type { Result } from '../../../shared/result.ts';
import { bridge } from '../../bridge.ts';
import { currentWords } from '../../words/words.ts';
import { notify, notifyError } from '../../ui/toast.tsx';
import { targetInput } from '../../stores/selection/mark-target.ts';

/** Asks for a folder, and begins to save copies there; how it goes is told by main's facts. */
export async function exportSelected(target: SelectionTarget): Promise<void> {
  await told(bridge.exportBegin({ target: targetInput(target) }));
}

export const stopExport = (): Promise<void> => told(bridge.exportStop());
export const resumeExport = (): Promise<void> => told(bridge.exportResume());
export const dismissExport = (): Promise<void> => told(bridge.exportDismiss());
export const openExportFolder = (): Promise<void> => told(bridge.exportOpenFolder());

/** Shows the first picture of each folder in the system's file manager, and says how many folders those are. */
export async function revealSelected(target: SelectionTarget): Promise<void> {
  const answer = await bridge.exportReveal({ target: targetInput(target) });
  if (!answer.ok) return notifyError(answer.error);
  const { folders, more } = answer.value;
  if (more) notify(currentWords()('export.revealed-some', { folders }));
  else if (folders > 1) notify(currentWords()('export.revealed', { folders }));
}

/** Which pictures were not copied, and why in words. */
export async function leftOutPictures(): Promise<readonly { readonly path: string; readonly reason: string }[]> {
  const answer = await bridge.exportLeftOut();
  return answer.ok ? answer.value.map(({ path, reason }) => ({ path, reason: currentWords()(`export.reason.${reason}`) })) : [];
}

async function told(call: Promise<Result<unknown>>): Promise<void> {
  const answer = await call;
  if (!answer.ok) notifyError(answer.error);
}
