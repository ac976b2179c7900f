import type { ImageId } from '../../../shared/task.ts';
import type { FreshPicture } from './fresh.ts';
import { placeIn, type Entry, type GalleryState } from './gallery-store.ts';

/** The gallery as a list of cells: the fresh pictures, then those of the view. Position 0 of the view is the first cell after the fresh ones. */

const none: readonly FreshPicture[] = [];

/** Empty during a search, because its view contains the new pictures that match. */
export function freshOf({ fresh, view }: GalleryState): readonly FreshPicture[] {
  return view.search.trim() === '' ? fresh : none;
}

export function cellCount(state: GalleryState): number {
  return freshOf(state).length + state.view.length;
}

/** The cell at an index of the gallery, or null beyond its ends. */
export function entryAt(state: GalleryState, index: number): Entry | null {
  if (index < 0) return null;
  const fresh = freshOf(state);
  const position = index - fresh.length;
  if (position >= state.view.length) return null;
  const picture = fresh[index] ?? state.view.blocks.at(position);
  if (!picture) return { kind: 'blank', key: `blank-${position}` };
  const { imageId, width, height, marks } = picture;
  return { kind: 'image', key: `image-${imageId}`, imageId, width, height, marks };
}

/** Index of a picture that is loaded or was located. -1: it is neither. */
export function indexOfImage(state: GalleryState, id: ImageId): number {
  const fresh = freshOf(state);
  const inFresh = fresh.findIndex(({ imageId }) => imageId === id);
  if (inFresh >= 0) return inFresh;
  const position = placeIn(state.view, id);
  return position < 0 ? -1 : fresh.length + position;
}

/** The present index of the cell that was at `index`, in the same view. */
export function indexAfter(before: GalleryState, now: GalleryState, index: number): number {
  const fresh = freshOf(before);
  const picture = fresh[index];
  if (!picture) return index - fresh.length + freshOf(now).length;
  return Math.max(freshOf(now).findIndex(({ imageId }) => imageId === picture.imageId), 0);
}

/** The index of the cell that was at `index` after the same search was reopened. If it is gone, the next cell has its place. */
export function indexReopened(before: GalleryState, now: GalleryState, index: number): number {
  const entry = entryAt(before, index);
  const at = entry?.kind === 'image' ? indexOfImage(now, entry.imageId) : -1;
  return at >= 0 ? at : Math.min(index, cellCount(now) - 1);
}

/** Index of the next cell (`step` 1) or the previous one (-1). Null beyond the ends. */
export function indexBeside(state: GalleryState, index: number, step: 1 | -1): number | null {
  const at = index + step;
  return at >= 0 && at < cellCount(state) ? at : null;
}

/** Lengths of the parts of the band, from the top. Each part begins a new row. */
export function bandSegments(state: GalleryState): readonly number[] {
  const length = freshOf(state).length + state.viewBand;
  const breaks = [...state.breaks].map((id) => indexOfImage(state, id)).filter((at) => at > 0 && at < length);
  const starts = [0, ...breaks.sort((a, b) => a - b), length];
  return starts.slice(1).map((end, at) => end - (starts[at] ?? 0));
}
