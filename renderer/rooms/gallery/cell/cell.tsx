import { memo, useState, type MouseEvent, type PointerEvent } from 'react';
import { developed, developingFrom } from '../../../stores/gallery/arrivals.ts';
import type { Entry } from '../../../stores/gallery/cells.ts';
import { nothingMarked } from '../../../stores/selection/marked.ts';
import { extendTo, focusIndex, selectIndex, toggleIndex, useSelection } from '../../../stores/selection/selection-store.ts';
import { openViewer } from '../../../stores/view-store.ts';
import { isMac } from '../../../ui/shortcuts/use-shortcut.ts';
import { dragOut } from '../../../parts/export/drag-out.ts';
import { targetOf } from '../../../stores/selection/mark-target.ts';
import styles from './cell.module.css';
import { PictureCell } from './picture-cell.tsx';
import { useEntryLabel } from './use-entry-label.ts';

interface CellProps {
  readonly entry: Entry;
  readonly index: number;
  readonly column: number;
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly selected: boolean;
  /** Whether keys and the inspector act on it. */
  readonly focused: boolean;
  /** Whether Tab leads to it. */
  readonly tabStop: boolean;
}

export const cellId = (entry: Entry): string => `cell-${entry.key}`;

/** One cell of the sheet. Over a new picture, the latent image of its task fades out. */
export const Cell = memo(function Cell({ entry, index, column, width, height, x, y, selected, focused, tabStop }: CellProps) {
  const { label, description } = useEntryLabel(entry);
  const [developedFrom, setDevelopedFrom] = useState(entry.kind === 'image' ? developingFrom(entry.imageId) : null);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape does the same by key
    <div
      id={cellId(entry)}
      role="gridcell"
      className={styles.cell}
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
      tabIndex={tabStop ? 0 : -1}
      aria-label={label}
      {...(description !== undefined && { 'aria-description': description })}
      aria-colindex={column + 1}
      aria-selected={selected}
      aria-busy={entry.kind === 'blank' || undefined}
      data-focused={focused || undefined}
      draggable={entry.kind === 'image'}
      onPointerDown={(event) => choose(event, index, selected)}
      onClick={(event) => chooseAlone(event, index)}
      onDragStart={(event) => entry.kind === 'image' && dragOut(event, targetOf(entry.imageId, selected))}
      onFocus={(event) => event.target === event.currentTarget && focusIndex(index)}
      onDoubleClick={() => openEntry(entry)}
    >
      {entry.kind === 'image' && (
        <PictureCell key={entry.imageId} entry={entry} box={{ width, height }} developedFrom={developedFrom} onDeveloped={() => {
            developed(entry.imageId);
            setDevelopedFrom(null);
          }} active={tabStop && focused} />
      )}
      {entry.kind === 'blank' && <div className={styles.blank} />}
    </div>
  );
}, sameCell);

/**
 * As in file managers: Control (Command) takes one more or one less, Shift all between. A plain press or the right button leaves a selection
 * that the cell is in: all of it may be dragged.
 */
function choose(event: PointerEvent, index: number, selected: boolean): void {
  const mod = isMac() ? event.metaKey : event.ctrlKey;
  if (event.button === 2 && selected) return;
  if (event.shiftKey) extendTo(index);
  else if (mod && event.button === 0) toggleIndex(index);
  else if (!selected || !severalSelected()) selectIndex(index);
}

/** A click that did not become a drag selects its cell alone. */
function chooseAlone({ shiftKey, ctrlKey, metaKey }: MouseEvent, index: number): void {
  if (!shiftKey && !(isMac() ? metaKey : ctrlKey) && severalSelected()) selectIndex(index);
}

const severalSelected = (): boolean => useSelection.getState().marked !== nothingMarked;

/** Entries are created anew whenever the view is read. Only the picture and its place count. */
function sameCell(before: CellProps, now: CellProps): boolean {
  return (
    before.entry.key === now.entry.key &&
    (before.entry.kind === 'image' ? before.entry.imageId : 0) === (now.entry.kind === 'image' ? now.entry.imageId : 0) &&
    before.entry.kind === now.entry.kind &&
    (before.entry.kind === 'image' ? before.entry.marks : 0) === (now.entry.kind === 'image' ? now.entry.marks : 0) &&
    before.index === now.index &&
    before.column === now.column &&
    before.width === now.width &&
    before.height === now.height &&
    before.focused === now.focused &&
    before.x === now.x &&
    before.y === now.y &&
    before.selected === now.selected &&
    before.tabStop === now.tabStop
  );
}

/** Shows a picture in the viewer. */
export function openEntry(entry: Entry): void {
  if (entry.kind === 'image') openViewer(entry.imageId);
}
