import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { useCommands } from '../../../commands/use-commands.ts';
import { entryAt, useGallery } from '../../../stores/gallery/gallery-store.ts';
import { groupsOf } from '../../../stores/gallery/groups.ts';
import { awaitLast, clearMarked, extendTo, focusSelection, forgetLast, selectAll, selectIndex, useSelection } from '../../../stores/selection/selection-store.ts';
import { leaveSheet, restoreSheet } from '../../../stores/gallery/gallery-scroll.ts';
import { flowIfFree, setSheetSight, type SheetSight } from '../../../stores/gallery/cells-in-use.ts';
import { useSheetTop } from '../../../stores/gallery/sheet-top.ts';
import type { Range } from '../../../../shared/library/view.ts';
import { useUncovered, useView } from '../../../stores/windows/view-store.ts';
import { useWords } from '../../../words/words.ts';
import { ContextMenu } from '../../../ui/menu.tsx';
import styles from './picture-grid.module.css';
import { SheetScrubber } from '../dates/sheet-scrubber.tsx';
import { useMoveCommand } from '../move-command.ts';
import { EntryMenu } from '../entry-menu.tsx';
import { cellId } from '../cell/cell.ts';
import { useGroupCommands } from './group-commands.ts';
import { useRememberedScreen } from './remember-first-screen.ts';
import { GridCells } from './grid-cells.tsx';
import type { GridLayout } from '../layout/grid-layout.ts';
import { moveFrom, type Move } from './grid-moves.ts';
import { useBox } from '../../../ui/use-box.ts';
import { useAlbumDrop } from './use-album-drop.ts';
import { useMovement } from './use-movement.ts';
import { usePointed } from './use-pointed.ts';
import { useRubberBand } from './use-rubber-band.ts';
import { selectionEdge, useCellSize, useGridLayout } from '../layout/use-grid-layout.ts';
import { fixedAt, topToShow } from '../../../ui/scrolling/scroll-anchor.ts';
import { useListScroll, type ListScroll } from '../../../ui/scrolling/use-list-scroll.ts';

/** One grid as large as all pictures. Only the cells in sight are in the document. */
export const PictureGrid = memo(function PictureGrid() {
  const say = useWords();
  const gallery = useGallery();
  const scroller = useRef<HTMLDivElement>(null);
  const box = useBox(scroller);
  const cellSize = useCellSize();
  const layout = useGridLayout(gallery, box.width, cellSize);
  const scroll = useListScroll(scroller, layout, box.height);
  useEffect(() => leaveSheet, []);
  const rows = useView((view) => view.sheetLayout);
  const reveal = (index: number): void => {
    const top = scroll.top();
    const wanted = topToShow(layout, index, top, box.height);
    if (wanted !== top) scroll.goTo(wanted, index);
  };
  /** Shows the row of a cell, and the header above it, at the upper edge. */
  const lead = (index: number): void => scroll.goTo(Math.max(layout.placeOf(index).y - layout.placeOf(index).head - air, 0), index);
  /** The cell to show in this commit. */
  const asked = useRef<number | null>(null);
  const show = (index: number): void => {
    asked.current = index;
    queueMicrotask(() => (asked.current = null));
    reveal(index);
  };
  const measure = `${box.width} ${cellSize} ${rows}`;
  useMovement({ layout, gallery, measure }, scroll, box.height, () => {
    restoreSheet({ layout, view: gallery.view, scroll, viewport: box.height, measure }, asked.current !== null);
    // Keeping another cell in place may have moved this one out of sight.
    if (asked.current !== null) reveal(asked.current);
  });
  usePointed(scroller);
  useTop(layout, scroll, box);
  useRememberedScreen(scroller, scroll.sight);
  const band = useRef<HTMLDivElement>(null);
  useRubberBand(scroller, band, layout, scroll);
  const line = useRef<HTMLDivElement>(null);
  useAlbumDrop(scroller, line, layout, scroll);

  const move = (event: { readonly key: string; readonly shiftKey: boolean }): void => {
    const { selection, index } = useSelection.getState();
    const way = moves[event.key] ?? 'first';
    if (selection && way === 'last' && !gallery.view.counted) return awaitLast(event.shiftKey ? 'range' : 'one');
    const target = index >= 0 ? moveFrom(layout, index, way, box.height - (layout.cover ?? 0)) : 0;
    if (event.shiftKey) extendTo(target);
    else selectIndex(target);
    focusSelection();
    // Before the browser paints. Otherwise, the cell would be drawn twice, far out of sight at first.
    reveal(target);
  };
  useCommands('gallery', { move, 'move-far': move, extend: move, 'select-all': selectAll, 'select-one': clearMarked });
  useMoveCommand(layout);
  useGroupCommands(lead);
  useReturnFromViewer();

  return (
    <div className={styles.place}>
      <div className={styles.sheetAndScrubber}>
        <ContextMenu
          returnsTo={leadCell}
          trigger={
            <div
              ref={scroller}
              className={styles.scroller}
              role="grid"
              aria-label={say('gallery.sheet')}
              aria-rowcount={layout.known ? layout.rows + (groupsOf(gallery.view)?.starts.length ?? 0) : -1}
              aria-colcount={layout.known ? layout.columns : -1}
              aria-multiselectable
              data-grouped={layout.cover ? true : undefined}
              onBlur={({ currentTarget, relatedTarget }) => {
                if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) forgetLast();
              }}
            >
              <GridCells gallery={gallery} layout={layout} sheet={scroll.sheet} sight={scroll.sight} reveal={box.width > 0 ? show : null} />
            </div>
          }
        >
          <EntryMenu />
        </ContextMenu>
        <div ref={band} className={styles.band} hidden />
        <div ref={line} className={styles.insertion} hidden />
        <Scrubber layout={layout} sight={scroll.sight} onGo={lead} />
      </div>
    </div>
  );
});

