import { create } from 'zustand';
import type { Image, ImageId, TaskId } from '../../../shared/task.ts';
import { freshPicture, withTaskPictures, type FreshPicture } from './fresh.ts';
import { noView, type PictureView } from './picture-view.ts';

/** What the gallery shows, in its order: first the fresh pictures, unless there is a search, then the view. */
export interface GalleryState {
  readonly fresh: readonly FreshPicture[];
  /** Pictures that were kept and are not shown yet, because they wait for others of their task. */
  readonly arriving: readonly FreshPicture[];
  readonly view: PictureView;
  /** How many pictures were added at the front of the view since this search was first shown. With the fresh ones they form the band, which has its own rows. */
  readonly viewBand: number;
  /** Pictures of the band that begin a row. */
  readonly breaks: ReadonlySet<ImageId>;
}

/** One cell of the gallery. It does not have the picture's task, which `images:describe` returns. */
export type Entry =
  | { readonly kind: 'image'; readonly key: string; readonly imageId: ImageId; readonly width: number; readonly height: number; readonly marks: number }
  /** A picture whose columns are not loaded yet. */
  | { readonly kind: 'blank'; readonly key: string };

const noBreaks: ReadonlySet<ImageId> = new Set();

const nothingYet: GalleryState = { fresh: [], arriving: [], view: noView, viewBand: 0, breaks: noBreaks };

export const useGallery = create<GalleryState>(() => nothingYet);

export function openGallery(view: PictureView): void {
  useGallery.setState({ ...nothingYet, view });
}

/**
 * Replaces the view. Fresh pictures that the new view contains are removed from `fresh` and `arriving`.
 * @param sequence changes up to it are in the view
 * @param above whether the picture that was first begins a row, so that new pictures get rows above it
 */
export function viewOpened(state: GalleryState, view: PictureView, sequence: number, above: boolean): GalleryState {
  const isSame = state.view.token !== 0 && view.search === state.view.search;
  const band = { viewBand: isSame ? bandIn(state, view) : 0, breaks: isSame ? (above ? withBreak(state) : state.breaks) : noBreaks };
  if (view.search.trim() !== '') return { ...state, ...band, view };
  // Main counts changes before it reads, so changes in between are reported twice.
  const isLater = (picture: FreshPicture): boolean => picture.sequence > sequence && view.blocks.positionOf(picture.imageId) < 0;
  return { fresh: state.fresh.filter(isLater), arriving: state.arriving.filter(isLater), view, ...band };
}

/** How many pictures after the band are looked for in a new view, because the first may be gone. */
const lookedFor = 64;

/** After the same search was reopened: how many pictures come before the first one after the old band. */
function bandIn({ view: before, viewBand }: GalleryState, view: PictureView): number {
  if (before.length <= viewBand) return view.length;
  for (let at = viewBand; at < Math.min(viewBand + lookedFor, before.length); at += 1) {
    const id = before.blocks.at(at)?.imageId;
    const position = id === undefined ? -1 : placeIn(view, id);
    if (position >= 0) return position;
  }
  return 0;
}

/** Position of a picture that is loaded or was located. -1: it is neither. */
export function placeIn({ blocks, located }: PictureView, id: ImageId): number {
  const loaded = blocks.positionOf(id);
  return loaded < 0 ? (located.get(id) ?? -1) : loaded;
}

/**
 * Adds a picture that was kept after the view was opened.
 * @param late other pictures of its task were kept earlier
 */
export function imageArrived(state: GalleryState, image: Image, sequence: number, late = false): GalleryState {
  const picture = freshPicture(image, sequence, late);
  const isHere = [...state.fresh, ...state.arriving].some(({ imageId }) => imageId === image.id) || isInView(state, image.id);
  return picture && !isHere ? { ...state, arriving: [...state.arriving, picture] } : state;
}

/** Whether the view already has pictures of a task. New ones then belong beside them, not at the front. */
export function belongsInView({ fresh, arriving }: GalleryState, taskId: TaskId): boolean {
  return !fresh.some((picture) => picture.taskId === taskId) && arriving.every((picture) => picture.taskId !== taskId || picture.late);
}

/**
 * Shows the arrived pictures of these tasks.
 * @param above whether the picture that was first begins a row, so that new pictures get rows above it
 */
export function takenUp(state: GalleryState, taskIds: ReadonlySet<TaskId>, above: boolean): GalleryState {
  const arriving = state.arriving.filter(({ taskId }) => !taskIds.has(taskId));
  if (arriving.length === state.arriving.length) return state;
  let { fresh } = state;
  for (const taskId of taskIds) {
    const pictures = state.arriving.filter((picture) => picture.taskId === taskId && !isInView(state, picture.imageId));
    if (pictures.length > 0) fresh = withTaskPictures(fresh, pictures);
  }
  return { ...state, fresh, arriving, breaks: above ? withBreak(state) : state.breaks };
}

/** From now on, the first picture begins a row. */
function withBreak({ fresh, view, breaks }: GalleryState): ReadonlySet<ImageId> {
  const first = (view.search.trim() === '' ? fresh[0]?.imageId : undefined) ?? view.blocks.at(0)?.imageId;
  return first === undefined ? breaks : new Set(breaks).add(first);
}

/** Updates the marks of fresh pictures. */
export function freshMarked(state: GalleryState, marks: ReadonlyMap<ImageId, number>): GalleryState {
  const marked = (picture: FreshPicture): FreshPicture => ({ ...picture, marks: marks.get(picture.imageId) ?? picture.marks });
  return { ...state, fresh: state.fresh.map(marked), arriving: state.arriving.map(marked) };
}

/** Whether a picture is in the loaded part of the view. A new picture that the view contains is always there. */
function isInView({ view }: GalleryState, id: ImageId): boolean {
  return view.search === '' && view.blocks.positionOf(id) >= 0;
}
