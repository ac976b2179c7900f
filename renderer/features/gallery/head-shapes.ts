import { freshOf } from '../../stores/cells.ts';
import type { GalleryState } from '../../stores/gallery-store.ts';
import { shapeOf } from './justified-rows.ts';

/** Of the cells before the view, width over height, with spaces between them: equal where the shapes are. */
export function headShapes(gallery: GalleryState): string {
  return freshOf(gallery).map(({ width, height }) => shapeOf(width, height)).join(' ');
}
