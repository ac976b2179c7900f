import { useMemo } from 'react';
import type { PictureColumns } from '../../../../shared/library/view.ts';
import { bandSegments, freshOf } from '../../../stores/gallery/cells.ts';
import type { GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { blockSize, type PictureBlocks } from '../../../stores/gallery/picture-blocks.ts';
import type { PictureView } from '../../../stores/gallery/picture-view.ts';
import { useView } from '../../../stores/view-store.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { justifiedBand, squareBand } from './band-layout.ts';
import { gap, squareLayout } from './grid-geometry.ts';
import { justifiedLayout, noRowMemory, type RowMemory } from './justified-layout.ts';
import { rowGap, shapeOf } from './justified-rows.ts';
import type { SheetLayout } from './sheet-layout.ts';
import { stacked } from './stacked-layout.ts';

/** Pixels at the right edge for what is drawn around a selected cell; at the others there is room enough. */
const ring = 2;

/** More pictures than this at the front of a view are laid out like the others, by whole blocks. */
const mostInBand = 1024;

/** The desired side of a cell. A low window scales the chosen size down, so that two whole rows fit at the default size. */
export function useCellSize(): number {
  const chosen = useView((view) => view.cellSize);
  const low = useMedia('(max-height: 520px)');
  const veryLow = useMedia('(max-height: 420px)');
  return chosen * (veryLow ? 0.4 : low ? 0.6 : 1);
}

/** The positions of all cells in the chosen layout: first the new pictures, then the rest of the view. */
export function useSheetLayout(gallery: GalleryState, inner: number, wanted: number): SheetLayout {
  const width = inner - ring;
  const rows = useView((view) => view.sheetLayout);
  const { viewBand } = gallery;
  const rest = gallery.view.length - viewBand;
  const segments = bandSegments(gallery).join(' ');
  const shapes = rows === 'square' ? '' : bandShapes(gallery);
  // Squares stand where they stand, whatever comes to fill them.
  const view = rows === 'square' ? null : gallery.view;
  return useMemo(() => {
    const band = numbersIn(segments);
    if (!view) return stacked([squareBand(band, { width, wanted }), squareLayout({ count: rest, width, wanted })], gap);
    const inBand = numbersIn(shapes);
    const before = inBand.length - (band.reduce((sum, count) => sum + count, 0) - viewBand);
    const restShapes = { length: view.length - before, blockSize, block: (number: number) => blockShapes(view, before, number) };
    return stacked([justifiedBand(inBand, cut(band, inBand.length), { width, wanted }), justifiedLayout(restShapes, { width, wanted }, memoryOf(view.blocks))], rowGap);
  }, [rest, viewBand, width, wanted, segments, shapes, view]);
}

const numbersIn = (text: string): readonly number[] => (text === '' ? [] : text.split(' ').map(Number));

/** Lengths that add up to `length` at most. */
function cut(lengths: readonly number[], length: number): readonly number[] {
  let left = length;
  return lengths.map((count) => {
    const taken = Math.min(count, left);
    left -= taken;
    return taken;
  });
}

/** Of the pictures of the band, width over height, with spaces between them: equal where the shapes are. */
function bandShapes(gallery: GalleryState): string {
  const { viewBand, view } = gallery;
  const fresh = freshOf(gallery).map(({ width, height }) => shapeOf(width, height));
  const inView = Array.from({ length: viewBand > mostInBand ? viewBand % blockSize : viewBand }, (_, at) => {
    const picture = view.blocks.at(at);
    return picture ? shapeOf(picture.width, picture.height) : 1;
  });
  return [...fresh, ...inView].join(' ');
}

interface BlockShapes {
  readonly parts: readonly (PictureColumns | null)[];
  readonly shapes: Float32Array | null;
}

const blocksOf = new WeakMap<PictureBlocks, Map<number, BlockShapes>>();

/** Of a block of the rows behind the band, which begins `before` positions later than a block of the view. Null: none of it is here. */
function blockShapes({ blocks, length }: PictureView, before: number, number: number): Float32Array | null {
  const memory = blocksOf.get(blocks) ?? new Map<number, BlockShapes>();
  blocksOf.set(blocks, memory);
  const start = before + number * blockSize;
  const first = Math.floor(start / blockSize);
  // The beginning that came with the view may be shorter than a block.
  const beginning = blocks.block(0, 0);
  const parts = [first, first + 1].map((at) => (at * blockSize >= length ? null : (blocks.block(at, length) ?? (at === 0 ? beginning : null))));
  const known = memory.get(number);
  if (known && known.parts.every((part, at) => part === parts[at])) return known.shapes;
  const isHere = parts.slice(0, start % blockSize === 0 ? 1 : 2).some((part) => part !== null && part.ids.length > 0);
  const shapes = isHere
    ? Float32Array.from({ length: Math.min(blockSize, length - start) }, (_, at) => {
        const picture = blocks.at(start + at);
        return picture ? shapeOf(picture.width, picture.height) : 0;
      })
    : null;
  memory.set(number, { parts, shapes });
  return shapes;
}

const memories = new WeakMap<PictureBlocks, RowMemory>();

/** As long as the view is open. */
function memoryOf(blocks: PictureBlocks): RowMemory {
  const memory = memories.get(blocks) ?? noRowMemory();
  memories.set(blocks, memory);
  return memory;
}