/** The element of the selected cell, or of the one that leads several. Null if there is no selection, or the cell is not in the document. */
function leadCell(): HTMLElement | null {
  const { selection, index } = useSelection.getState();
  const entry = selection && entryAt(useGallery.getState(), index);
  return entry && document.getElementById(cellId(entry));
}

/** Above the row that the scrubber or a key leads to. */
const air = 11;

const moves: Readonly<Record<string, Move>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'page-up',
  PageDown: 'page-down',
};

interface ScrubberProps extends Pick<ListScroll, 'sight'> {
  readonly layout: GridLayout;
  readonly onGo: (index: number) => void;
}

function Scrubber({ layout, sight, onGo }: ScrubberProps) {
  const row = (): Range => {
    const { seen } = sight.getState();
    return [seen, seen < layout.count ? layout.rowOf(seen).end : layout.count];
  };
  return <SheetScrubber row={row} onMove={sight.subscribe} onGo={onGo} />;
}

/** Scrolls to the top on request, and tells what is in sight. */
function useTop(layout: GridLayout, { top, goTo }: ListScroll, box: { readonly width: number; readonly height: number }): void {
  const requests = useSheetTop((sheetTop) => sheetTop.requests);
  const seen = useRef(requests);
  useLayoutEffect(() => {
    setSheetSight(() => sightOf(layout, top(), box));
    if (seen.current === requests) return;
    seen.current = requests;
    goTo(0);
    flowIfFree();
  });
  useEffect(() => () => setSheetSight(() => null), []);
}

function sightOf(layout: GridLayout, top: number, { width, height }: { readonly width: number; readonly height: number }): SheetSight {
  const { first, end } = layout.cellsBetween(top, top + height);
  const inFirst = layout.count === 0 ? 0 : layout.rowOf(0).end;
  const last = layout.placeOf(Math.max(inFirst - 1, 0));
  // What a full row leaves free at its end is less than a pixel for each column.
  const isShort = width - selectionEdge - last.x - last.width > layout.columns;
  return { atTop: fixedAt(layout, top) === null, cells: [first, Math.min(end, layout.count)], inShortRow: isShort ? inFirst : 0 };
}

/** After the viewer or the comparison closes, focuses the cell of the picture that was shown last. */
function useReturnFromViewer(): void {
  // Unless something else has taken the focus, such as the prompt after "use again".
  useUncovered(focusSelection);
}
