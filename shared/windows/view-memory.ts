import { noneOpen, type Arrangement, type OpenStacks, type PictureStack } from '../library/arrangement.ts';
import type { AlbumId } from '../library/marks.ts';
import type { ViewQuery } from '../library/view.ts';
import type { ComposeChoices } from '../settings.ts';
import type { AccountId, ImageId, TaskId } from '../task.ts';

/** The layout of the contact sheet: square cells, or rows of equal height whose pictures keep their shape. */
export type SheetRows = 'square' | 'justified';

/** The window's state, restored at the next start. */
export interface ViewMemory {
  /** Whether the sidebar shows words. Otherwise, and in a narrow window, it is a rail of icons. */
  readonly sidebarOpen: boolean;
  /** Zoom of the whole interface: one of `zoomSteps`. */
  readonly zoom: number;
  readonly inspectorOpen: boolean;
  /** Whether the list of tasks below the strip is open. */
  readonly stripOpen: boolean;
  /** Preferred side of a gallery cell, or height of a justified row, in CSS pixels. */
  readonly cellSize: number;
  readonly sheetLayout: SheetRows;
  /** The background of the viewer. */
  readonly ground: Ground;
  /** Seconds for which a slideshow shows a picture: one of `slideTimes`. */
  readonly slideSeconds: number;
  /** The gallery's. */
  readonly search: string;
  /** The arrangement of each place where the person has changed it, latest first. */
  readonly arrangements: readonly PlaceArrangement[];
  readonly openStacks: OpenStacksMemory;
  /** The picture at the upper edge of the gallery; null at the very top. */
  readonly anchor: Anchor | null;
  readonly history: HistoryMemory;
  /** Recent searches, latest first. */
  readonly recentSearches: readonly string[];
  /** The albums that pictures were added to, latest first. */
  readonly recentAlbums: readonly AlbumId[];
  /** The keys of what was chosen in the command palette, latest first. */
  readonly recentEntries: readonly string[];
  /** Whether the tags in the sidebar are shown. */
  readonly tagsOpen: boolean;
  /** Name of the album that takes new pictures. The compose bar begins with it, before the albums are read. */
  readonly takesNew: string | null;
  /** Height of the compose bar below its prompt, in CSS pixels. The page begins with a bar that is empty there. Null: without one, because it shows the trash. */
  readonly composeRest: number | null;
  /** What was in sight of the gallery. The page begins with these pictures. Null: none. */
  readonly firstScreen: FirstScreen | null;
  /** The prompt that has not been sent yet. */
  readonly draft: string;
  /** The latest choices that were made and not sent. */
  readonly draftChoices: DraftChoices | null;
}

export interface PlaceArrangement {
  /** The search of the place. Empty: the library and all other searches. */
  readonly place: string;
  readonly arrangement: Arrangement;
}

/** The open stacks of the gallery, and what it began with when it last showed stacks of another kind. */
export interface OpenStacksMemory extends OpenStacks {
  readonly stack: PictureStack | null;
  readonly open: boolean;
}

export interface DraftChoices {
  readonly accountId: AccountId;
  readonly choices: ComposeChoices;
}

export interface Anchor {
  readonly imageId: ImageId;
  /** Its position at that time, where the search for it starts. */
  readonly position: number;
  /** When it was saved, in seconds since the epoch. Gives the place if the picture is gone. */
  readonly savedAt: number;
  /** Pixels from the upper edge of the viewport down to its cell. */
  readonly offset: number;
}

/** Left, top, width and height in CSS pixels of the window. */
export type WindowBox = readonly [x: number, y: number, width: number, height: number];

/** The pictures in sight of a window of one size. In another size, they are elsewhere. */
export interface FirstScreen {
  readonly width: number;
  readonly height: number;
  readonly sheet: WindowBox;
  readonly pictures: readonly ShownPicture[];
}

export interface ShownPicture {
  readonly imageId: ImageId;
  readonly box: WindowBox;
  readonly opacity: number;
}

/** The most pictures of a first screen. */
export const mostShown = 300;

export interface HistoryMemory {
  /** Search, filters and order of what was shown. */
  readonly query: ViewQuery;
  /** Where to scroll to in it, or in a later view that contains the task. Null: the top. */
  readonly anchor: HistoryAnchor | null;
}

/** A row of the history and its place on the screen. */
export interface HistoryAnchor {
  readonly taskId: TaskId;
  /** The search and order that its position refers to. */
  readonly query: ViewQuery;
  /** Its position at that time, shown at once until its current position is known. */
  readonly position: number;
  /** Pixels from the upper edge of the viewport down to the row. Negative if the row is cut off. */
  readonly offset: number;
}

export const mostRecentSearches = 8;
export const mostRecentAlbums = 8;
export const mostRecentEntries = 20;
/** The longest key that is kept. A long prompt is not found by it. */
export const longestEntryKey = 300;

/** The most places whose arrangement is kept. */
export const mostArrangements = 100;

/** The backgrounds of the viewer, in the order in which the key shows them. `checker`: makes transparent parts visible. */
export const grounds = ['dark', 'black', 'grey', 'white', 'checker'] as const;
export type Ground = (typeof grounds)[number];

export const slideTimes: readonly number[] = [2, 3, 5, 10, 30];

export const cellSizes = { smallest: 112, largest: 400, initial: 208 } as const;

/** In percent, the same steps as in browsers. */
export const zoomSteps: readonly number[] = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300];

/** The state at the first start. */
export const firstView: ViewMemory = {
  sidebarOpen: true,
  zoom: 100,
  inspectorOpen: false,
  stripOpen: false,
  cellSize: cellSizes.initial,
  sheetLayout: 'justified',
  ground: 'dark',
  slideSeconds: 5,
  search: '',
  arrangements: [],
  openStacks: { ...noneOpen, stack: null, open: false },
  anchor: null,
  history: { query: { search: '', sort: { by: 'created', descending: true } }, anchor: null },
  recentSearches: [],
  recentAlbums: [],
  recentEntries: [],
  tagsOpen: true,
  takesNew: null,
  composeRest: 44,
  firstScreen: null,
  draft: '',
  draftChoices: null,
};
