import type { PointerEvent } from 'react';
import { memo, useState } from 'react';
import { developed, developingFrom } from '../../stores/arrivals.ts';
import type { Entry } from '../../stores/gallery-store.ts';
import { extendTo, focusIndex, selectIndex, toggleIndex } from '../../stores/selection-store.ts';
import { isMac } from '../../ui/shortcuts/use-shortcut.ts';
import styles from './cell.module.css';
import { openEntry } from './open-entry.ts';
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
  /** The one that keys and inspector are about. */
  readonly focused: boolean;
  /** The one cell that Tab leads to. */
  readonly tabStop: boolean;
}

export const cellId = (entry: Entry): string => `cell-${entry.key}`;

/** One place of the sheet. Over a new picture the latent image of its task fades away. */
export const Cell = memo(function Cell({ entry, index, column, width, height, x, y, selected, focused, tabStop }: CellProps) {
  const { label, description } = useEntryLabel(entry);
  const [developedFrom, setDevelopedFrom] = useState(entry.kind === 'image' ? developingFrom(entry.imageId) : null);
  return (
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
      onPointerDown={(event) => choose(event, index, selected)}
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

/** As in file managers: Control (Command) takes one more or one less, Shift all between; the right button leaves a selection that it is in. */
function choose(event: PointerEvent, index: number, selected: boolean): void {
  const mod = isMac() ? event.metaKey : event.ctrlKey;
  if (event.button === 2 && selected) return;
  if (event.shiftKey) extendTo(index);
  else if (mod && event.button === 0) toggleIndex(index);
  else selectIndex(index);
}

/** Entries of the view are made anew for each look at it: what counts is which picture it is, and where. */
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
