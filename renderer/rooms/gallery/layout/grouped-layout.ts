import { gap, squares, type RowMeasure } from './grid-geometry.ts';
import type { Section, SheetLayout } from './sheet-layout.ts';
import { layoutOf } from './section-layout.ts';

/** Height of the header of a group, with the space above it. */
export const headerHeight = 40;
/** Height of the bar that is drawn in it, and of the part of the bar that is seen at the upper edge. The style sheet has the same numbers. */
const [barHeight, stuckHeight] = [38, 32];

/** How a sheet with groups is cut into sections. */
export interface Cuts {
  /** First cell of each section, and one past the last cell. */
  readonly firsts: Int32Array;
  /** 1: the section begins a group, and has a header. */
  readonly headed: Uint8Array;
  /** Number of sections in the band, which come first. */
  readonly inBand: number;
}

interface Cutting {
  /** Number of cells. */
  readonly length: number;
  /** First cell of each group. */
  readonly starts: Int32Array;
  /** Lengths of the parts of the band. */
  readonly band: readonly number[];
  /** The most cells of a section behind the band. */
  readonly most: number;
  /** How many of the cells at the beginning of a part of the band are a section of their own, because their row is not full. */
  readonly looseOf: (count: number) => number;
}

/** Cuts at each group and each part of the band, and cuts long groups. */
export function cutSections({ length, starts, band, most, looseOf }: Cutting): Cuts {
  const upTo = 2 * (starts.length + band.length) + Math.ceil(length / most) + 1;
  const [firsts, headed] = [new Int32Array(upTo + 1), new Uint8Array(upTo)];
  let [sections, at, group] = [0, 0, 0];
  /** Adds a section at the present cell. Returns where its group ends. */
  const cut = (): number => {
    const isHeaded = starts[group] === at;
    if (isHeaded) group += 1;
    firsts[sections] = at;
    headed[sections] = Number(isHeaded);
    sections += 1;
    return Math.min(starts[group] ?? length, length);
  };
  let end = 0;
  for (const part of band) {
    end = Math.min(end + part, length);
    while (at < end) {
      const until = Math.min(cut(), end);
      const loose = looseOf(until - at);
      if (loose > 0 && loose < until - at) {
        at += loose;
        cut();
      }
      at = until;
    }
  }
  const inBand = sections;
  while (at < length) at = Math.min(cut(), at + most);
  firsts[sections] = length;
  return { firsts: firsts.slice(0, sections + 1), headed: headed.slice(0, sections), inBand };
}

/** Square cells in groups. */
export function groupedSquares(length: number, starts: Int32Array, band: readonly number[], measure: RowMeasure): SheetLayout {
  const { columns } = squares(0, measure);
  const cuts = cutSections({ length, starts, band, most: Infinity, looseOf: (count) => count % columns });
  const rowHeight = squares(1, measure).height;
  const rows = new Int32Array(cuts.headed.length);
  const heights = new Float64Array(rows.length);
  for (let number = 0; number < rows.length; number += 1) {
    const count = countIn(cuts, number);
    rows[number] = Math.ceil(count / columns);
    heights[number] = (rows[number] ?? 0) * rowHeight;
  }
  return groupedLayout(cuts, { rows, heights, columns, known: true, at: (number) => squares(countIn(cuts, number), measure) }, gap);
}

export const countIn = ({ firsts }: Cuts, number: number): number => (firsts[number + 1] ?? 0) - (firsts[number] ?? 0);

/** What the sections of a sheet contain. */
interface Contents {
  /** Rows and height of each section, without its header. */
  readonly rows: ArrayLike<number>;
  readonly heights: ArrayLike<number>;
  readonly columns: number;
  readonly known: boolean;
  readonly at: (number: number) => Section;
}

export function groupedLayout({ firsts, headed }: Cuts, { rows, heights, columns, known, at }: Contents, between: number): SheetLayout {
  const { length } = headed;
  const [rowsBefore, tops] = [new Int32Array(length + 1), new Float64Array(length + 1)];
  for (let number = 0; number < length; number += 1) {
    rowsBefore[number + 1] = (rowsBefore[number] ?? 0) + (rows[number] ?? 0);
    tops[number + 1] = (tops[number] ?? 0) + (heights[number] ?? 0) + (headed[number] ?? 0) * headerHeight;
  }
  /** The section that was asked for last, because the next question is mostly about the same. */
  let last: { readonly number: number; readonly section: Section } | null = null;
  const section = (number: number): Section => {
    if (last?.number !== number) last = { number, section: at(number) };
    return last.section;
  };
  return layoutOf({ length, firsts, rows: rowsBefore, tops, columns, known, cover: stuckHeight, at: section, headOf: (number) => (headed[number] ?? 0) * headerHeight }, between);
}

interface GroupSpan {
  /** From the top of its header to the top of the next one. */
  readonly top: number;
  readonly bottom: number;
  /** How many rows are above it. */
  readonly row: number;
}

/** Where a group is. `starts`: first cell of each group. */
export function spanOfGroup(layout: SheetLayout, starts: ArrayLike<number>, group: number): GroupSpan {
  const topOf = (cell: number): number => {
    const { y, head } = layout.placeOf(cell);
    return y - head;
  };
  const [first = 0, next = layout.count] = [starts[group], starts[group + 1]];
  return { top: topOf(first), bottom: next < layout.count ? topOf(next) : layout.height, row: layout.placeOf(first).row };
}

/** Where the header of a group is drawn in a sheet that is scrolled to `scrolled`. */
export function headerTop(layout: SheetLayout, starts: ArrayLike<number>, group: number, scrolled: number): number {
  const { top, bottom } = spanOfGroup(layout, starts, group);
  return Math.max(top, Math.min(scrolled + stuckHeight - barHeight, bottom - barHeight));
}
