import { create } from 'zustand';
import type { Image, ImageId, TaskId } from '../../shared/task.ts';
import type { FreshPicture } from './fresh.ts';
import { freshPicture, withTaskPictures } from './fresh.ts';
import type { PictureView } from './picture-view.ts';
import { noView } from './picture-view.ts';

/** What the gallery shows, in its order: first the fresh pictures, where nothing is searched for, then the view. */
export interface GalleryState {
  readonly fresh: readonly FreshPicture[];
  /** Pictures that were kept and are not shown yet: their siblings are still on the way. */
  readonly arriving: readonly FreshPicture[];
  readonly view: PictureView;
  /** How many pictures of the view have come to its front since this search is shown. With the fresh ones they form the band, which has rows of its own. */
  readonly viewBand: number;
  /** Pictures of the band that nothing joins from the left: what comes before them is in a row above. */
  readonly breaks: ReadonlySet<ImageId>;
}

/** One cell of the gallery. A picture of the view does not carry its task: images:describe tells it. */
export type Entry =
  | { readonly kind: 'image'; readonly key: string; readonly imageId: ImageId; readonly width: number; readonly height: number; readonly marks: number }
  /** A picture whose columns are not here yet. */
  | { readonly kind: 'blank'; readonly key: string };

const noBreaks: ReadonlySet<ImageId> = new Set();

const nothingYet: GalleryState = { fresh: [], arriving: [], view: noView, viewBand: 0, breaks: noBreaks };

export const useGallery = create<GalleryState>(() => nothingYet);

export function openGallery(view: PictureView): void {
  useGallery.setState({ ...nothingYet, view });
}

/**
 * Another view takes the place of the one that was shown. Fresh pictures that it contains are in it from now on.
 * @param sequence changes up to it are in the view
 * @param above the pictures that came before all others begin a row of their own
 */
export function viewOpened(state: GalleryState, view: PictureView, sequence: number, above: boolean): GalleryState {
  const isSame = state.view.token !== 0 && view.search === state.view.search;
  const band = { viewBand: isSame ? bandIn(state, view) : 0, breaks: isSame ? (above ? withBreak(state) : state.breaks) : noBreaks };
  if (view.search.trim() !== '') return { ...state, ...band, view };
  // Main counts changes before it reads, so changes in between are reported twice.
  const isLater = (picture: FreshPicture): boolean => picture.sequence > sequence && view.blocks.positionOf(picture.imageId) < 0;
  return { fresh: state.fresh.filter(isLater), arriving: state.arriving.filter(isLater), view, ...band };
}

/** So many pictures behind the band are looked for in a view that takes the place of another: the first may have gone. */
const lookedFor = 64;

/** How many pictures of the same search, opened anew, stand before the first one that was behind the band. */
function bandIn({ view: before, viewBand }: GalleryState, view: PictureView): number {
  if (before.length <= viewBand) return view.length;
  for (let at = viewBand; at < Math.min(viewBand + lookedFor, before.length); at += 1) {
    const id = before.blocks.at(at)?.imageId;
    const position = id === undefined ? -1 : placeIn(view, id);
    if (position >= 0) return position;
  }
  return 0;
}

/** Position of a picture that is here, or was looked for; -1: it is neither. */
export function placeIn({ blocks, located }: PictureView, id: ImageId): number {
  const here = blocks.positionOf(id);
  return here < 0 ? (located.get(id) ?? -1) : here;
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
 * Shows what has arrived of these tasks.
 * @param above the pictures that came before all others begin a row of their own
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

/** Nothing joins the row of the first picture. */
function withBreak({ fresh, view, breaks }: GalleryState): ReadonlySet<ImageId> {
  const first = (view.search.trim() === '' ? fresh[0]?.imageId : undefined) ?? view.blocks.at(0)?.imageId;
  return first === undefined ? breaks : new Set(breaks).add(first);
}

/** Fresh pictures are marked otherwise now; `marksOf` reads what each has. */
export function freshMarked(state: GalleryState, marks: ReadonlyMap<ImageId, number>): GalleryState {
  const marked = (picture: FreshPicture): FreshPicture => ({ ...picture, marks: marks.get(picture.imageId) ?? picture.marks });
  return { ...state, fresh: state.fresh.map(marked), arriving: state.arriving.map(marked) };
}

/** Among what is here of the view: whatever has just come is. */
function isInView({ view }: GalleryState, id: ImageId): boolean {
  return view.search === '' && view.blocks.positionOf(id) >= 0;
}
