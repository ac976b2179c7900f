import { create } from 'zustand';
import { newestFirst, type Arrangement } from '../../../shared/library/arrangement.ts';
import type { AlbumId } from '../../../shared/library/marks.ts';
import { noPictures, type Groups, type OpenedPictures, type PictureColumns, type ViewRevision } from '../../../shared/library/view.ts';
import type { ImageId, TaskId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { findRow, rowAt } from '../windowed/blocks.ts';
import { nextAfter } from '../windowed/moved-rows.ts';
import { openedView, splicesSince, type WindowedView } from '../windowed/windowed-view.ts';

/** What the sheet draws of a picture before main has described it. */
export interface Picture {
  readonly imageId: ImageId;
  readonly width: number;
  readonly height: number;
  /** Seconds since the epoch. */
  readonly savedAt: number;
  /** Read with `marksOf`. */
  readonly marks: number;
  /** Shown until its thumbnail is loaded, as 0xRRGGBB. -1: not known. */
  readonly colour: number;
  /** Null: it is in no stack. */
  readonly stack: StackCell | null;
}

export interface StackCell {
  readonly key: number;
  /** At the top of a stack, the number of its pictures. 0 for the other pictures of an open stack. */
  readonly count: number;
  readonly isOpen: boolean;
}

/** The view that the gallery shows, as far as it is loaded. */
export interface PictureView extends WindowedView<Picture> {
  /** The search that it was opened for. */
  readonly search: string;
  readonly arrangement: Arrangement;
  /** The album whose own order it shows. Null: it is sorted by `arrangement`. */
  readonly byHand: AlbumId | null;
  /** The groups of its first pictures, until all of it is known. Null: it has no groups. */
  readonly firstGroups: Groups | null;
  /** Positions of pictures that are not loaded but were located. -1: not in the view. */
  readonly located: ReadonlyMap<ImageId | TaskId, number>;
}

/** Pictures that are requested together. */
export const blockSize = 256;
/** About 16,000 pictures: those in sight, and those near them. */
const mostBlocks = 64;

export function pictureView({ token, first, total, byHand, groups }: OpenedPictures, search: string, arrangement: Arrangement = newestFirst): PictureView {
  return { ...openedView(token, picturesOf(first), total, blockSize, mostBlocks), search, arrangement, byHand, firstGroups: groups ?? null, located: new Map() };
}

export function picturesOf({ ids, widths, heights, savedAt, marks, colours, stacks, stackCounts }: PictureColumns): readonly Picture[] {
  return Array.from(ids, (imageId, at) => ({
    imageId,
    width: widths[at] || 1,
    height: heights[at] || 1,
    savedAt: savedAt[at] ?? 0,
    marks: marks[at] ?? 0,
    colour: colours?.[at] ?? -1,
    stack: stackOf(stacks?.[at] ?? -1, stackCounts?.[at] ?? 0),
  }));
}

function stackOf(key: number, count: number): StackCell | null {
  return key < 0 ? null : { key, count: Math.abs(count), isOpen: count <= 0 };
}

const noView: PictureView = pictureView({ token: 0, first: noPictures, total: 0, byHand: null }, '');

/** What the gallery shows. A cell's index is its picture's position in the view. */
export interface GalleryState {
  readonly view: PictureView;
  /**
   * The first cell from which rows are filled in the order of reading. The pictures before it came while cells in sight had to stay where they are: their rows
   * are filled from their end, so that all other rows stay as they were. 0: all pictures are in the flow.
   */
  readonly origin: number;
}

export const useGallery = create<GalleryState>(() => ({ view: noView, origin: 0 }));

/** Shows a newly opened view. */
export function openGallery(view: PictureView): void {
  useGallery.setState({ view, origin: 0 });
}

/**
 * The same view with more rows, or in its next revision.
 * @param flows whether new pictures may move the others
 */
export function viewAdvanced({ view: before, origin }: GalleryState, view: PictureView, flows: boolean): GalleryState {
  const splices = splicesSince(before, view);
  // In an album, the person put the new first pictures there.
  if (splices === null || splices.length === 0 || view.byHand !== null) return { view, origin };
  return { view, origin: flows ? 0 : nextAfter(splices, origin) };
}

/** One cell of the gallery. It does not have the picture's task, which `images:describe` returns. */
export type Entry =
  | { readonly kind: 'image'; readonly key: string; readonly imageId: ImageId; readonly width: number; readonly height: number; readonly marks: number; readonly colour: number; readonly stack: StackCell | null }
  /** A picture whose columns are not loaded yet. */
  | { readonly kind: 'blank'; readonly key: string };

export const cellCount = ({ view }: GalleryState): number => view.length;

/** The cell at an index of the gallery, or null beyond its ends. */
export function entryAt({ view }: GalleryState, index: number): Entry | null {
  if (index < 0 || index >= view.length) return null;
  const picture = rowAt(view.blocks, index);
  return picture ? entryOf(picture) : { kind: 'blank', key: `blank-${index}` };
}

export function entryOf({ imageId, width, height, marks, colour, stack }: Picture): Entry {
  return { kind: 'image', key: `image-${imageId}`, imageId, width, height, marks, colour, stack };
}

/** Index of a picture that is loaded or was located. -1: it is neither. */
export function indexOfImage({ view }: Pick<GalleryState, 'view'>, id: ImageId): number {
  const loaded = findRow(view.blocks, ({ imageId }) => imageId === id);
  return loaded < 0 ? (view.located.get(id) ?? -1) : loaded;
}

/** Position of a picture in the view that is shown, or in one that is not shown yet. -1 if it is not there, null if another view was opened meanwhile. */
export function locate(imageId: ImageId, view = useGallery.getState().view): Promise<number | null> {
  const loaded = indexOfImage({ view }, imageId);
  return loaded >= 0 ? Promise.resolve(loaded) : inView(view, (at) => bridge.libraryLocatePicture({ ...at, imageId }));
}

/** Position of the newest picture saved before a time (seconds since the epoch). Null if another view was opened meanwhile, or if this one is not sorted by time. */
export function locateTime(time: number, view = useGallery.getState().view): Promise<number | null> {
  return inView(view, (at) => bridge.libraryAtTime({ ...at, time }));
}

async function inView({ token, revision }: ViewRevision, ask: (at: ViewRevision) => ReturnType<typeof bridge.libraryAtTime>): Promise<number | null> {
  if (token === 0) return null;
  const wasShown = useGallery.getState().view.token === token;
  const answer = await ask({ token, revision });
  const { view } = useGallery.getState();
  if (!answer.ok || (wasShown && view.token !== token)) return null;
  return view.token === token && view.revision !== revision ? inView(view, ask) : answer.value;
}
