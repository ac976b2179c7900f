import { create } from 'zustand';
import { select } from './selection-store.ts';
import { selectNoTasks } from './strip-selection.ts';

interface SheetTop {
  /** Pictures that came above what is in sight and were not scrolled to yet. */
  readonly unseen: number;
  /** Pictures that are not in the sheet yet, because they would move a cell that is held. */
  readonly waiting: number;
  /** Counts requests to show the top of the sheet. */
  readonly requests: number;
}

export const useSheetTop = create<SheetTop>(() => ({ unseen: 0, waiting: 0, requests: 0 }));

/** Brings the sheet to its top with nothing selected: new pictures come in there. */
export function showTop(): void {
  select(null);
  selectNoTasks();
  scrollToTop();
}

export function scrollToTop(): void {
  useSheetTop.setState(({ requests }) => ({ requests: requests + 1 }));
}

export function countWaiting(waiting: number): void {
  if (useSheetTop.getState().waiting !== waiting) useSheetTop.setState({ waiting });
}

export function cameAbove(count: number): void {
  if (count > 0) useSheetTop.setState(({ unseen }) => ({ unseen: unseen + count }));
}

/** @param above cells above what is in sight */
export function sawBelow(above: number): void {
  if (useSheetTop.getState().unseen > above) useSheetTop.setState({ unseen: above });
}
