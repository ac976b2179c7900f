import { useEffect, useLayoutEffect, useRef } from 'react';
import { entryAt, type Entry } from '../../../stores/gallery/cells.ts';
import type { GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { wantPictures } from '../../../stores/gallery/library-view.ts';
import { blockSize } from '../../../stores/gallery/picture-view.ts';
import { isSelectedAt, useSelection } from '../../../stores/selection/selection-store.ts';
import { Cell, cellId } from '../cell/cell.tsx';
import styles from './contact-sheet.module.css';
import type { SheetLayout } from '../layout/sheet-layout.ts';
import { useSight, type SheetScroll } from './use-sheet-scroll.ts';

interface SheetCellsProps extends Pick<SheetScroll, 'sheet' | 'sight'> {
  readonly gallery: GalleryState;
  readonly layout: SheetLayout;
  /** Brings a cell into sight; null until the sheet was measured. */
  readonly reveal: ((index: number) => void) | null;
}

/** The cells in sight, and the selected cell, which keeps the focus wherever it is. */
export function SheetCells({ gallery, layout, sheet, sight, reveal }: SheetCellsProps) {
  const marks = useSelection();
  const { selection, index: selectedIndex } = marks;
  const { shift, ...inSight } = useSight(sight);
  // There may be fewer cells than when the scroll position was read.
  const first = Math.min(inSight.first, layout.count);
  const end = Math.min(inSight.end, layout.count);
  useWanted(gallery, inSight.first, inSight.end);
  useRequestedFocus(gallery, reveal);

  const indices = Array.from({ length: Math.max(end - first, 0) }, (_, at) => first + at);
  if (selection && selectedIndex < layout.count && (selectedIndex < first || selectedIndex >= end)) indices.push(selectedIndex);
  const tabStop = selection ? selectedIndex : 0;
  const cells = indices.flatMap((index) => {
    const entry = entryAt(gallery, index);
    return entry ? [{ index, entry, place: layout.placeOf(index) }] : [];
  });
  return (
    <div ref={sheet} className={styles.sheet}>
      <Rows cells={cells} />
      {cells.map(({ index, entry, place: { x, y, width, height, column } }) => (
        <Cell
          key={entry.key}
          entry={entry}
          index={index}
          column={column}
          width={width}
          height={height}
          x={x}
          y={y + shift}
          selected={isSelectedAt(marks, gallery, index)}
          focused={selection !== null && index === selectedIndex}
          tabStop={index === tabStop}
        />
      ))}
    </div>
  );
}

/** Cells are placed freely; rows exist for screen readers only and own their cells by id. */
function Rows({ cells }: { readonly cells: readonly { readonly entry: Entry; readonly place: { readonly row: number } }[] }) {
  const rows = new Map<number, string>();
  for (const { entry, place } of cells) {
    const before = rows.get(place.row);
    rows.set(place.row, before === undefined ? cellId(entry) : `${before} ${cellId(entry)}`);
  }
  return [...rows].map(([row, owned]) => <div key={`row-${row}`} role="row" aria-rowindex={row + 1} aria-owns={owned} />);
}

/** Requests what is in sight, and as much again on both sides. */
function useWanted(gallery: GalleryState, first: number, end: number): void {
  useEffect(() => {
    const ahead = end - first;
    // Rows behind the band are broken block by block, so they need whole blocks.
    const spare = gallery.band % blockSize === 0 ? 0 : blockSize;
    wantPictures('sheet', [Math.max(first - Math.max(ahead, spare), 0), end + Math.max(ahead, spare)]);
  }, [gallery, first, end]);
  useEffect(() => () => wantPictures('sheet', null), []);
}

/** On request, scrolls to the selected cell and focuses it. */
function useRequestedFocus(gallery: GalleryState, reveal: SheetCellsProps['reveal']): void {
  const { index, focusRequests } = useSelection();
  const seen = useRef(focusRequests);
  useLayoutEffect(() => {
    if (seen.current === focusRequests || !reveal) return;
    seen.current = focusRequests;
    const entry = entryAt(gallery, index);
    reveal(index);
    if (entry) document.getElementById(cellId(entry))?.focus({ preventScroll: true });
  });
}
