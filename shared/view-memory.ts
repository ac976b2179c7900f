import type { ViewQuery } from './library/view.ts';
import type { EpochMs, ImageId, TaskId } from './task.ts';

/** How the contact sheet stands: every cell a square, or rows of one height whose pictures keep their shape. */
export type SheetRows = 'square' | 'justified';

/** How the window was left; it is found so at the next start. */
export interface ViewMemory {
  /** The sidebar with its words; otherwise, and in a narrow window, the rail of icons. */
  readonly sidebarOpen: boolean;
  /** How large the whole interface is: a step of `zoomSteps`. */
  readonly zoom: number;
  readonly inspectorOpen: boolean;
  /** Whether the list of tasks below the strip is open. */
  readonly stripOpen: boolean;
  /** Wanted side of a gallery cell, in CSS pixels; of a justified row, its height. */
  readonly cellSize: number;
  readonly sheetLayout: SheetRows;
  /** The gallery's. */
  readonly search: string;
  /** The picture at the upper edge of the gallery; null at the very top. */
  readonly anchor: Anchor | null;
  readonly history: HistoryMemory;
  /** Searches that were stayed with, the latest first. */
  readonly recentSearches: readonly string[];
  /** The prompt that was written and not sent yet. */
  readonly draft: string;
  /** The latest price in credits that the service stated for each kind of request; the newest first. */
  readonly prices: readonly KnownPrice[];
}

export interface KnownPrice {
  /** What is priced: the account, model, size and quality. */
  readonly key: string;
  readonly credits: number;
  /** When the task that cost this was submitted. */
  readonly at: EpochMs;
}

export interface Anchor {
  readonly imageId: ImageId;
  /** Its position then: where it will be looked for first. */
  readonly position: number;
  /** When it was saved, in seconds since the epoch: where to look when it is gone. */
  readonly savedAt: number;
  /** Pixels from the upper edge of the sheet's window down to its cell. */
  readonly offset: number;
}

export interface HistoryMemory {
  /** Search, filters and order of what was shown. */
  readonly query: ViewQuery;
  /** Where to stand in it, or in a view that has the task again; null: at the very top. */
  readonly anchor: HistoryAnchor | null;
}

/** A row of the history, and where it was seen. */
export interface HistoryAnchor {
  readonly taskId: TaskId;
  /** What its position counts in. */
  readonly query: ViewQuery;
  /** Its position then: shown at once, until it is found where it stands now. */
  readonly position: number;
  /** Pixels from the upper edge of what is seen of the rows down to it; less than none for a row that is cut. */
  readonly offset: number;
}

export const mostRecentSearches = 8;

export const mostPrices = 50;
/** A request with a longer key is not remembered: it would make main refuse all of the view memory. */
export const longestPriceKey = 500;

export const cellSizes = { smallest: 112, largest: 400, initial: 208 } as const;

/** As in browsers, in percent. */
export const zoomSteps: readonly number[] = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300];

/** The first start's. */
export const firstView: ViewMemory = {
  sidebarOpen: true,
  zoom: 100,
  inspectorOpen: true,
  stripOpen: false,
  cellSize: cellSizes.initial,
  sheetLayout: 'square',
  search: '',
  anchor: null,
  history: { query: { search: '', sort: { by: 'created', descending: true } }, anchor: null },
  recentSearches: [],
  draft: '',
  prices: [],
};
