import { justifiedPlacing, noRowMemory, type RowMemory } from '../../../../../renderer/rooms/gallery/layout/justified-sections.ts';
import type { RowMeasure } from '../../../../../renderer/rooms/gallery/layout/grid-geometry.ts';
import { sectionLayout } from '../../../../../renderer/rooms/gallery/layout/section-layout.ts';
import type { GridLayout } from '../../../../../renderer/rooms/gallery/layout/grid-layout.ts';
import { squarePlacing } from '../../../../../renderer/rooms/gallery/layout/square-sections.ts';

/** The cells of a sheet. Without groups, it is one group without a header. */
export interface Cells {
  readonly length: number;
  readonly starts?: readonly number[];
  readonly origin?: number;
}

export const blockSize = 256;
export const measure: RowMeasure = { width: 893, wanted: 208 };

export const squareSheet = ({ length, starts, origin = 0 }: Cells, of = measure): GridLayout =>
  sectionLayout({ length, starts: starts ? Int32Array.from(starts) : null, origin }, squarePlacing(of));

interface Loaded {
  /** The shape of a picture. */
  readonly shapeAt: (position: number) => number;
  /** Which blocks are loaded. All, if left out. */
  readonly here?: (block: number) => boolean;
  readonly memory?: RowMemory;
}

export function justifiedSheet({ length, starts, origin = 0 }: Cells, { shapeAt, here = () => true, memory = noRowMemory() }: Loaded): GridLayout {
  const numbers = Array.from({ length: Math.ceil(length / blockSize) }, (_, number) => number).filter(here);
  const blocks = new Map(numbers.map((number) => [number, {}]));
  const shapes = { blockSize, blocks, shapeAt: (position: number) => (position < length && blocks.has(Math.floor(position / blockSize)) ? shapeAt(position) : 0) };
  return sectionLayout({ length, starts: starts ? Int32Array.from(starts) : null, origin }, justifiedPlacing(shapes, origin, measure, memory));
}
