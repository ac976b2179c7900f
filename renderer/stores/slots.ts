import type { Image, ImageId, TaskId, TaskWithImages } from '../../shared/task.ts';
import { isAtHead } from '../../shared/task.ts';

/**
 * One place at the head of the gallery: the tile of a task, or a picture that came while the window was open. Such a
 * picture stays where its task developed, so that nothing jumps; the next start sorts it in with the others.
 */
export type Slot =
  | { readonly kind: 'task'; readonly key: string; readonly taskId: TaskId }
  | {
      readonly kind: 'image';
      readonly key: string;
      readonly taskId: TaskId;
      readonly imageId: ImageId;
      readonly width: number;
      readonly height: number;
      /** `marksOf` reads it. */
      readonly marks: number;
    };

type ImageSlot = Extract<Slot, { kind: 'image' }>;

/**
 * Brings the slots of one task up to its state: a tile while it is at the head, a picture for every kept image that is
 * not in the view. The picture that ends a tile takes over its key: the same cell on screen, which can fade across.
 * New tasks go to the front. Returns `slots` itself when nothing changed.
 */
export function placeTask(slots: readonly Slot[], entry: TaskWithImages, inView: (id: ImageId) => boolean): readonly Slot[] {
  const taskId = entry.task.id;
  const old = slots.filter((slot) => slot.taskId === taskId);
  const tile = old.find((slot) => slot.kind === 'task');
  const shown = new Map(old.flatMap((slot) => (slot.kind === 'image' ? [[slot.imageId, slot] as const] : [])));
  const keepsTile = isAtHead(entry);

  let inherited = keepsTile ? undefined : tile?.key;
  const run: Slot[] = entry.images
    .filter((image) => image.state.status === 'kept' && !inView(image.id))
    .map((image) => {
      const existing = shown.get(image.id);
      if (existing) return existing;
      const slot = imageSlot(image, inherited ?? `image-${image.id}`);
      inherited = undefined;
      return slot;
    });
  if (keepsTile) run.push(tile ?? { kind: 'task', key: taskId, taskId });

  if (run.length === old.length && run.every((slot, at) => slot === old[at])) return slots;
  const first = slots.findIndex((slot) => slot.taskId === taskId);
  const rest = slots.filter((slot) => slot.taskId !== taskId);
  // A task's slots lie side by side, so its first index is also an index among the rest.
  return rest.toSpliced(Math.max(first, 0), 0, ...run);
}

/** The entry with `image` in its newest state. */
export function withImage(entry: TaskWithImages, image: Image): TaskWithImages {
  const others = entry.images.filter((other) => other.id !== image.id);
  return { task: entry.task, images: [...others, image].sort((a, b) => a.index - b.index) };
}

function imageSlot(image: Image, key: string): ImageSlot {
  const { width, height } = image.state.status === 'kept' ? image.state.file : { width: 1, height: 1 };
  // A picture that was kept a moment ago is not marked.
  return { kind: 'image', key, taskId: image.taskId, imageId: image.id, width, height, marks: 0 };
}
