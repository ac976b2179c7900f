import { entryAt, type GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { createCell, showEntry, type Cell } from '../cell/cell.ts';
import type { CellRange, SheetLayout } from '../layout/sheet-layout.ts';
import styles from './contact-sheet.module.css';

/** What the rows show: the entries of the gallery at the places of a layout. */
export interface Sheet {
  readonly gallery: GalleryState;
  readonly layout: SheetLayout;
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

export interface RowRing {
  /** Shows these rows, in the order of the sheet. Returns the cells that may show another entry than before. */
  show(sheet: Sheet, wanted: readonly CellRange[], shift: number): readonly Cell[];
  cells(): readonly Cell[];
  /** Puts the elements into reading order, for screen readers. */
  order(): void;
}

const nowhere: CellRange = { first: -1, end: -1 };

export function createRowRing(parent: HTMLElement): RowRing {
  let rows: readonly Row[] = [];
  let shown: Sheet | null = null;
  /** Rows that are not in the document. */
  const spareRows: Row[] = [];
  const spareCells: Cell[] = [];

  const createRow = (): Row => {
    const element = document.createElement('div');
    element.role = 'row';
    element.className = styles['row'] ?? '';
    return { element, range: nowhere, cells: [], top: NaN };
  };

  const place = (row: Row, { layout }: Sheet, shift: number): void => {
    const top = layout.placeOf(row.range.first).y + shift;
    if (row.top === top) return;
    row.top = top;
    row.element.style.transform = `translateY(${top}px)`;
  };

  /** Shows a range in a row whose cells are its own. */
  const fill = (row: Row, range: CellRange, sheet: Sheet): void => {
    const { layout } = sheet;
    row.range = range;
    row.cells.forEach((cell, at) => {
      const index = range.first + at;
      const entry = entryAt(sheet.gallery, index);
      if (entry) showEntry(cell, entry, index, layout.placeOf(index));
    });
    const { row: number, height } = layout.placeOf(range.first);
    row.element.ariaRowIndex = String(number + 1);
    row.element.style.height = `${height}px`;
  };

  /** As many cells as the range has, of which the first stay. */
  const resize = (row: Row, { first, end }: CellRange): void => {
    const length = end - first;
    if (row.cells.length === length) return;
    const cells = [...row.cells];
    for (const cell of cells.splice(length)) {
      cell.element.remove();
      spareCells.push(cell);
    }
    while (cells.length < length) {
      const cell = spareCells.pop() ?? createCell();
      row.element.append(cell.element);
      cells.push(cell);
    }
    row.cells = cells;
  };

  /** The sheet has only moved: rows out of sight show those that came into sight. */
  const turn = (sheet: Sheet, wanted: readonly CellRange[]): readonly Cell[] => {
    const known = new Set(rows.map(({ range }) => range.first));
    const missing = wanted.filter(({ first }) => !known.has(first));
    const firsts = new Set(wanted.map(({ first }) => first));
    const ends = new Set(wanted.flatMap(({ first, end }) => [first, end]));
    const isBeside = ({ range }: Row): boolean => ends.has(range.first) || ends.has(range.end);
    // A row just beside those in sight stays until it is needed, because there is sometimes one row more in sight and sometimes one less.
    const idle = rows.filter(({ range }) => !firsts.has(range.first)).sort((a, b) => Number(isBeside(b)) - Number(isBeside(a)));
    const turned = missing.map((range) => {
      const row = idle.pop() ?? spareRows.pop() ?? createRow();
      resize(row, range);
      fill(row, range, sheet);
      if (!row.element.parentNode) parent.append(row.element);
      return row;
    });
    const gone = idle.filter((row) => !isBeside(row));
    for (const row of gone) park(row);
    rows = [...new Set([...rows, ...turned])].filter((row) => !gone.includes(row));
    return turned.flatMap(({ cells }) => cells);
  };

  const park = (row: Row): void => {
    row.element.remove();
    row.range = nowhere;
    spareRows.push(row);
  };

  /** Pictures came or went, or stand elsewhere: what stays in sight keeps its elements. */
  const rearrange = (sheet: Sheet, wanted: readonly CellRange[]): readonly Cell[] => {
    const homes = new Map(rows.flatMap((row) => row.cells.map((cell) => [cell.entry.key, { row, cell }] as const)));
    const free = new Set(rows);
    const take = (row: Row | undefined): Row | undefined => (row && free.delete(row) ? row : undefined);
    const plans = wanted.map((range) => {
      const entries = Array.from({ length: range.end - range.first }, (_, at) => entryAt(sheet.gallery, range.first + at));
      const found = entries.map((entry) => (entry ? homes.get(entry.key) : undefined));
      const host = take(found.map((home) => home?.row).find((row) => row !== undefined && free.has(row)));
      return { range, host, cells: found.map((home) => home?.cell) };
    });
    const used = new Set(plans.flatMap(({ cells }) => cells));
    const hosted = plans.map(({ range, host, cells }) => {
      const row = host ?? take(rows.find((other) => other.range.first === range.first)) ?? take([...free][0]) ?? spareRows.pop() ?? createRow();
      const own = cells.map((cell, at) => {
        const inPlace = cell ?? row.cells[at];
        if (!inPlace || (!cell && used.has(inPlace))) return undefined;
        used.add(inPlace);
        return inPlace;
      });
      return { range, row, own };
    });
    // A spare row still has the cells that it showed last.
    for (const cell of [...new Set([...rows, ...hosted.map(({ row }) => row)])].flatMap(({ cells }) => cells)) {
      if (used.has(cell)) continue;
      cell.element.remove();
      spareCells.push(cell);
    }
    for (const { range, row, own } of hosted) {
      row.cells = own.map((cell) => cell ?? spareCells.pop() ?? createCell());
      inOrder(row.element, row.cells);
      fill(row, range, sheet);
      if (!row.element.parentNode) parent.append(row.element);
    }
    for (const row of free) {
      row.cells = [];
      park(row);
    }
    rows = hosted.map(({ row }) => row);
    return rows.flatMap(({ cells }) => cells);
  };

  return {
    show(sheet, wanted, shift) {
      const isSame = shown?.layout === sheet.layout && shown.gallery === sheet.gallery;
      shown = sheet;
      const changed = isSame ? turn(sheet, wanted) : rearrange(sheet, wanted);
      for (const row of rows) place(row, sheet, shift);
      return changed;
    },
    cells: () => rows.flatMap(({ cells }) => cells),
    order: () => inOrder(parent, rows.toSorted((a, b) => a.range.first - b.range.first)),
  };
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
