import { create } from 'zustand';
import { nextAfter } from '../windowed/moved-rows.ts';
import { splicesSince } from '../windowed/windowed-view.ts';
import { noView, type PictureView } from './picture-view.ts';

/** What the gallery shows. A cell's index is its picture's position in the view. */
export interface GalleryState {
  readonly view: PictureView;
  /** How many pictures came to the front since this view was opened. They form the band, which has its own rows. */
  readonly band: number;
  /** Positions in the band that begin a row, in ascending order. */
  readonly breaks: readonly number[];
}

export const useGallery = create<GalleryState>(() => ({ view: noView, band: 0, breaks: [] }));

/** Shows a view from its opening on. */
export function openGallery(view: PictureView): void {
  useGallery.setState({ view, band: 0, breaks: [] });
}

/**
 * The same view with more rows, or in its next revision.
 * @param above whether the picture that was first begins a row, so that new pictures get rows above it
 */
export function viewAdvanced({ view: before, band, breaks }: GalleryState, view: PictureView, above: boolean): GalleryState {
  const splices = splicesSince(before, view);
  if (splices === null || splices.length === 0) return { view, band, breaks };
  const starts = [...(above && before.length > 0 ? [0] : []), ...breaks].map((at) => nextAfter(splices, at));
  const now = nextAfter(splices, band);
  return { view, band: now, breaks: [...new Set(starts)].filter((at) => at > 0 && at < now) };
}
