import { lastAtMost } from '../../../ui/scrolling/binary-search.ts';
import { margin } from './grid-geometry.ts';
import type { CellRange, Section, SheetLayout } from './sheet-layout.ts';

/** Sections below each other. Their places are columns of numbers, because a sheet with groups can have a million sections. */
export interface Sections {
  readonly length: number;
  /** Where each section begins, and one after the last would: its first cell, its first row, and its top, which is that of its header if it has one. */
  readonly firsts: ArrayLike<number>;
  readonly rows: ArrayLike<number>;
  readonly tops: ArrayLike<number>;
  /** Number of cells in the longest row. */
  readonly columns: number;
  readonly known: boolean;
  readonly cover?: number;
  at(number: number): Section;
  /** Height of the header of a section. 0: it has none. */
  headOf(number: number): number;
}

/** Sections without headers. Each has rows of its own, so that a change in one only moves the others as a whole. */
export function sectionLayout(all: readonly Section[], gap: number): SheetLayout {
  const sections = all.filter(({ count }) => count > 0);
  const [firsts, rowsBefore, tops] = [[0], [0], [0]];
  let [count, rows, height, columns, known] = [0, 0, 0, 1, true];
  for (const section of sections) {
    firsts.push((count += section.count));
    rowsBefore.push((rows += section.rows));
    tops.push((height += section.height));
    columns = Math.max(columns, section.columns);
    known &&= section.known;
  }
  return layoutOf({ length: sections.length, firsts, rows: rowsBefore, tops, columns, known, at: (number) => sections[number] ?? nothing, headOf: () => 0 }, gap);
}

/** The layout of sections: which of them is at a height or has a cell, and where in it. */
export function layoutOf({ length, firsts, rows, tops, columns, known, cover = 0, at, headOf }: Sections, gap: number): SheetLayout {
  const count = firsts[length] ?? 0;
  const findIn = (starts: ArrayLike<number>, value: number): Found => {
    const number = Math.max(lastAtMost(starts, value, length), 0);
    const head = headOf(number);
    return { section: at(number), first: firsts[number] ?? 0, row: rows[number] ?? 0, top: (tops[number] ?? 0) + head, head };
  };
  const rangeOf = ({ section, first }: Found, row: number): CellRange => ({ first: first + section.startOf(row), end: first + section.startOf(row + 1) });
  /** The row at a vertical position, or the nearest row of its section. */
  const rowAt = (y: number): CellRange => {
    const found = findIn(tops, y);
    return rangeOf(found, Math.min(Math.max(found.section.rowAt(y - found.top), 0), found.section.rows - 1));
  };
  return {
    count,
    rows: rows[length] ?? 0,
    columns,
    height: count === 0 ? 0 : (tops[length] ?? 0) - gap + 2 * margin,
    known,
    cover,
    placeOf: (index) => {
      const { section, first, row: above, top, head } = findIn(firsts, index);
      const row = section.rowOf(index - first);
      const { x, y, width, height } = section.boxOf(index - first, row);
      return { x: x + margin, y: y + top + margin, width, height, row: row + above, column: index - first - section.startOf(row), head: row === 0 ? head : 0 };
    },
    rowOf: (index) => {
      const found = findIn(firsts, index);
      return rangeOf(found, found.section.rowOf(index - found.first));
    },
    cellsBetween: (top, bottom) => (count === 0 || bottom <= margin ? { first: 0, end: 0 } : { first: rowAt(top - margin).first, end: rowAt(Math.ceil(bottom - margin) - 1).end }),
  };
}

/** A section, and where its cells begin. */
interface Found {
  readonly section: Section;
  readonly first: number;
  readonly row: number;
  readonly top: number;
  readonly head: number;
}

const nothing: Section = { count: 0, rows: 0, columns: 1, height: 0, known: true, rowOf: () => 0, rowAt: () => 0, startOf: () => 0, boxOf: () => ({ x: 0, y: 0, width: 0, height: 0 }) };
