import { useMemo } from 'react';
import type { PictureColumns } from '../../../shared/library/view.ts';
import { cellCount } from '../../stores/cells.ts';
import type { GalleryState } from '../../stores/gallery-store.ts';
import type { PictureBlocks } from '../../stores/picture-blocks.ts';
import { blockSize } from '../../stores/picture-blocks.ts';
import type { PictureView } from '../../stores/picture-view.ts';
import { useView } from '../../stores/view-store.ts';
import { squareLayout } from './grid-geometry.ts';
import { headShapes } from './head-shapes.ts';
import type { RowMemory } from './justified-layout.ts';
import { justifiedLayout, noRowMemory } from './justified-layout.ts';
import { shapeOf } from './justified-rows.ts';
import type { SheetLayout } from './sheet-layout.ts';

/** Pixels at the right edge for what is drawn around a selected cell; at the others there is room enough. */
const ring = 2;

/** Where all cells of the gallery stand, in the layout and size that were chosen. */
export function useSheetLayout(gallery: GalleryState, inner: number): SheetLayout {
  const width = inner - ring;
  const wanted = useView((view) => view.cellSize);
  const rows = useView((view) => view.sheetLayout);
  const count = cellCount(gallery);
  const head = rows === 'square' ? '' : headShapes(gallery);
  // Squares stand where they stand, whatever comes to fill them.
  const view = rows === 'square' ? null : gallery.view;
  return useMemo(() => {
    if (!view) return squareLayout({ count, width, wanted });
    const shapes = { head: head === '' ? [] : head.split(' ').map(Number), length: view.length, blockSize, block: (number: number) => blockShapes(view, number) };
    return justifiedLayout(shapes, { width, wanted }, memoryOf(view.blocks));
  }, [count, width, wanted, head, view]);
}

/** Null: none of the block is here. */
function blockShapes({ blocks, length }: PictureView, number: number): Float32Array | null {
  const columns = blocks.block(number, length);
  if (columns) return columnShapes(columns);
  // The beginning that came with the view may be shorter than a block.
  if (number > 0 || blocks.at(0) === null) return null;
  return Float32Array.from({ length: Math.min(blockSize, length) }, (_, at) => {
    const picture = blocks.at(at);
    return picture ? shapeOf(picture.width, picture.height) : 0;
  });
}

const known = new WeakMap<PictureColumns, Float32Array>();

function columnShapes(columns: PictureColumns): Float32Array {
  const before = known.get(columns);
  if (before) return before;
  const shapes = Float32Array.from(columns.widths, (width, at) => shapeOf(width, columns.heights[at] ?? width));
  known.set(columns, shapes);
  return shapes;
}

const memories = new WeakMap<PictureBlocks, RowMemory>();

/** As long as the view is open. */
function memoryOf(blocks: PictureBlocks): RowMemory {
  const memory = memories.get(blocks) ?? noRowMemory();
  memories.set(blocks, memory);
  return memory;
}
