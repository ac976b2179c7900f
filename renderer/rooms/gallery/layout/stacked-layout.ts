import { margin } from './grid-geometry.ts';
import type { CellRange, SheetLayout } from './sheet-layout.ts';

interface Section {
  readonly layout: SheetLayout;
  /** Index of its first cell, number of its first row, and what is added to its heights. */
  readonly first: number;
  readonly row: number;
  readonly down: number;
}

/** Layouts below each other, as one. Each has rows of its own, so that what happens in one only moves the others as a whole. */
export function stacked(layouts: readonly SheetLayout[], gap: number): SheetLayout {
  const sections: Section[] = [];
  let [count, rows, down] = [0, 0, 0];
  for (const layout of layouts) {
    if (layout.count === 0) continue;
    sections.push({ layout, first: count, row: rows, down });
    count += layout.count;
    rows += layout.rows;
    down += layout.height - 2 * margin + gap;
  }
  const [only] = sections;
  if (!only) return empty;
  if (sections.length === 1) return only.layout;
  const sectionOf = (index: number): Section => sections.findLast(({ first }) => first <= index) ?? only;
  const sectionAt = (y: number): Section => sections.findLast((section) => section.down + margin <= y) ?? only;
  const moved = ({ first, end }: CellRange, by: number): CellRange => ({ first: first + by, end: end + by });
  return {
    count,
    rows,
    columns: Math.max(...sections.map(({ layout }) => layout.columns)),
    height: down - gap + 2 * margin,
    known: sections.every(({ layout }) => layout.known),
    placeOf: (index) => {
      const section = sectionOf(index);
      const place = section.layout.placeOf(index - section.first);
      return { ...place, y: place.y + section.down, row: place.row + section.row };
    },
    rowOf: (index) => {
      const section = sectionOf(index);
      return moved(section.layout.rowOf(index - section.first), section.first);
    },
    cellsBetween: (top, bottom) => {
      const [upper, lower] = [sectionAt(top), sectionAt(bottom - 1)];
      const { first } = upper.layout.cellsBetween(top - upper.down, bottom - upper.down);
      const { end } = lower.layout.cellsBetween(top - lower.down, bottom - lower.down);
      return { first: first + upper.first, end: Math.max(end + lower.first, first + upper.first) };
    },
  };
}

const empty: SheetLayout = {
  count: 0,
  rows: 0,
  columns: 1,
  height: 0,
  known: true,
  placeOf: () => ({ x: margin, y: margin, width: 0, height: 0, row: 0, column: 0 }),
  rowOf: () => ({ first: 0, end: 0 }),
  cellsBetween: () => ({ first: 0, end: 0 }),
};
