import { create } from 'zustand';
import { select } from '../selection/selection-store.ts';
import { selectNoTasks } from '../selection/strip-selection.ts';

interface SheetTop {
  /** Pictures that were added above those in sight, and that nobody has scrolled to yet. */
  readonly unseen: number;
  /** Pictures that are not in the sheet yet, because they would move a cell that is in use. */
  readonly waiting: number;
  /** Counts requests to show the top of the sheet. */
  readonly requests: number;
}

export const useSheetTop = create<SheetTop>(() => ({ unseen: 0, waiting: 0, requests: 0 }));

/** Scrolls the sheet to its top, where new pictures appear, and clears the selection. */
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

/** @param above number of cells above those in sight */
export function sawBelow(above: number): void {
  if (useSheetTop.getState().unseen > above) useSheetTop.setState({ unseen: above });
}
