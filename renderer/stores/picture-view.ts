import type { OpenedPictures, ViewFacts, ViewToken } from '../../shared/library/view.ts';
import { noPictures } from '../../shared/library/view.ts';
import type { ImageId } from '../../shared/task.ts';
import type { PictureBlocks } from './picture-blocks.ts';
import { createPictureBlocks } from './picture-blocks.ts';

/**
 * The view that the gallery shows, as far as it is here. Made anew when more of it came, so that who looks at it draws again;
 * positions keep their meaning as long as `token` is the same.
 */
export interface PictureView {
  /** 0: none is open. */
  readonly token: ViewToken;
  /** What it was opened for. */
  readonly search: string;
  readonly length: number;
  /** False while main still counts: `length` is what came so far. */
  readonly counted: boolean;
  /** Null until all of the view is known. */
  readonly facts: ViewFacts | null;
  readonly blocks: PictureBlocks;
  /** Where pictures stand that were looked for before the view was shown; -1: they are not in it. */
  readonly located: ReadonlyMap<ImageId, number>;
}

export function pictureView({ token, first, total }: OpenedPictures, search: string): PictureView {
  return { token, search, length: total ?? first.ids.length, counted: total !== null, facts: null, blocks: createPictureBlocks(first), located: new Map() };
}

/** Where the view ends; Infinity while that is not known. */
export function endOf({ length, counted }: PictureView): number {
  return counted ? length : Infinity;
}

/** The same view, all of it known. */
export function viewCounted(view: PictureView, facts: ViewFacts): PictureView {
  return { ...view, length: facts.total, counted: true, facts };
}

export const noView: PictureView = pictureView({ token: 0, first: noPictures, total: 0 }, '');
