import { noPictures, type OpenedPictures, type PictureColumns } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { openedView, type WindowedView } from '../windowed/windowed-view.ts';

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
}

/** The view that the gallery shows, as far as it is loaded. */
export interface PictureView extends WindowedView<Picture> {
  /** The search that it was opened for. */
  readonly search: string;
  /** Positions of pictures that are not loaded but were located. -1: not in the view. */
  readonly located: ReadonlyMap<ImageId, number>;
}

/** Pictures that are requested together. */
export const blockSize = 256;
/** About 16,000 pictures: those in sight, and those near them. */
const mostBlocks = 64;

export function pictureView({ token, first, total }: OpenedPictures, search: string): PictureView {
  return { ...openedView(token, picturesOf(first), total, blockSize, mostBlocks), search, located: new Map() };
}

export function picturesOf({ ids, widths, heights, savedAt, marks, colours }: PictureColumns): readonly Picture[] {
  return Array.from(ids, (imageId, at) => ({ imageId, width: widths[at] || 1, height: heights[at] || 1, savedAt: savedAt[at] ?? 0, marks: marks[at] ?? 0, colour: colours?.[at] ?? -1 }));
}

export const noView: PictureView = pictureView({ token: 0, first: noPictures, total: 0 }, '');
