import { lastAtMost } from '../../../ui/scrolling/binary-search.ts';
import { margin } from './grid-geometry.ts';
import type { CellRange, Section, GridLayout } from './grid-layout.ts';

/** Height of the header of a group, with the space above it. */
export const headerHeight = 40;
/** Height of the bar that is drawn in it, and of the part of the bar that is seen at the upper edge. The style sheet has the same numbers. */
const [barHeight, stuckHeight] = [38, 32];

/** The cells of a sheet. */
export interface CellGroups {
  readonly length: number;
  /** First cell of each group. Null: the sheet has no groups, which is laid out as one group without a header. */
  readonly starts: Int32Array | null;
  /** From this cell on, rows are filled in the order of reading. Those of the cells before it are filled from their end, so that more cells at the front move no full row. */
  readonly origin: number;
}

/** How the cells are cut into sections. */
export interface Cuts {
  readonly length: number;
  /** First cell of each section, and one past the last cell. */
  readonly firsts: Int32Array;
  /** 1: the section begins a group. */
  readonly begins: Uint8Array;
  /** Number of sections before the origin. */
  readonly ahead: number;
}

/** One of the two ways in which sections place their cells: square cells, or rows of pictures in their own shapes. */
export interface Placing {
  /** Space between rows. */
  readonly gap: number;
  /** The most cells of a section behind the origin. */
  readonly most: number;
  /** How many of the first cells of a section before the origin are a section of their own, because their row is not full. */
  readonly looseOf: (count: number) => number;
  readonly place: (cuts: Cuts) => Contents;
}

/** What the sections contain. */
export interface Contents {
  /** Rows and height of each section, without its header. */
  readonly rows: ArrayLike<number>;
  readonly heights: ArrayLike<number>;
  /** Number of cells in the longest row. */
  readonly columns: number;
  readonly known: boolean;
  readonly at: (number: number) => Section;
}

/** The layout of a sheet of sections below each other. Each has rows of its own, so that a change in one only moves the others as a whole. */
export function sectionLayout(cells: CellGroups, { gap, most, looseOf, place }: Placing): GridLayout {
  const cuts = cutSections(cells, most, looseOf);
  const { length, firsts, begins } = cuts;
  const { rows, heights, columns, known, at } = place(cuts);
  // Numbers in arrays, because a sheet with groups can have a million sections.
  const [rowsBefore, tops] = [new Int32Array(length + 1), new Float64Array(length + 1)];
  const header = cells.starts ? headerHeight : 0;
  const headOf = (number: number): number => (begins[number] ?? 0) * header;
  for (let number = 0; number < length; number += 1) {
    rowsBefore[number + 1] = (rowsBefore[number] ?? 0) + (rows[number] ?? 0);
    tops[number + 1] = (tops[number] ?? 0) + (heights[number] ?? 0) + (begins[number] ?? 0) * header;
  }
  /** The section that was asked for last, because the next question is mostly about the same. */
  let last: { readonly number: number; readonly section: Section } | null = null;
  const sectionAt = (number: number): Section => {
    if (last?.number !== number) last = { number, section: at(number) };
    return last.section;
  };
  const findIn = (starts: ArrayLike<number>, value: number): Found => {
    const number = Math.max(lastAtMost(starts, value, length), 0);
    const head = headOf(number);
    return { section: sectionAt(number), first: firsts[number] ?? 0, row: rowsBefore[number] ?? 0, top: (tops[number] ?? 0) + head, head };
  };
  const rangeOf = ({ section, first }: Found, row: number): CellRange => ({ first: first + section.startOf(row), end: first + section.startOf(row + 1) });
  /** The row at a vertical position, or the nearest row of its section. */
  const rowAt = (y: number): CellRange => {
    const found = findIn(tops, y);
    return rangeOf(found, Math.min(Math.max(found.section.rowAt(y - found.top), 0), found.section.rows - 1));
  };
  return {
    count: cells.length,
    rows: rowsBefore[length] ?? 0,
    columns,
    height: cells.length === 0 ? 0 : (tops[length] ?? 0) - gap + 2 * margin,
    known,
    cover: cells.starts ? stuckHeight : 0,
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
    cellsBetween: (top, bottom) => (cells.length === 0 || bottom <= margin ? { first: 0, end: 0 } : { first: rowAt(top - margin).first, end: rowAt(Math.ceil(bottom - margin) - 1).end }),
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

export const countIn = ({ firsts }: Cuts, number: number): number => (firsts[number + 1] ?? 0) - (firsts[number] ?? 0);

/** Cuts at each group and at the origin, and cuts long groups. */
function cutSections({ length, starts, origin }: CellGroups, most: number, looseOf: Placing['looseOf']): Cuts {
  const groups = starts ?? [0];
  const upTo = 2 * groups.length + Math.ceil(length / most) + 3;
  const [firsts, begins] = [new Int32Array(upTo + 1), new Uint8Array(upTo)];
  let [sections, at, group] = [0, 0, 0];
  /** Adds a section at the present cell. Returns where its group ends. */
  const cut = (): number => {
    const isFirst = groups[group] === at;
    if (isFirst) group += 1;
    firsts[sections] = at;
    begins[sections] = Number(isFirst);
    sections += 1;
    return Math.min(groups[group] ?? length, length);
  };
  const end = Math.min(origin, length);
  while (at < end) {
    const until = Math.min(cut(), end);
    const loose = looseOf(until - at);
    if (loose > 0 && loose < until - at) {
      at += loose;
      cut();
    }
    at = until;
  }
  const ahead = sections;
  while (at < length) at = Math.min(cut(), at + most);
  firsts[sections] = length;
  return { length: sections, firsts: firsts.subarray(0, sections + 1), begins: begins.subarray(0, sections), ahead };
}

interface GroupSpan {
  /** From the top of its header to the top of the next one. */
  readonly top: number;
  readonly bottom: number;
  /** How many rows are above it. */
  readonly row: number;
}

/** Where a group is. `starts`: first cell of each group. */
export function spanOfGroup(layout: GridLayout, starts: ArrayLike<number>, group: number): GroupSpan {
  const topOf = (cell: number): number => {
    const { y, head } = layout.placeOf(cell);
    return y - head;
  };
  const [first = 0, next = layout.count] = [starts[group], starts[group + 1]];
  return { top: topOf(first), bottom: next < layout.count ? topOf(next) : layout.height, row: layout.placeOf(first).row };
}

/** Where the header of a group is drawn in a sheet that is scrolled to `scrolled`. */
export function headerTop(layout: GridLayout, starts: ArrayLike<number>, group: number, scrolled: number): number {
  const { top, bottom } = spanOfGroup(layout, starts, group);
  return Math.max(top, Math.min(scrolled + stuckHeight - barHeight, bottom - barHeight));
}
