import { useMemo } from 'react';
import { blockSize, type GalleryState, type PictureView } from '../../../stores/gallery/gallery-store.ts';
import { groupsOf } from '../../../stores/gallery/groups.ts';
import { useView } from '../../../stores/windows/view-store.ts';
import { rowAt } from '../../../stores/windowed/blocks.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { margin } from './grid-geometry.ts';
import { shapeOf } from './justified-geometry.ts';
import { justifiedPlacing, noRowMemory, type RowMemory } from './justified-sections.ts';
import { sectionLayout } from './section-layout.ts';
import type { GridLayout } from './grid-layout.ts';
import { squarePlacing } from './square-sections.ts';

/** Pixels at the end of rows for what is drawn around a selected cell. At the other edges there is room enough. */
export const selectionEdge = 2;

/** More pictures than this before the origin are laid out like the others, by whole blocks. */
const mostAhead = 1024;

/** The desired side of a cell. A low window scales the chosen size down, so that two whole rows fit at the default size. */
export function useCellSize(): number {
  const chosen = useView((view) => view.cellSize);
  const low = useMedia('(max-height: 520px)');
  const veryLow = useMedia('(max-height: 420px)');
  return chosen * (veryLow ? 0.4 : low ? 0.6 : 1);
}

/** The positions of all cells in the chosen layout. */
export function useGridLayout({ view, origin }: GalleryState, inner: number, wanted: number): GridLayout {
  const isSquare = useView(({ sheetLayout }) => sheetLayout === 'square');
  // The places of squares do not depend on what is loaded.
  const shapes = isSquare ? null : view;
  const { length } = view;
  const starts = groupsOf(view)?.starts ?? null;
  return useMemo(() => {
    const measure = { width: Math.max(inner - selectionEdge - margin, 1), wanted };
    if (!shapes) return sectionLayout({ length, starts, origin }, squarePlacing(measure));
    const placing = justifiedPlacing({ blockSize, blocks: shapes.blocks.loaded, shapeAt: (position) => shapeAt(shapes, position) }, origin, measure, memoryOf(shapes.token));
    return sectionLayout({ length, starts, origin: origin > mostAhead ? origin % blockSize : origin }, placing);
  }, [length, starts, origin, inner, wanted, shapes]);
}

/** 0: not loaded. */
function shapeAt({ blocks }: PictureView, position: number): number {
  const picture = rowAt(blocks, position);
  return picture ? shapeOf(picture.width, picture.height) : 0;
}

/** What is known of the rows of one view. */
let memory: { readonly token: number; readonly rows: RowMemory } = { token: 0, rows: noRowMemory() };

function memoryOf(token: number): RowMemory {
  if (memory.token !== token) memory = { token, rows: noRowMemory() };
  return memory.rows;
}
