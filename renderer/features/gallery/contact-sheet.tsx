import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cellCount, entryAt, slotsOf } from '../../stores/cells.ts';
import type { GalleryState } from '../../stores/gallery-store.ts';
import { useGallery } from '../../stores/gallery-store.ts';
import { wantPictures } from '../../stores/library-view.ts';
import { clearMarked, extendTo, focusSelection, isSelectedAt, selectAll, selectIndex, useSelection } from '../../stores/selection-store.ts';
import { useView } from '../../stores/view-store.ts';
import { useWords } from '../../stores/words.ts';
import { ContextMenu } from '../../ui/menu.tsx';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { Cell, cellId } from './cell.tsx';
import styles from './contact-sheet.module.css';
import { DateScrubber } from './date-scrubber.tsx';
import { EntryMenu } from './entry-menu.tsx';
import { leadCell } from './lead-cell.ts';
import { openEntry } from './open-entry.ts';
import type { SheetLayout } from './sheet-layout.ts';
import { topToShow } from './sheet-layout.ts';
import type { Move } from './sheet-moves.ts';
import { moveFrom } from './sheet-moves.ts';
import { useBox } from './use-box.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePlace } from './use-place.ts';
import { useSheetLayout } from './use-sheet-layout.ts';
import { useSheetScroll } from './use-sheet-scroll.ts';

/**
 * All tiles and pictures in one grid, of which only what is in sight is in the document, and the selected cell, which
 * holds the keyboard's focus wherever it is.
 */
export function ContactSheet() {
  const say = useWords();
  const gallery = useGallery();
  const marks = useSelection();
  const { selection, index: selectedIndex, focusRequests } = marks;
  const scroller = useRef<HTMLDivElement>(null);
  const box = useBox(scroller);
  const layout = useSheetLayout(gallery, box.width);
  const { sheet, ...scroll } = useSheetScroll(scroller, layout, box.height);
  usePlace({ layout, gallery, scroll, viewport: box.height });
  useWanted(gallery, scroll.first, scroll.end);
  const moving = useMoving(gallery);
  const { shift } = scroll;
  // Cells may have become fewer since the scroller was looked at.
  const count = cellCount(gallery);
  const first = Math.min(scroll.first, count);
  const end = Math.min(scroll.end, count);

  const reveal = (index: number): void => {
    const top = scroll.top();
    const wanted = topToShow(layout, index, top, box.height);
    if (wanted !== top) scroll.goTo(wanted, index);
  };
  const move = (event: { readonly key: string; readonly shiftKey: boolean }): void => {
    const target = selection ? moveFrom(layout, selectedIndex, moves[event.key] ?? 'first', box.height) : 0;
    if (event.shiftKey) extendTo(target);
    else selectIndex(target);
    focusSelection();
  };
  useShortcut('move', move);
  useShortcut('move-far', move);
  useShortcut('extend', move);
  useShortcut('select-all', selectAll);
  useShortcut('select-one', clearMarked);
  useShortcut('open', () => {
    const entry = selection && entryAt(gallery, selectedIndex);
    if (entry) openEntry(entry);
  });

  const seenRequests = useRef(focusRequests);
  useLayoutEffect(() => {
    if (seenRequests.current === focusRequests || box.width === 0) return;
    seenRequests.current = focusRequests;
    const entry = entryAt(gallery, selectedIndex);
    reveal(selectedIndex);
    if (entry) document.getElementById(cellId(entry))?.focus({ preventScroll: true });
  });
  useKeptFocus();
  useReturnFromViewer();

  const indices = Array.from({ length: Math.max(end - first, 0) }, (_, at) => first + at);
  if (selection && selectedIndex < count && (selectedIndex < first || selectedIndex >= end)) indices.push(selectedIndex);
  const tabStop = selection ? selectedIndex : 0;
  const before = slotsOf(gallery).length;
  const rowEnd = scroll.seen < count ? layout.rowOf(scroll.seen).end : count;

  return (
    <div className={styles.sheetAndScrubber}>
      <ContextMenu
        returnsTo={leadCell}
        trigger={
          <div
            ref={scroller}
            className={styles.scroller}
            role="grid"
            aria-label={say('gallery.sheet')}
            aria-rowcount={layout.known ? layout.rows : -1}
            aria-colcount={layout.known ? layout.columns : -1}
            aria-multiselectable
          >
            <div ref={sheet} className={styles.sheet} data-moving={moving || undefined}>
              <Rows indices={indices} gallery={gallery} layout={layout} />
              {indices.map((index) => {
                const entry = entryAt(gallery, index);
                if (!entry) return null;
                const { x, y, width, height, column } = layout.placeOf(index);
                return (
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
                );
              })}
            </div>
          </div>
        }
      >
        <EntryMenu />
      </ContextMenu>
      <DateScrubber
        row={[Math.max(scroll.seen - before, 0), rowEnd - before]}
        onGo={(position) => scroll.goTo(Math.max(layout.placeOf(before + position).y - air, 0), before + position)}
      />
    </div>
  );
}

/** Above the row that the scrubber leads to. */
const air = 11;

const moves: Readonly<Record<string, Move>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'page-up',
  PageDown: 'page-down',
};

/** Asks for what is in sight and as much again on both sides. */
function useWanted(gallery: GalleryState, first: number, end: number): void {
  useEffect(() => {
    const before = slotsOf(gallery).length;
    const ahead = end - first;
    wantPictures('sheet', [Math.max(first - before - ahead, 0), Math.max(end - before + ahead, 0)]);
  }, [gallery, first, end]);
  useEffect(() => () => wantPictures('sheet', null), []);
}

const glide = 260;

/** True for a moment after slots came or went: the others glide to their new places. */
function useMoving(gallery: GalleryState): boolean {
  const [moving, setMoving] = useState(false);
  const { length } = slotsOf(gallery);
  const [before, setBefore] = useState({ length, token: gallery.view.token });
  if (before.length !== length || before.token !== gallery.view.token) {
    setBefore({ length, token: gallery.view.token });
    setMoving(before.token === gallery.view.token);
  }
  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(() => setMoving(false), glide);
    return () => clearTimeout(timer);
  }, [moving]);
  return moving;
}

/** Cells are placed freely; rows exist for screen readers only and own their cells by id. */
function Rows({ indices, gallery, layout }: { readonly indices: readonly number[]; readonly gallery: GalleryState; readonly layout: SheetLayout }) {
  const rows = new Map<number, string[]>();
  for (const index of indices) {
    const entry = entryAt(gallery, index);
    if (!entry) continue;
    const { row } = layout.placeOf(index);
    rows.set(row, [...(rows.get(row) ?? []), cellId(entry)]);
  }
  return [...rows].map(([row, owned]) => <div key={`row-${row}`} role="row" aria-rowindex={row + 1} aria-owns={owned.join(' ')} />);
}

/** The keyboard comes back to the cell of the picture that was last in the viewer. */
function useReturnFromViewer(): void {
  const viewer = useView((view) => view.viewer);
  const was = useRef(viewer);
  useEffect(() => {
    // Unless something took it already, such as the prompt after "use again".
    if (was.current !== null && viewer === null && document.activeElement === document.body) focusSelection();
    was.current = viewer;
  }, [viewer]);
}
