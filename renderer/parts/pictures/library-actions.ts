import { bridge } from '../../bridge.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';

/** Asks for another library folder. Main then looks there for missing pictures. */
export async function chooseLibraryFolder(): Promise<void> {
  const answer = await notifyIfFailed(bridge.settingsChooseLibraryFolder());
  if (answer.ok && answer.value.changed) notify(currentWords()('settings.library.changed'));
}

export const openLibraryFolder = (): Promise<unknown> => notifyIfFailed(bridge.settingsOpenLibraryFolder());

/** Begins a search for missing pictures. Main's facts report its progress. */
export const lookForMissing = (): Promise<unknown> => notifyIfFailed(bridge.imagesLookForMissing());
