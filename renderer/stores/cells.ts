import type { ImageId, TaskId } from '../../shared/task.ts';
import type { Entry, GalleryState } from './gallery-store.ts';
import type { Slot } from './slots.ts';

/** The gallery as a row of cells: the slots, then the pictures of the view. Positions of the view count from 0 behind the slots. */

const none: readonly Slot[] = [];

/** A search finds what is in the library; what is in development is none of it. */
export function slotsOf({ slots, view }: GalleryState): readonly Slot[] {
  return view.search.trim() === '' ? slots : none;
}

export function cellCount(state: GalleryState): number {
  return slotsOf(state).length + state.view.length;
}

/** The cell at an index of the gallery, or null beyond its ends. */
export function entryAt(state: GalleryState, index: number): Entry | null {
  if (index < 0) return null;
  const slots = slotsOf(state);
  const slot = slots[index];
  if (slot) return slot;
  const position = index - slots.length;
  if (position >= state.view.length) return null;
  const picture = state.view.blocks.at(position);
  // The same cell before and after its picture is here, and the focus stays in it.
  const key = `view-${state.view.token}-${position}`;
  if (!picture) return { kind: 'blank', key };
  return { kind: 'image', key, imageId: picture.imageId, width: picture.width, height: picture.height, marks: picture.marks };
}

/** Index of a picture that is here, or was looked for; -1: it is neither. */
export function indexOfImage(state: GalleryState, id: ImageId): number {
  const slots = slotsOf(state);
  const inSlots = slots.findIndex((slot) => slot.kind === 'image' && slot.imageId === id);
  if (inSlots >= 0) return inSlots;
  const here = state.view.blocks.positionOf(id);
  const position = here < 0 ? (state.view.located.get(id) ?? -1) : here;
  return position < 0 ? -1 : slots.length + position;
}

/** Index of a task's tile, or -1. */
export function indexOfTask(state: GalleryState, id: TaskId): number {
  return slotsOf(state).findIndex((slot) => slot.kind === 'task' && slot.taskId === id);
}

/** Where the cell that stood at `index` before stands now, of the same view; null when it went away. */
export function indexAfter(before: GalleryState, now: GalleryState, index: number): number | null {
  const slots = slotsOf(before);
  const slot = slots[index];
  if (!slot) return index - slots.length + slotsOf(now).length;
  const at = slotsOf(now).findIndex(({ key }) => key === slot.key);
  return at < 0 ? null : at;
}

/** Where the cell that stood at `index` stands in the same search, opened anew. What is gone leaves its place to what follows it. */
export function indexReopened(before: GalleryState, now: GalleryState, index: number): number {
  const entry = entryAt(before, index);
  const at = entry?.kind === 'image' ? indexOfImage(now, entry.imageId) : entry?.kind === 'task' ? indexOfTask(now, entry.taskId) : -1;
  return at >= 0 ? at : Math.min(index, cellCount(now) - 1);
}

export function imageCount(state: GalleryState): number {
  return state.view.length + slotsOf(state).filter((slot) => slot.kind === 'image').length;
}

/** Position of the picture at an index among the pictures alone, from 0. */
export function imageOrdinal(state: GalleryState, index: number): number {
  return index - slotsOf(state).slice(0, index).filter((slot) => slot.kind === 'task').length;
}

/** Index of the picture next to a cell (`step` -1: before it), skipping tiles; null beyond the ends. */
export function imageIndexBeside(state: GalleryState, index: number, step: 1 | -1): number | null {
  const slots = slotsOf(state);
  const count = cellCount(state);
  for (let at = index + step; at >= 0 && at < count; at += step) if (slots[at]?.kind !== 'task') return at;
  return null;
}
