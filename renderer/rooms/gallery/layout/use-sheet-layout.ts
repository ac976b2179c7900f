import { useMemo } from 'react';
import { bandSegments, blockSize, type GalleryState, type Picture, type PictureView } from '../../../stores/gallery/gallery-store.ts';
import { useView } from '../../../stores/view-store.ts';
import { rowAt } from '../../../stores/windowed/blocks.ts';
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
  const rest = gallery.view.length - gallery.band;
  const segments = bandSegments(gallery).join(' ');
  const shapes = rows === 'square' ? '' : bandShapes(gallery);
  // Squares stand where they stand, whatever comes to fill them.
  const view = rows === 'square' ? null : gallery.view;
  return useMemo(() => {
    const band = numbersIn(segments);
    if (!view) return stacked([squareBand(band, { width, wanted }), squareLayout({ count: rest, width, wanted })], gap);
    const inBand = numbersIn(shapes);
    const memory = memoryOf(view.token);
    const restShapes = { length: view.length - inBand.length, blockSize, block: (number: number) => blockShapes(view, inBand.length, number, memory.shapes) };
    return stacked([justifiedBand(inBand, cut(band, inBand.length), { width, wanted }), justifiedLayout(restShapes, { width, wanted }, memory.rows)], rowGap);
  }, [rest, width, wanted, segments, shapes, view]);
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
function bandShapes({ band, view }: GalleryState): string {
  return Array.from({ length: band > mostInBand ? band % blockSize : band }, (_, at) => shapeAt(view, at) || 1).join(' ');
}

/** 0: not loaded. */
function shapeAt({ blocks }: PictureView, position: number): number {
  const picture = rowAt(blocks, position);
  return picture ? shapeOf(picture.width, picture.height) : 0;
}

/** What is known of the rows of one view. */
interface LayoutMemory {
  readonly token: number;
  readonly rows: RowMemory;
  readonly shapes: Map<number, BlockShapes>;
}

interface BlockShapes {
  readonly parts: readonly (readonly (Picture | null)[] | undefined)[];
  readonly shapes: Float32Array | null;
}

let memory: LayoutMemory = { token: 0, rows: noRowMemory(), shapes: new Map() };

function memoryOf(token: number): LayoutMemory {
  if (memory.token !== token) memory = { token, rows: noRowMemory(), shapes: new Map() };
  return memory;
}

/** Of a block of the rows behind the band, which begins `before` positions later than a block of the view. Null: none of it is loaded. */
function blockShapes(view: PictureView, before: number, number: number, known: LayoutMemory['shapes']): Float32Array | null {
  const start = before + number * blockSize;
  const first = Math.floor(start / blockSize);
  const parts = [first, first + 1].map((at) => view.blocks.loaded.get(at));
  const last = known.get(number);
  if (last?.parts.every((part, at) => part === parts[at])) return last.shapes;
  const read = Float32Array.from({ length: Math.max(Math.min(blockSize, view.length - start), 0) }, (_, at) => shapeAt(view, start + at));
  const isSame = last?.shapes?.length === read.length && read.every((shape, at) => shape === last.shapes?.[at]);
  const shapes = isSame ? last.shapes : read.some((shape) => shape > 0) ? read : null;
  known.set(number, { parts, shapes });
  return shapes;
}
