import { bridge } from '../../bridge.ts';
import { currentWords } from '../../words/words.ts';
import { notify, notifyError } from '../../ui/toast.tsx';

/** Asks for the folder that the library is in from now on; pictures that are missing are then looked for there. */
export async function chooseLibraryFolder(): Promise<void> {
  const answer = await bridge.settingsChooseLibraryFolder();
  if (!answer.ok) notifyError(answer.error);
  else if (answer.value.changed) notify(currentWords()('settings.library.changed'));
}

export async function openLibraryFolder(): Promise<void> {
  const answer = await bridge.settingsOpenLibraryFolder();
  if (!answer.ok) notifyError(answer.error);
}

/** Begins a search; how it goes is told by main's facts. */
export async function lookForMissing(): Promise<void> {
  const answer = await bridge.imagesLookForMissing();
  if (!answer.ok) notifyError(answer.error);
}
