import { ImageOff, Layers } from 'lucide-react';
import { memo, useLayoutEffect, useRef, useState, type DragEvent, type FocusEvent, type MouseEvent, type PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { dragOut } from '../../../parts/export/file-actions.ts';
import { AllSigns } from '../../../parts/marks/mark-signs.tsx';
import { toggleStack } from '../../../stores/gallery/change-arrangement.ts';
import { useDay } from '../../../stores/now.ts';
import type { GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { useSheetScope } from '../../../stores/gallery/sheet-scope.ts';
import { targetOf } from '../../../stores/selection/mark-target.ts';
import { nothing } from '../../../stores/selection/position-ranges.ts';
import { extendTo, focusIndex, selectIndex, toggleIndex, useSelection } from '../../../stores/selection/selection-store.ts';
import { isMac } from '../../../ui/shortcuts/key-listener.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { BrokenNote } from '../cell/broken-note.tsx';
import { cellOf, openEntry } from '../cell/cell.ts';
import cellStyles from '../cell/cell.module.css';
import type { GridLayout } from '../layout/grid-layout.ts';
import styles from './picture-grid.module.css';
import { headerOf } from './group-header.ts';
import { selectGroup } from './group-commands.ts';
import { createGridRows, type GridRows } from './grid-rows.ts';
import type { ListScroll } from '../../../ui/scrolling/use-list-scroll.ts';

interface GridCellsProps extends Pick<ListScroll, 'sheet' | 'sight'> {
  readonly gallery: GalleryState;
  readonly layout: GridLayout;
  /** Brings a cell into sight; null until the sheet was measured. */
  readonly reveal: ((index: number) => void) | null;
}

/** The cells in sight, and the selected cell, which keeps the focus wherever it is. Their elements are not React's. */
export function GridCells({ gallery, layout, sheet, sight, reveal }: GridCellsProps) {
  const say = useWords();
  const format = useFormats();
  const trashShown = useSheetScope() === 'anywhere';
  const today = useDay(gallery.view.arrangement.group === 'day');
  const [originals] = useState(() => document.createElement('div'));
  const [rows, setRows] = useState<GridRows | null>(null);
  useLayoutEffect(() => {
    if (!sheet.current) return;
    const made = createGridRows(sheet.current, sight);
    setRows(made);
    return made.close;
  }, [sheet, sight]);
  useLayoutEffect(() => {
    const [signs = null, badge = null, stack = null] = originals.children;
    rows?.show({ gallery, layout }, { say, format, trashShown, today, originals: { signs, badge, stack } });
  }, [rows, gallery, layout, say, format, trashShown, today, originals]);
  useRequestedFocus(rows, reveal);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- for its cells; Escape does the same by key */}
      <div ref={sheet} className={styles.sheet} onPointerDown={choose} onClick={chooseAlone} onDragStart={drag} onFocus={follow} onDoubleClick={open}>
        {rows && <Notes rows={rows} />}
      </div>
      {createPortal(<Originals />, originals)}
    </>
  );
}

/** Why pictures have no thumbnail, in the cells. */
function Notes({ rows }: { readonly rows: GridRows }) {
  const notes = useStore(rows.notes);
  return notes.map(({ container, imageId, active }) => createPortal(<BrokenNote imageId={imageId} active={active} />, container, String(imageId)));
}

/** What cells show copies of. They stay the same while the gallery changes with every block that is loaded. */
const Originals = memo(function Originals() {
  const say = useWords();
  return (
    <>
      <AllSigns />
      <p className={cellStyles.missing}>
        <ImageOff size={12} strokeWidth={1.5} />
      </p>
      <span className={cellStyles.stack} data-stack aria-hidden title={say('arrange.switch-stack')}>
        <Layers size={11} />
      </span>
    </>
  );
});

/**
 * As in file managers: Control (Command) takes one more or one less, Shift all between. A plain press or the right button leaves a selection
 * that the cell is in: all of it may be dragged.
 */
function choose({ target, button, shiftKey, metaKey, ctrlKey }: PointerEvent): void {
  const header = headerOf(target);
  if (header && button === 2) selectGroup(header.group, 'replace');
  const cell = cellOf(target);
  if (inStackBadge(target) && button === 0) return;
  if (!cell || (button === 2 && cell.drawn.selected)) return;
  if (shiftKey) extendTo(cell.index);
  else if ((isMac() ? metaKey : ctrlKey) && button === 0) toggleIndex(cell.index);
  else if (!cell.drawn.selected || !severalSelected()) selectIndex(cell.index);
}

/** A click on a header selects its group. A click that did not become a drag selects its cell alone. */
function chooseAlone({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): void {
  const header = headerOf(target);
  if (header) return selectGroup(header.group, shiftKey ? 'add' : (isMac() ? metaKey : ctrlKey) ? 'toggle' : 'replace');
  const cell = cellOf(target);
  if (cell && inStackBadge(target)) return toggleStack(cell.index);
  if (cell && !shiftKey && !(isMac() ? metaKey : ctrlKey) && severalSelected()) selectIndex(cell.index);
}

/** A click on the number of a stack opens or closes the stack and selects nothing. */
const inStackBadge = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[data-stack]') !== null;

const severalSelected = (): boolean => useSelection.getState().marked !== nothing;

function drag(event: DragEvent): void {
  const cell = cellOf(event.target);
  if (cell?.entry.kind === 'image') dragOut(event, targetOf(cell.entry.imageId, cell.drawn.selected === true));
  else event.preventDefault();
}

function follow({ target }: FocusEvent): void {
  const cell = cellOf(target);
  if (cell?.element === target) focusIndex(cell.index);
}

function open({ target }: MouseEvent): void {
  const cell = cellOf(target);
  if (cell && !inStackBadge(target)) openEntry(cell.entry);
}

/** On request, scrolls to the selected cell and focuses it. */
function useRequestedFocus(rows: GridRows | null, reveal: GridCellsProps['reveal']): void {
  const focusRequests = useSelection((state) => state.focusRequests);
  const seen = useRef(focusRequests);
  useLayoutEffect(() => {
    if (seen.current === focusRequests || !reveal || !rows) return;
    seen.current = focusRequests;
    const { index } = useSelection.getState();
    reveal(index);
    rows.flush();
    rows.cellAt(index)?.element.focus({ preventScroll: true });
  });
}
