import type { ImageId } from '../../../shared/task.ts';
import { findRow, rowAt } from '../windowed/blocks.ts';
import type { GalleryState } from './gallery-store.ts';
import type { Picture } from './picture-view.ts';

/** One cell of the gallery. It does not have the picture's task, which `images:describe` returns. */
export type Entry =
  | { readonly kind: 'image'; readonly key: string; readonly imageId: ImageId; readonly width: number; readonly height: number; readonly marks: number; readonly colour: number }
  /** A picture whose columns are not loaded yet. */
  | { readonly kind: 'blank'; readonly key: string };

export const cellCount = ({ view }: GalleryState): number => view.length;

/** The cell at an index of the gallery, or null beyond its ends. */
export function entryAt({ view }: GalleryState, index: number): Entry | null {
  if (index < 0 || index >= view.length) return null;
  const picture = rowAt(view.blocks, index);
  return picture ? entryOf(picture) : { kind: 'blank', key: `blank-${index}` };
}

export function entryOf({ imageId, width, height, marks, colour }: Picture): Entry {
  return { kind: 'image', key: `image-${imageId}`, imageId, width, height, marks, colour };
}

/** Index of a picture that is loaded or was located. -1: it is neither. */
export function indexOfImage({ view }: Pick<GalleryState, 'view'>, id: ImageId): number {
  const loaded = findRow(view.blocks, ({ imageId }) => imageId === id);
  return loaded < 0 ? (view.located.get(id) ?? -1) : loaded;
}

/** Index of the next cell (`step` 1) or the previous one (-1). Null beyond the ends. */
export function indexBeside(state: GalleryState, index: number, step: 1 | -1): number | null {
  const at = index + step;
  return at >= 0 && at < cellCount(state) ? at : null;
}

/** Lengths of the parts of the band, from the top. Each part begins a new row. */
export function bandSegments({ band, breaks }: GalleryState): readonly number[] {
  const starts = [0, ...breaks, band];
  return starts.slice(1).map((end, at) => end - (starts[at] ?? 0));
}
