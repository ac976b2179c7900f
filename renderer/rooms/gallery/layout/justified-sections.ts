import { lastAtMost } from '../../../ui/scrolling/binary-search.ts';
import type { RowMeasure } from './grid-geometry.ts';
import { evenRows, expectedRows, justifiedRows, rowGap, rowsFromEnd, sectionOf } from './justified-geometry.ts';
import { countIn, type Contents, type Cuts, type Placing } from './section-layout.ts';
import type { Section } from './grid-layout.ts';

/** The shapes (width by height) of the pictures of a view, of which only some blocks are loaded. */
export interface Shapes {
  readonly blockSize: number;
  /** The loaded blocks by number. A block with other pictures is another object. */
  readonly blocks: ReadonlyMap<number, object>;
  /** 0: it is not loaded. */
  shapeAt(position: number): number;
}

interface KnownSection {
  readonly section: Section;
  /** The blocks, and the shapes, that it was laid out from. Null: they are no longer loaded. */
  readonly from: readonly (object | undefined)[];
  readonly shapes: Float32Array | null;
  readonly isLast: boolean;
}

/** What is known of the rows of one view, at one measure. Sections that were dropped keep their height. */
export interface RowMemory {
  measure: RowMeasure | null;
  /** By the distance of the first cell from the origin, because new pictures come before that. */
  sections: ReadonlyMap<number, KnownSection>;
  /** Used for all unknown shapes. It never changes, because the whole sheet would then change with every loaded block. */
  shape: number;
}

export const noRowMemory = (): RowMemory => ({ measure: null, sections: new Map(), shape: 1 });

/**
 * Justified rows for a view of any length. Rows never extend across sections, so that a block that is loaded only moves the sections below it. The heights of
 * sections that are not loaded are estimated.
 */
export function justifiedPlacing(shapes: Shapes, origin: number, measure: RowMeasure, memory: RowMemory): Placing {
  if (memory.measure?.width !== measure.width || memory.measure.wanted !== measure.wanted) Object.assign(memory, { measure, sections: new Map(), shape: meanShape(shapes) });
  return { gap: rowGap, most: shapes.blockSize, looseOf: () => 0, place: (cuts) => placed(cuts, shapes, origin, measure, memory) };
}

function placed(cuts: Cuts, shapes: Shapes, origin: number, measure: RowMeasure, memory: RowMemory): Contents {
  const { length, firsts } = cuts;
  /** Estimated sections, by their number of cells. */
  const estimates = new Map<number, Section>();
  const estimate = (count: number): Section => {
    const known = estimates.get(count) ?? estimated(count, memory.shape, measure);
    estimates.set(count, known);
    return known;
  };
  const [rows, heights] = [new Int32Array(length), new Float64Array(length)];
  let columns = 1;
  const put = (number: number, section: Section): void => {
    rows[number] = section.rows;
    heights[number] = section.height;
    if (section.columns > columns) columns = section.columns;
  };
  for (let number = 0, section = estimate(0); number < length; number += 1) {
    const count = countIn(cuts, number);
    if (count !== section.count) section = estimate(count);
    put(number, section);
  }
  const loaded = loadedSections(cuts, shapes, origin, measure, memory);
  const sections = new Map<number, KnownSection>();
  for (const [number, known] of loaded) {
    sections.set((firsts[number] ?? 0) - origin, known);
    put(number, known.section);
  }
  for (const [distance, known] of memory.sections) {
    if (sections.has(distance)) continue;
    const number = lastAtMost(firsts, distance + origin, length);
    const { count, rows: itsRows, height } = known.section;
    if (firsts[number] !== distance + origin || countIn(cuts, number) !== count) continue;
    const dropped = known.shapes ? { ...known, section: guessed(count, itsRows, height, measure), from: [], shapes: null } : known;
    sections.set(distance, dropped);
    put(number, dropped.section);
  }
  memory.sections = sections;
  return { rows, heights, columns, known: loaded.size === length, at: (number) => sections.get((firsts[number] ?? 0) - origin)?.section ?? estimate(countIn(cuts, number)) };
}

/** The sections that have loaded pictures, by number. */
function loadedSections(cuts: Cuts, { blockSize, blocks, shapeAt }: Shapes, origin: number, measure: RowMeasure, { sections, shape }: RowMemory): Map<number, KnownSection> {
  const { length, firsts, begins, ahead } = cuts;
  const loaded = new Map<number, KnownSection>();
  for (const block of blocks.keys()) {
    const start = block * blockSize;
    for (let number = Math.max(lastAtMost(firsts, start, length), 0); number < length && (firsts[number] ?? 0) < start + blockSize; number += 1) {
      if (loaded.has(number)) continue;
      const [first, end] = [firsts[number] ?? 0, firsts[number + 1] ?? 0];
      const from: (object | undefined)[] = [];
      for (let at = Math.floor(first / blockSize); at * blockSize < end; at += 1) from.push(blocks.get(at));
      const isLast = number + 1 === length || begins[number + 1] === 1;
      const before = sections.get(first - origin);
      const isSame = before?.section.count === end - first && before.isLast === isLast;
      if (isSame && before.from.length === from.length && before.from.every((part, at) => part === from[at])) {
        loaded.set(number, before);
        continue;
      }
      const read = Float32Array.from({ length: end - first }, (_, at) => shapeAt(first + at));
      // What is not loaded any more is as it was.
      if (isSame && before.shapes && read.every((value, at) => value === 0 || value === before.shapes?.[at])) loaded.set(number, { ...before, from });
      else if (read.some((value) => value > 0)) {
        const all = read.map((value) => value || shape);
        loaded.set(number, { from, shapes: read, isLast, section: sectionOf(number < ahead ? rowsFromEnd(all, measure) : justifiedRows(all, measure, isLast)) });
      }
    }
  }
  return loaded;
}

/** A section of which only the number of cells is known. */
function estimated(cells: number, shape: number, measure: RowMeasure): Section {
  const rows = expectedRows(cells, shape, measure);
  return guessed(cells, rows, rows * (measure.wanted + rowGap), measure);
}

function guessed(cells: number, rows: number, height: number, { width }: RowMeasure): Section {
  return { ...sectionOf(evenRows(cells, Math.min(rows, cells), height, width)), known: false };
}

/** The mean shape of the loaded pictures. */
function meanShape({ blockSize, blocks, shapeAt }: Shapes): number {
  let [sum, count] = [0, 0];
  for (const number of blocks.keys()) {
    for (let at = number * blockSize; at < (number + 1) * blockSize; at += 1) {
      const shape = shapeAt(at);
      sum += shape;
      if (shape > 0) count += 1;
    }
  }
  return count === 0 ? 1 : sum / count;
}
