import { create } from 'zustand';
import { useMoneyQuestion } from '../accounts/money-question.ts';
import type { ListSource } from './read-list.ts';

/**
 * Whether the dialog of lists is open, and what it should read when it opens. Apart from the list itself, because the first screen opens
 * the dialog and need not load the code that reads lists.
 */
export const useListDialog = create<{ readonly open: boolean; readonly source: ListSource | null }>(() => ({ open: false, source: null }));

/** Opens the dialog. Without a source, it shows the list that is being corrected, or asks for one. */
export function openList(source: ListSource | null = null): void {
  useListDialog.setState({ open: true, source });
}

/** The dialog has begun to read the source. */
export function takeSource(): ListSource | null {
  const { source } = useListDialog.getState();
  if (source !== null) useListDialog.setState({ source: null });
  return source;
}

export function closeList(): void {
  useListDialog.setState({ open: false, source: null });
}

/** Closes the dialog until the dialog of the prices, which opens next, is closed. */
export function leaveForPrices(): void {
  closeList();
  const stop = useMoneyQuestion.subscribe(({ question }) => {
    if (question !== null) return;
    stop();
    openList();
  });
}
