import { entryAt, type GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { groupAt, groupsOf } from '../../../stores/gallery/groups.ts';
import { createCell, showEntry, type Cell } from '../cell/cell.ts';
import type { CellRange, GridLayout } from '../layout/grid-layout.ts';
import styles from './picture-grid.module.css';
import { createHeaderPool, type GroupHeader } from './group-header.ts';

/** What the rows show: the entries of the gallery at the places of a layout. */
export interface Sheet {
  readonly gallery: GalleryState;
  readonly layout: GridLayout;
}

/** Elements of a row of the sheet. A row that leaves the sight shows another one that comes into it. */
interface Row {
  readonly element: HTMLElement;
  /** The cells that it shows, by their indices. */
  range: CellRange;
  cells: readonly Cell[];
  /** Its vertical position in the scrolled element. */
  top: number;
}

export interface RowPool {
  /** Shows these rows, in the order of the sheet. Returns the cells that may show another entry than before. */
  show(sheet: Sheet, wanted: readonly CellRange[], shift: number): readonly Cell[];
  cells(): readonly Cell[];
  headers(): readonly GroupHeader[];
  /** Puts the elements into reading order, for screen readers. */
  order(): void;
}

export function createRowPool(parent: HTMLElement): RowPool {
  let rows: readonly Row[] = [];
  const headers = createHeaderPool(parent);
  let shown: Sheet | null = null;

  return {
    show(sheet, wanted, shift) {
      // If the sheet has only moved, rows in sight stay as they are.
      const isSame = shown?.layout === sheet.layout && shown.gallery === sheet.gallery;
      shown = sheet;
      const firsts = new Set(wanted.map(({ first }) => first));
      const staying = isSame ? rows.filter(({ range }) => firsts.has(range.first)) : [];
      const known = new Set(staying.map(({ range }) => range.first));
      // A row just beside those in sight stays until it is needed, because there is sometimes one row more in sight and sometimes one less.
      const ends = new Set(wanted.flatMap(({ first, end }) => [first, end]));
      const isBeside = ({ range }: Row): boolean => isSame && (ends.has(range.first) || ends.has(range.end));
      const idle = new Set(rows.filter((row) => !staying.includes(row)).sort((a, b) => Number(isBeside(a)) - Number(isBeside(b))));
      const filled = fillRows(idle, wanted.filter(({ first }) => !known.has(first)), sheet);
      for (const row of idle) {
        if (isBeside(row)) continue;
        row.element.remove();
        idle.delete(row);
      }
      rows = [...staying, ...filled, ...idle];
      for (const row of rows) {
        if (!row.element.parentNode) parent.append(row.element);
        place(row, sheet, shift);
      }
      headers.show(sheet.gallery, sheet.layout, wanted, shift);
      return filled.flatMap(({ cells }) => cells);
    },
    cells: () => rows.flatMap(({ cells }) => cells),
    headers: headers.all,
    order: () => inOrder(parent, [...rows, ...headers.all()].toSorted((a, b) => Number(a.element.ariaRowIndex) - Number(b.element.ariaRowIndex))),
  };
}

/**
 * Shows these ranges in rows that are idle, or in new ones. A picture keeps its cell, and if it can be its row, so that nothing is loaded
 * again and the focus stays. The rows that are used are no longer idle.
 */
function fillRows(idle: Set<Row>, ranges: readonly CellRange[], { gallery, layout }: Sheet): readonly Row[] {
  const take = (row: Row | undefined): Row | undefined => (row && idle.delete(row) ? row : undefined);
  const homes = new Map([...idle].flatMap((row) => row.cells.map((cell) => [cell.entry.key, { row, cell }] as const)));
  const plans = ranges.map((range) => {
    const entries = Array.from({ length: range.end - range.first }, (_, at) => entryAt(gallery, range.first + at)).filter((entry) => entry !== null);
    return { range, entries, host: take(entries.map(({ key }) => homes.get(key)?.row).find((row) => row && idle.has(row))) };
  });
  const keys = new Set(plans.flatMap(({ entries }) => entries.map(({ key }) => key)));
  return plans.map(({ range, entries, host }) => {
    const row = host ?? take([...idle].find((other) => other.range.first === range.first) ?? [...idle][0]) ?? createRow();
    const free = row.cells.filter(({ entry }) => !keys.has(entry.key));
    row.cells = entries.map(({ key }) => homes.get(key)?.cell ?? free.shift() ?? createCell());
    for (const { element } of free) element.remove();
    inOrder(row.element, row.cells);
    entries.forEach((entry, at) => {
      const [cell, index] = [row.cells[at], range.first + at];
      if (cell) showEntry(cell, entry, index, layout.placeOf(index));
    });
    const { row: number, height } = layout.placeOf(range.first);
    row.range = range;
    row.element.ariaRowIndex = String(number + 1 + headersUpTo(gallery, range.first));
    row.element.style.height = `${height}px`;
    return row;
  });
}

function createRow(): Row {
  const element = document.createElement('div');
  element.role = 'row';
  element.className = styles['row'] ?? '';
  return { element, range: { first: -1, end: -1 }, cells: [], top: NaN };
}

/** Number of headers above a cell. Each is a row of the grid. */
function headersUpTo({ view }: GalleryState, index: number): number {
  const groups = groupsOf(view);
  return groups ? groupAt(groups, index) + 1 : 0;
}

function place(row: Row, { layout }: Sheet, shift: number): void {
  const top = layout.placeOf(row.range.first).y + shift;
  if (row.top === top) return;
  row.top = top;
  row.element.style.transform = `translateY(${top}px)`;
}

/** Puts elements into this order, around the one that has the focus: an element that is moved loses it. */
function inOrder(parent: HTMLElement, parts: readonly { readonly element: HTMLElement }[]): void {
  let next: Element | null = null;
  for (const { element } of parts.toReversed()) {
    const holdsFocus = element.parentNode === parent && element.contains(document.activeElement);
    if (!holdsFocus && (element.parentNode !== parent || element.nextElementSibling !== next)) parent.insertBefore(element, next);
    next = element;
  }
}
