import { useMemo } from 'react';
import { bandSegments, blockSize, type GalleryState, type Picture, type PictureView } from '../../../stores/gallery/gallery-store.ts';
import { groupsOf } from '../../../stores/gallery/groups.ts';
import { useView } from '../../../stores/windows/view-store.ts';
import { rowAt } from '../../../stores/windowed/blocks.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { gap, margin, squareBand, squares } from './grid-geometry.ts';
import { groupedSquares } from './grouped-layout.ts';
import { justifiedGroups, noGroupedMemory, type GroupedMemory } from './justified-groups.ts';
import { justifiedSections, noRowMemory, type RowMemory } from './justified-sections.ts';
import { bandRows, rowGap, sectionOf, shapeOf } from './justified-geometry.ts';
import type { SheetLayout } from './sheet-layout.ts';
import { sectionLayout } from './section-layout.ts';

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
  const isSquare = useView(({ sheetLayout }) => sheetLayout === 'square');
  const rest = gallery.view.length - gallery.band;
  const lengths = bandSegments(gallery).join(' ');
  const segments = isSquare ? lengths.replaceAll(' ', ';') : bandShapes(gallery);
  // The places of squares do not depend on what is loaded.
  const view = isSquare ? null : gallery.view;
  const groups = groupsOf(gallery.view);
  return useMemo(() => {
    const measure = { width: Math.max(inner - ring - margin, 1), wanted };
    if (groups) {
      const parts = lengths.split(' ').map(Number);
      const length = parts.reduce((sum, part) => sum + part, rest);
      if (!view) return groupedSquares(length, groups.starts, parts, measure);
      const shapes = { length, starts: groups.starts, band: length - rest > mostInBand ? [] : parts, blockSize, blocks: view.blocks.loaded, shapeAt: (position: number) => shapeAt(view, position) };
      return justifiedGroups(shapes, measure, memoryOf(view.token).grouped);
    }
    const band = segments.split(';').map((segment) => (segment === '' ? [] : segment.split(' ').map(Number)));
    if (!view) return sectionLayout([...band.flatMap(([count = 0]) => squareBand(count, measure)), squares(rest, measure)], gap);
    const { length: inBand } = band.flat();
    const memory = memoryOf(view.token);
    const shapes = { length: view.length - inBand, blockSize, block: (number: number) => blockShapes(view, inBand, number, memory.shapes) };
    return sectionLayout([...band.map((segment) => sectionOf(bandRows(segment, measure))), ...justifiedSections(shapes, measure, memory.rows)], rowGap);
  }, [rest, inner, wanted, segments, lengths, view, groups]);
}

/** The shapes of the band's pictures as text, to compare: with spaces between pictures, and semicolons between segments. */
function bandShapes(gallery: GalleryState): string {
  const { band, view } = gallery;
  const shapes = Array.from({ length: band > mostInBand ? band % blockSize : band }, (_, at) => shapeAt(view, at) || 1);
  let first = 0;
  return bandSegments(gallery)
    .map((count) => shapes.slice(first, (first += count)).join(' '))
    .join(';');
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
  readonly grouped: GroupedMemory;
  readonly shapes: Map<number, BlockShapes>;
}

interface BlockShapes {
  readonly parts: readonly (readonly (Picture | null)[] | undefined)[];
  readonly shapes: Float32Array | null;
}

let memory: LayoutMemory = { token: 0, rows: noRowMemory(), grouped: noGroupedMemory(), shapes: new Map() };

function memoryOf(token: number): LayoutMemory {
  if (memory.token !== token) memory = { token, rows: noRowMemory(), grouped: noGroupedMemory(), shapes: new Map() };
  return memory;
}

/** The shapes of a block of rows below the band. It begins `before` positions later than the view's block of this number. Null: none of it is loaded. */
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
