import { margin } from './grid-geometry.ts';
import type { CellRange, Section, SheetLayout } from './sheet-layout.ts';

/** Sections below each other. Each has rows of its own, so that a change in one only moves the others as a whole. */
export function stacked(all: readonly Section[], gap: number): SheetLayout {
  const sections = all.filter(({ count }) => count > 0);
  /** Where each section begins, and one after the last would. */
  const [firsts, rowsBefore, tops] = [[0], [0], [0]];
  let [count, rows, height, columns, known] = [0, 0, 0, 1, true];
  for (const section of sections) {
    firsts.push((count += section.count));
    rowsBefore.push((rows += section.rows));
    tops.push((height += section.height));
    columns = Math.max(columns, section.columns);
    known &&= section.known;
  }
  const findIn = (starts: readonly number[], value: number): Found => {
    const at = Math.max(lastAtMost(starts, value, sections.length), 0);
    return { section: sections[at] ?? nothing, first: firsts[at] ?? 0, row: rowsBefore[at] ?? 0, top: tops[at] ?? 0 };
  };
  const rangeOf = ({ section, first }: Found, row: number): CellRange => ({ first: first + section.startOf(row), end: first + section.startOf(row + 1) });
  /** The row at a vertical position, or the nearest row. */
  const rowAt = (y: number): CellRange => {
    const found = findIn(tops, y);
    return rangeOf(found, Math.min(Math.max(found.section.rowAt(y - found.top), 0), found.section.rows - 1));
  };
  return {
    count,
    rows,
    columns,
    height: count === 0 ? 0 : height - gap + 2 * margin,
    known,
    placeOf: (index) => {
      const { section, first, row: above, top } = findIn(firsts, index);
      const row = section.rowOf(index - first);
      const { x, y, width, height: tall } = section.boxOf(index - first, row);
      return { x: x + margin, y: y + top + margin, width, height: tall, row: row + above, column: index - first - section.startOf(row) };
    },
    rowOf: (index) => {
      const found = findIn(firsts, index);
      return rangeOf(found, found.section.rowOf(index - found.first));
    },
    cellsBetween: (top, bottom) => (count === 0 || bottom <= margin ? { first: 0, end: 0 } : { first: rowAt(top - margin).first, end: rowAt(Math.ceil(bottom - margin) - 1).end }),
  };
}

/** A section, and where it begins. */
interface Found {
  readonly section: Section;
  readonly first: number;
  readonly row: number;
  readonly top: number;
}

const nothing: Section = { count: 0, rows: 0, columns: 1, height: 0, known: true, rowOf: () => 0, rowAt: () => 0, startOf: () => 0, boxOf: () => ({ x: 0, y: 0, width: 0, height: 0 }) };

/** Index of the last of the first `length` ascending numbers that is at most `value`, or -1. */
export function lastAtMost(numbers: ArrayLike<number>, value: number, length: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
