import { lastAtMost } from '../../../ui/scrolling/binary-search.ts';
import type { RowMeasure } from './grid-geometry.ts';
import { countIn, cutSections, groupedLayout, type Cuts } from './grouped-layout.ts';
import { estimated } from './justified-sections.ts';
import { bandRows, justifiedRows, rowGap, sectionOf } from './justified-geometry.ts';
import type { Section, SheetLayout } from './sheet-layout.ts';

/** The cells of a view, of which only some blocks are loaded. */
export interface GroupedShapes {
  readonly length: number;
  /** First cell of each group. */
  readonly starts: Int32Array;
  /** Lengths of the parts of the band. */
  readonly band: readonly number[];
  readonly blockSize: number;
  /** The loaded blocks by number. A block with other pictures is another object. */
  readonly blocks: ReadonlyMap<number, object>;
  /** The shape (width by height) of a picture. 0: it is not loaded. */
  shapeAt(position: number): number;
}

/** What is known of the rows of one view. */
export interface GroupedMemory {
  starts: Int32Array | null;
  band: string;
  measure: RowMeasure | null;
  cuts: Cuts;
  /** Loaded sections, with the blocks that they were laid out from. */
  laidOut: Map<number, LaidOut>;
  /** Used for all unknown shapes. */
  shape: number;
}

interface LaidOut {
  readonly section: Section;
  readonly from: readonly (object | undefined)[];
}

export const noGroupedMemory = (): GroupedMemory => ({ starts: null, band: '', measure: null, cuts: { firsts: new Int32Array(1), headed: new Uint8Array(), inBand: 0 }, laidOut: new Map(), shape: 1 });

/** Justified rows in groups. The heights of sections that are not loaded are estimated. */
export function justifiedGroups(shapes: GroupedShapes, measure: RowMeasure, memory: GroupedMemory): SheetLayout {
  recut(shapes, measure, memory);
  const { cuts, shape } = memory;
  const { length } = cuts.headed;
  /** Estimated sections, by their number of cells. */
  const estimates = new Map<number, Section>();
  const estimate = (count: number): Section => {
    const known = estimates.get(count) ?? estimated(count, shape, measure);
    estimates.set(count, known);
    return known;
  };
  const [rows, heights] = [new Int32Array(length), new Float64Array(length)];
  const loaded = loadedSections(shapes, measure, memory);
  let columns = 1;
  for (let number = 0; number < length; number += 1) {
    const section = estimate(countIn(cuts, number));
    rows[number] = section.rows;
    heights[number] = section.height;
    if (section.columns > columns) columns = section.columns;
  }
  for (const [number, { section }] of loaded) {
    rows[number] = section.rows;
    heights[number] = section.height;
    columns = Math.max(columns, section.columns);
  }
  memory.laidOut = loaded;
  return groupedLayout(cuts, { rows, heights, columns, known: loaded.size === length, at: (number) => loaded.get(number)?.section ?? estimate(countIn(cuts, number)) }, rowGap);
}

/** Forgets what the groups, the band or the size of the sheet have changed. */
function recut({ length, starts, band, blockSize, blocks, shapeAt }: GroupedShapes, measure: RowMeasure, memory: GroupedMemory): void {
  const isOther = memory.measure?.width !== measure.width || memory.measure.wanted !== measure.wanted;
  if (!isOther && memory.starts === starts && memory.band === band.join(' ') && memory.cuts.firsts.at(-1) === length) return;
  const cuts = cutSections({ length, starts, band, most: blockSize, looseOf: () => 0 });
  Object.assign(memory, { starts, band: band.join(' '), measure, cuts, laidOut: new Map() });
  if (!isOther) return;
  const known = [...blocks.keys()].flatMap((number) => Array.from({ length: blockSize }, (_, at) => shapeAt(number * blockSize + at))).filter((shape) => shape > 0);
  memory.shape = known.length === 0 ? 1 : known.reduce((sum, shape) => sum + shape, 0) / known.length;
}

/** The sections that have loaded pictures. */
function loadedSections({ length, blockSize, blocks, shapeAt }: GroupedShapes, measure: RowMeasure, { cuts, laidOut, shape }: GroupedMemory): Map<number, LaidOut> {
  const { firsts, headed, inBand } = cuts;
  const loaded = new Map<number, LaidOut>();
  for (const block of blocks.keys()) {
    const start = block * blockSize;
    for (let number = Math.max(lastAtMost(firsts, start, headed.length), 0); number < headed.length && (firsts[number] ?? 0) < Math.min(start + blockSize, length); number += 1) {
      if (loaded.has(number)) continue;
      const [first, end] = [firsts[number] ?? 0, firsts[number + 1] ?? 0];
      const from: (object | undefined)[] = [];
      for (let at = Math.floor(first / blockSize); at * blockSize < end; at += 1) from.push(blocks.get(at));
      const before = laidOut.get(number);
      if (before?.from.every((part, at) => part === from[at])) {
        loaded.set(number, before);
        continue;
      }
      const known = Float32Array.from({ length: end - first }, (_, at) => shapeAt(first + at) || shape);
      const endsGroup = number + 1 === headed.length || headed[number + 1] === 1;
      loaded.set(number, { from, section: sectionOf(number < inBand ? bandRows(known, measure) : justifiedRows(known, measure, endsGroup)) });
    }
  }
  return loaded;
}
