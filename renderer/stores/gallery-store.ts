import { create } from 'zustand';
import type { Image, ImageId, Task, TaskId, TaskWithImages } from '../../shared/task.ts';
import { isAtHead } from '../../shared/task.ts';
import type { PictureView } from './picture-view.ts';
import { noView } from './picture-view.ts';
import type { Slot } from './slots.ts';
import { placeTask, withImage } from './slots.ts';

/** What the gallery shows, in its order: first the slots, where nothing is searched for, then the view. */
export interface GalleryState {
  readonly slots: readonly Slot[];
  readonly view: PictureView;
  /** The tasks that have slots. */
  readonly tasks: ReadonlyMap<TaskId, TaskWithImages>;
  /** Pictures of these tasks that stand in the view: they get no slot. */
  readonly settled: ReadonlySet<ImageId>;
  /** When each picture in a slot was kept, as a sequence number of main's changes. */
  readonly arrivals: ReadonlyMap<ImageId, number>;
}

/** One cell of the gallery. A picture of the view does not carry its task: images:describe tells it. */
export type Entry =
  | { readonly kind: 'task'; readonly key: string; readonly taskId: TaskId }
  | { readonly kind: 'image'; readonly key: string; readonly imageId: ImageId; readonly width: number; readonly height: number; readonly marks: number }
  /** A picture whose columns are not here yet. */
  | { readonly kind: 'blank'; readonly key: string };

const nothingYet: GalleryState = { slots: [], view: noView, tasks: new Map(), settled: new Set(), arrivals: new Map() };

export const useGallery = create<GalleryState>(() => nothingYet);

/** What a window starts from: the head (newest first) and the view of the library. What the head has of pictures is in the view. */
export function openGallery(head: readonly TaskWithImages[], view: PictureView): void {
  const settled = new Set(head.flatMap(({ images }) => keptIds(images)));
  const state: GalleryState = { ...nothingYet, view, settled };
  // Each on its own: a head of thousands would be walked through for each of them.
  const slots = head.flatMap((entry) => placeTask([], entry, (id) => isInView(state, id)));
  useGallery.setState({ ...state, slots, tasks: new Map(head.map((entry) => [entry.task.id, entry])) });
}

/**
 * Another view takes the place of the one that was shown. Pictures in slots that it contains lose them.
 * @param sequence changes up to it are in the view
 */
export function viewOpened(state: GalleryState, view: PictureView, sequence: number): GalleryState {
  if (view.search.trim() !== '') return { ...state, view };
  // Main counts changes before it reads: what came in between is told of again.
  const isLater = (id: ImageId): boolean => (state.arrivals.get(id) ?? 0) > sequence && view.blocks.positionOf(id) < 0;
  const slots = state.slots.filter((slot) => slot.kind === 'task' || isLater(slot.imageId));
  const here = new Set(slots.map((slot) => slot.taskId));
  const tasks = new Map([...state.tasks].filter(([id]) => here.has(id)));
  const settled = new Set([...tasks.values()].flatMap(({ images }) => keptIds(images)).filter((id) => !isLater(id)));
  return { slots, view, tasks, settled, arrivals: new Map([...state.arrivals].filter(([id]) => isLater(id))) };
}

/** Main's newest state of a task; also the state that the renderer expects at the moment of a click. */
export function taskArrived(state: GalleryState, entry: TaskWithImages): GalleryState {
  return tasksArrived(state, [entry]);
}

/** The same for several. The many that stay tiles cost their number alone; each new one, and each with pictures, a walk through the slots. */
export function tasksArrived(state: GalleryState, entries: readonly TaskWithImages[]): GalleryState {
  const tasks = new Map(state.tasks);
  let { slots } = state;
  for (const entry of entries) {
    const { id } = entry.task;
    const atHead = isAtHead(entry);
    const before = tasks.get(id);
    // A tile without pictures that stays one stays where it is.
    if (!(atHead && entry.images.length === 0 && before?.images.length === 0)) {
      // Of a task of old (one of its pictures was thrown away, say) all pictures are in the view, though hardly any of that is here.
      const isOld = !atHead && before === undefined;
      slots = placeTask(slots, entry, (image) => isInView(state, image) || (isOld && !state.arrivals.has(image)));
    }
    if (atHead || slots.some((slot) => slot.taskId === id)) tasks.set(id, entry);
    else tasks.delete(id);
  }
  return { ...state, slots, tasks };
}

/** A picture was kept. Its task's own change comes before, after or with it. */
export function imageArrived(before: GalleryState, image: Image, sequence: number): GalleryState {
  if (isShown(before, image.id)) return imageSettled(before, image.id);
  const state: GalleryState = {
    ...before,
    // The head may be newer than the view that is said to have its pictures.
    settled: new Set([...before.settled].filter((id) => id !== image.id)),
    arrivals: new Map(before.arrivals).set(image.id, sequence),
  };
  const entry = state.tasks.get(image.taskId);
  if (entry) return taskArrived(state, withImage(entry, image));
  if (image.state.status !== 'kept') return before;
  if (state.slots.some((slot) => slot.kind === 'image' && slot.imageId === image.id)) return before;
  const { width, height } = image.state.file;
  const slot: Slot = { kind: 'image', key: `image-${image.id}`, taskId: image.taskId, imageId: image.id, width, height, marks: 0 };
  return { ...state, slots: [slot, ...state.slots] };
}

/** A picture was kept before the view was opened: it is there, whatever its task still says. */
export function imageSettled(state: GalleryState, id: ImageId): GalleryState {
  return { ...state, settled: new Set(state.settled).add(id) };
}

/** Pictures in slots are marked otherwise now; `marksOf` reads what each has. */
export function slotsMarked(state: GalleryState, marks: ReadonlyMap<ImageId, number>): GalleryState {
  return { ...state, slots: state.slots.map((slot) => (slot.kind === 'image' ? { ...slot, marks: marks.get(slot.imageId) ?? slot.marks } : slot)) };
}

function isInView(state: GalleryState, id: ImageId): boolean {
  return state.settled.has(id) || isShown(state, id);
}

/** Among what is here of the view: whatever has just come is. */
function isShown({ view }: GalleryState, id: ImageId): boolean {
  return view.search === '' && view.blocks.positionOf(id) >= 0;
}

function keptIds(images: readonly Image[]): readonly ImageId[] {
  return images.filter((image) => image.state.status === 'kept').map((image) => image.id);
}

/** Shows tasks that are on their way to main, so that their tiles appear at the click. */
export function expectTasks(tasks: readonly Task[]): void {
  useGallery.setState((state) => tasksArrived(state, tasks.filter((task) => !state.tasks.has(task.id)).map((task) => ({ task, images: [] }))));
}

/** Takes back what was expected: main did not take these. */
export function forgetTasks(ids: readonly TaskId[]): void {
  useGallery.setState((state) => ({
    slots: state.slots.filter((slot) => !ids.includes(slot.taskId)),
    tasks: new Map([...state.tasks].filter(([id]) => !ids.includes(id))),
  }));
}
