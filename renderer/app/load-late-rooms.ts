import { create } from 'zustand';
import { useView } from '../stores/windows/view-store.ts';
import { notifyPartMissing } from '../ui/dialogs/load-dialog.ts';
import type * as LateRooms from './late-rooms.ts';

/** `failed`: the latest attempt to load them failed. */
export const useLateCode = create<{ readonly rooms: typeof LateRooms | null; readonly failed: boolean }>(() => ({ rooms: null, failed: false }));

let loading: Promise<void> | null = null;

/** What lies over the window, which takes no input meanwhile. */
const uncovered = { viewer: null, comparing: false, matrixOpen: false };

/** Loads the rooms that the first screen does not show, once. If it fails, the next one that opens tries again. */
export function loadLateRooms(): Promise<void> {
  loading ??= import('./late-rooms.ts').then(
    (rooms) => useLateCode.setState({ rooms, failed: false }),
    () => {
      loading = null;
      useLateCode.setState({ failed: true });
      const { viewer, comparing, matrixOpen } = useView.getState();
      if (viewer === null && !comparing && !matrixOpen) return;
      useView.setState(uncovered);
      notifyPartMissing();
    },
  );
  return loading;
}
