import { noPictures, type OpenedPictures, type ViewFacts, type ViewToken } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { createPictureBlocks, type PictureBlocks } from './picture-blocks.ts';

/**
 * The view that the gallery shows, as far as it is loaded. The object is replaced when more is loaded, so that components render again.
 * Positions keep their meaning as long as `token` is the same.
 */
export interface PictureView {
  /** 0: none is open. */
  readonly token: ViewToken;
  /** The search that it was opened for. */
  readonly search: string;
  readonly length: number;
  /** False while main still counts. `length` is then the number of rows known so far. */
  readonly counted: boolean;
  /** Null until all of the view is known. */
  readonly facts: ViewFacts | null;
  readonly blocks: PictureBlocks;
  /** Positions of pictures that were located before the view was shown. -1: not in the view. */
  readonly located: ReadonlyMap<ImageId, number>;
}

export function pictureView({ token, first, total }: OpenedPictures, search: string): PictureView {
  return { token, search, length: total ?? first.ids.length, counted: total !== null, facts: null, blocks: createPictureBlocks(first), located: new Map() };
}

/** The same view with its length and months. */
export function viewCounted(view: PictureView, facts: ViewFacts): PictureView {
  return { ...view, length: facts.total, counted: true, facts };
}

export const noView: PictureView = pictureView({ token: 0, first: noPictures, total: 0 }, '');
