import { create } from 'zustand';
import { currentWords } from '../words/words.ts';
import { notifyError } from '../ui/toast.tsx';
import type * as LateRooms from './late-rooms.ts';
import { isAnyLateDialogOpen, lateDialogs } from './late-dialogs.ts';

/** `failed`: the latest attempt to load them failed. */
export const useLateCode = create<{ readonly rooms: typeof LateRooms | null; readonly failed: boolean }>(() => ({ rooms: null, failed: false }));

let loading: Promise<void> | null = null;

export const isLoadingLateRooms = (): boolean => loading !== null;

/** Loads what the first screen does not show, once. If it fails, the next room or dialog that opens tries again. */
export function loadLateRooms(): Promise<void> {
  loading ??= import('./late-rooms.ts').then(
    (rooms) => useLateCode.setState({ rooms, failed: false }),
    () => {
      loading = null;
      useLateCode.setState({ failed: true });
      if (isAnyLateDialogOpen()) giveUp();
    },
  );
  return loading;
}

/** Answers all open questions with no, and says why, because nobody could see them. Otherwise what comes next would wait for them in silence. */
function giveUp(): void {
  for (const { isOpen, close } of lateDialogs) if (isOpen()) close();
  notifyError({ code: 'part-missing' }, { label: currentWords()('start.reload'), run: () => window.location.reload() });
}
