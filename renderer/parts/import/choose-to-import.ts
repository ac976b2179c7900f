import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

/** Asks for a folder or for pictures in the system's dialog, and starts the import. Main's facts report its progress. */
export async function chooseToImport(what: 'folder' | 'pictures'): Promise<void> {
  await notifyIfFailed(bridge.importChoose({ what }));
}
