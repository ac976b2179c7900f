import { slotsOf } from '../../stores/cells.ts';
import type { GalleryState } from '../../stores/gallery-store.ts';
import type { Slot } from '../../stores/slots.ts';
import type { TaskWithImages } from '../../../shared/task.ts';
import { shapeOf } from './justified-rows.ts';
import { aspectOf } from './latent-image.ts';

/** Tasks change all the time; the shapes of the same slots do not. */
const known = new WeakMap<readonly Slot[], string>();
const tiles = new WeakMap<TaskWithImages['task']['request'], number>();

/** Of the cells before the view, width over height, with spaces between them: equal where the shapes are. */
export function headShapes(gallery: GalleryState): string {
  const slots = slotsOf(gallery);
  const before = known.get(slots);
  if (before !== undefined) return before;
  const shapes = slots.map((slot) => (slot.kind === 'image' ? shapeOf(slot.width, slot.height) : tileShape(gallery.tasks.get(slot.taskId)))).join(' ');
  known.set(slots, shapes);
  return shapes;
}

/** The shape of the picture that the tile promises, but never leaner than what it says. */
function tileShape(entry: TaskWithImages | undefined): number {
  if (!entry) return 1;
  const { request } = entry.task;
  const shape = tiles.get(request) ?? Math.max(aspectOf(request.size), 1);
  tiles.set(request, shape);
  return shape;
}
