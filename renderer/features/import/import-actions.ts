import type { Result } from '../../../shared/result.ts';
import { bridge } from '../../bridge.ts';
import { setLibrarySearch } from '../../stores/library-view.ts';
import { goTo } from '../../stores/view-store.ts';
import { forgetPlace } from '../../stores/way-back.ts';
import { notifyError } from '../../ui/toast.tsx';

/** Asks for a folder or for pictures in the system's dialog, and begins; how it goes is told by main's facts. */
export async function chooseToImport(what: 'folder' | 'pictures'): Promise<void> {
  await told(bridge.importChoose({ what }));
}

export const pauseImport = (): Promise<void> => told(bridge.importPause());
export const resumeImport = (): Promise<void> => told(bridge.importResume());
export const cancelImport = (): Promise<void> => told(bridge.importCancel());
export const undoImport = (): Promise<void> => told(bridge.importUndo());
export const dismissImport = (): Promise<void> => told(bridge.importDismiss());

/** The sheet with the pictures from elsewhere alone, the latest first. */
export function showImported(): void {
  // A picture that was looked at before is none of them.
  forgetPlace();
  goTo('gallery');
  setLibrarySearch('is:imported ');
}

async function told(call: Promise<Result<unknown>>): Promise<void> {
  const answer = await call;
  if (!answer.ok) notifyError(answer.error);
}
